// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.runtime.settings.Transports;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;

class OperatorDeskTest
{
    private static final int IN_FLIGHT = 16;
    private static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(10);

    @AutoClose
    private final InstantNodes nodes = new InstantNodes(3);

    private ClientSettings settings()
    {
        final ClientSettings.Draft settings = new ClientSettings.Draft();
        settings.nodes = Arrays.stream(nodes.uris()).map(NodeAddress::parse).toList();
        settings.transport = () -> Transports.choose("fake");
        settings.transportOptions = Map.of("nodes", nodes.id());

        return settings.conclude();
    }

    /**
     * What there was no memory for is done again, but not what was told.
     */
    @Test
    void shouldTellAFaultOnceThoughTheEndIsTriedAgain()
    {
        final Queue<Throwable> told = new ConcurrentLinkedQueue<>();
        final ClientSettings settings = settings();
        final OperatorDesk desk = new OperatorDesk(Transports.choose("fake"),
            settings.transportContext(List.of(), IN_FLIGHT), settings.label(), settings.clock(),
            settings.engine().connectTimeoutNs(), (error) ->
            {
                told.add(error);
                throw new OutOfMemoryError("planted");
            });
        nodes.throwFromInquire(new IllegalStateException("planted"));
        final CompletableFuture<Answer> question = desk.ask(0, WITHIN_NS, new byte[][]{{'P'}});

        assertThatThrownBy(() -> Deadline.get(question)).hasMessageContaining("unexpected error");

        Deadline.await("its transport is closed", nodes::areTransportsClosed);
        desk.close(settings.clock().nanoTime() + WITHIN_NS);
        assertThat(told).hasSize(1);
    }
}
