// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import dev.redlock.Redlock;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;

/**
 * Health and endpoint tell of an engine that is no more, and not of the last news that it had.
 */
class RedlockHealthIndicatorTest
{
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void shouldBeDownWhenTheEngineHasEnded()
    {
        final FakeNodes nodes = FakeNodes.of(3);
        final AtomicBoolean fails = new AtomicBoolean();
        try (Redlock redlock = nodes.builder().name("shop")
            .transport(new Failing(nodes.provider(), fails)).build())
        {
            final RedlockHealthIndicator indicator = new RedlockHealthIndicator(redlock);
            Await.parking().untilAllUp(redlock, LONG);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

            fails.set(true);
            Await.parking().until("the end of the engine", LONG, () ->
                indicator.health().getStatus().equals(Status.DOWN));
            final Health health = indicator.health();
            assertThat(health.getDetails()).containsEntry("voting", 0).containsEntry("degraded", true);
            assertThat(health.getDetails().get("missing")).asString().contains(
                "the engine of client 'shop' has stopped after an unexpected error", "IllegalStateException",
                "build another client");

            final RedlockEndpoint.Report report = new RedlockEndpoint(redlock).report();
            assertThat(report.client()).isEqualTo("client 'shop', 0 of 3 nodes vote");
            assertThat(report.nodes()).hasSize(3).allSatisfy((node) ->
            {
                assertThat(node.state()).isEqualTo(NodeStatus.State.DOWN);
                assertThat(node.detail()).contains("has stopped");
            });
        }
    }

    @Test
    void shouldBeDownWhenTheClientIsClosed()
    {
        final Redlock redlock = FakeNodes.of(3).builder().name("shop").build();
        Await.parking().untilAllUp(redlock, LONG);
        redlock.close();
        final Health health = new RedlockHealthIndicator(redlock).health();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("voting", 0);
        assertThat(new RedlockEndpoint(redlock).report().client()).contains("0 of 3 nodes vote");
    }

    /**
     * Its polls throw once they are asked to.
     */
    private record Failing(TransportProvider real, AtomicBoolean fails) implements TransportProvider
    {
        @Override
        public String name()
        {
            return real.name();
        }

        @Override
        public Transport open(final TransportContext context, final TransportHandler handler)
        {
            final Transport transport = real.open(context, handler);

            return (Transport)Proxy.newProxyInstance(Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class}, (proxy, method, arguments) ->
                {
                    if (fails.get() && method.getName().equals("poll"))
                    {
                        throw new IllegalStateException("of the test");
                    }
                    try
                    {
                        return method.invoke(transport, arguments);
                    }
                    catch (final InvocationTargetException ex)
                    {
                        throw ex.getCause();
                    }
                });
        }
    }
}
