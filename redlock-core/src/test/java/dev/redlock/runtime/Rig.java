// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.Arrays;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

import dev.redlock.engine.ClaimOptions;
import dev.redlock.engine.EngineConfig;
import dev.redlock.engine.TokenSource;
import dev.redlock.fake.Deadline;
import dev.redlock.fake.FakeNodes;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TlsOptions;

/**
 * A client of three nodes in memory.
 */
final class Rig implements AutoCloseable
{
    static final long SECOND_NS = 1_000_000_000L;
    static final long PATIENCE_NS = 3600 * SECOND_NS;
    static final ClaimOptions OPTIONS =
        new ClaimOptions(30_000, 0, Integer.MAX_VALUE, 1_000_000, 8_000_000, false, 600 * SECOND_NS, 1000);

    static final HandleListener<Object> DEAF = new HandleListener<>()
    {
    };

    final News news = new News();
    final FakeNodes nodes;
    final Client client;

    private Rig(final FakeNodes nodes, final boolean isInvoker, final NanoClock clock, final int ringCapacity)
    {
        this(nodes, isInvoker, clock, ringCapacity, SecureTokens.source());
    }

    Rig(
        final FakeNodes nodes,
        final boolean isInvoker,
        final NanoClock clock,
        final int ringCapacity,
        final TokenSource tokens)
    {
        this.nodes = nodes;
        final int count = nodes.uris().length;
        client = new Client(new ClientSettings(
            "rig", Arrays.stream(nodes.uris()).map(NodeAddress::parse).toList(),
            EngineConfig.of(Quorum.majorityOf(count)), () -> Transports.choose("fake"),
            Map.of("nodes", nodes.id()),
            TlsOptions.PLATFORM, isInvoker, null, ringCapacity, new byte[0], 1024, 64,
            10 * SECOND_NS, SECOND_NS, clock, tokens, 42, news));
        client.awaitNodes();
    }

    static Rig dedicated()
    {
        return dedicated(new FakeNodes(3), 64);
    }

    static Rig dedicated(final FakeNodes nodes, final int ringCapacity)
    {
        return new Rig(nodes, false, SystemNanoClock.INSTANCE, ringCapacity);
    }

    static Rig invoker()
    {
        return invoker(SystemNanoClock.INSTANCE);
    }

    static Rig invoker(final NanoClock clock)
    {
        return new Rig(new FakeNodes(3), true, clock, 64);
    }

    static Rig of(final boolean isInvoker)
    {
        return isInvoker ? invoker() : dedicated();
    }

    Handle handle(final String key)
    {
        return handle(key, DEAF);
    }

    Handle handle(final String key, final HandleListener<Object> listener)
    {
        return handle(key, OPTIONS, listener);
    }

    Handle handle(final String key, final ClaimOptions options, final HandleListener<Object> listener)
    {
        return new Handle(client, key, options, key, listener);
    }

    /**
     * Waits for something that the engine does, driving it where that is up to us.
     */
    void await(final String what, final BooleanSupplier condition)
    {
        Deadline.await(what, () ->
        {
            if (client.settings().isInvoker())
            {
                client.poll();
            }

            return condition.getAsBoolean();
        });
    }

    @Override
    public void close()
    {
        nodes.speak();
        client.close();
        nodes.close();
    }
}
