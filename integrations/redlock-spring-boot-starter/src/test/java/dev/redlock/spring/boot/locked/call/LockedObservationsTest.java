// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.NoQuorumException;
import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.OnFailure;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;
import dev.redlock.spring.boot.locked.LockedAutoConfiguration;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;

/**
 * What an application's registry is told of callers that wait for the lock of a method.
 */
class LockedObservationsTest
{
    private static final String METHOD = "method=" + Work.class.getName() + ".call(Callable)";

    private final List<String> started = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private boolean isBroken;

    private void with(final Body body)
    {
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(RedlockAutoConfiguration.class, LockedAutoConfiguration.class))
            .withUserConfiguration(Faked.class, Work.class)
            .withBean(ObservationRegistry.class, this::registry)
            .withPropertyValues("redlock.locked.within=50ms")
            .run((context) ->
            {
                assertThat(context).hasNotFailed();
                body.run(context.getBean(FakeNodes.class), context.getBean(Work.class));
            });
    }

    private ObservationRegistry registry()
    {
        final ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>()
        {
            @Override
            public void onStart(final Observation.Context context)
            {
                started.add(String.valueOf(context.getLowCardinalityKeyValue("method")));
            }

            @Override
            public void onStop(final Observation.Context context)
            {
                final List<String> tags = new ArrayList<>();
                context.getLowCardinalityKeyValues()
                    .forEach((tag) -> tags.add(tag.getKey() + "=" + tag.getValue()));
                final @Nullable Throwable error = context.getError();
                tags.add(error == null ? "no error" : error.getClass().getSimpleName());
                ended.add(context.getName() + " " + String.join(" ", tags));
                if (isBroken)
                {
                    throw new IllegalStateException("of the handler");
                }
            }

            @Override
            public boolean supportsContext(final Observation.Context context)
            {
                return true;
            }
        });

        return registry;
    }

    @Test
    void shouldEndWhenTheCallerHasTheLock()
    {
        with((nodes, work) ->
        {
            assertThat(work.call(() -> ended.get(0)))
                .isEqualTo("redlock.locked " + METHOD + " outcome=ACQUIRED no error");
            assertThat(started).containsExactly("keyValue(" + METHOD + ")");
            assertThat(work.later("done").join()).isEqualTo("done");
            assertThatThrownBy(() -> work.call(() ->
            {
                throw new IllegalStateException("of the work");
            })).hasMessage("of the work");
            assertThat(ended).hasSize(3).allMatch((wait) -> wait.endsWith(" outcome=ACQUIRED no error"));
        });
    }

    @Test
    void shouldTellContentionFromOutage()
    {
        with((nodes, work) ->
        {
            try (Lease theirs = nodes.holdElsewhere("work"))
            {
                assertThatThrownBy(() -> work.call(() -> null)).isInstanceOf(LockContendedException.class);
                assertThat(work.skipped()).isNull();
                assertThat(theirs.isHeld()).isTrue();
            }
            nodes.kill(0);
            nodes.kill(1);
            nodes.kill(2);
            assertThatThrownBy(() -> work.call(() -> null)).isInstanceOf(NoQuorumException.class);
            assertThat(ended).satisfiesExactly(
                (wait) -> assertThat(wait).endsWith("call(Callable) outcome=CONTENDED no error"),
                (wait) -> assertThat(wait).endsWith("skipped() outcome=CONTENDED no error"),
                (wait) -> assertThat(wait).endsWith("call(Callable) outcome=NO_QUORUM NoQuorumException"));
        });
    }

    /**
     * What an application's handler throws when the lock is won is the caller's, and the lock is free.
     */
    @Test
    void shouldReleaseTheLockIfAHandlerThrows()
    {
        with((nodes, work) ->
        {
            isBroken = true;
            assertThatThrownBy(() -> work.call(() -> "done")).hasMessage("of the handler");
            assertThatThrownBy(() -> work.later("done")).hasMessage("of the handler");
            isBroken = false;
            Await.parking().until("work free", Duration.ofSeconds(40), () -> !nodes.isHeld("work"));
        });
    }

    private interface Body
    {
        void run(FakeNodes nodes, Work work) throws Exception;
    }

    static class Work
    {
        @Locked(name = "work")
        <T> T call(final Callable<T> body) throws Exception
        {
            return body.call();
        }

        @Locked(name = "work", onFailure = OnFailure.SKIP)
        String skipped()
        {
            return "done";
        }

        @Locked(name = "work")
        CompletableFuture<String> later(final String value)
        {
            return CompletableFuture.completedFuture(value);
        }
    }
}
