// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

import org.agrona.concurrent.NanoClock;

import dev.redlock.engine.port.TokenSource;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.news.HandleListener;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.runtime.settings.Transports;
import dev.redlock.runtime.tokens.CtrTokenSource;
import dev.redlock.spi.address.NodeAddress;

/**
 * A client of three nodes in memory. It closes the handles that it has made.
 */
public final class ClientRig implements AutoCloseable
{
    public static final long SECOND_NS = 1_000_000_000L;
    public static final long PATIENCE_NS = 3600 * SECOND_NS;
    static final ClaimOptions OPTIONS =
        new ClaimOptions.Draft().with((set) -> set.maxHoldNs = 24 * 3600 * SECOND_NS).conclude();

    public static final HandleListener<Object> DEAF = new HandleListener<>()
    {
    };

    /**
     * How far the client's clock is ahead of the machine's.
     */
    public final AtomicLong aheadNs = new AtomicLong();

    /**
     * How far the client's wall clock is ahead of that.
     */
    public final AtomicLong wallAheadMs = new AtomicLong();

    /**
     * How long the next look at the wall clock takes, and how long the monotonic clock stands still in it.
     */
    public final AtomicLong stallMs = new AtomicLong();
    public final News news = new News();
    public final InstantNodes nodes;
    public final Client client;
    private final List<Handle> handles = new ArrayList<>();

    public ClientRig(final InstantNodes nodes, final boolean isInvoker, final TokenSource tokens)
    {
        this.nodes = nodes;
        final ClientSettings.Draft settings = new ClientSettings.Draft();
        settings.name = "rig";
        settings.nodes = Arrays.stream(nodes.uris()).map(NodeAddress::parse).toList();
        settings.transport = () -> Transports.choose("fake");
        settings.transportOptions = Map.of("nodes", nodes.id());
        settings.isInvoker = isInvoker;
        settings.maxKeyBytes = 1024;
        settings.maxHandles = 64;
        settings.startTimeoutNs = 10 * SECOND_NS;
        settings.clock = () -> System.nanoTime() + aheadNs.get();
        settings.wall = () ->
        {
            final long stalledMs = stallMs.getAndSet(0);
            aheadNs.addAndGet(stalledMs * 1_000_000);
            wallAheadMs.addAndGet(stalledMs);

            return settings.clock.nanoTime() / 1_000_000 + wallAheadMs.get();
        };
        settings.tokens = () -> tokens;
        settings.seed = () -> 42;
        client = new Client(settings.conclude(), true, List.of(news));
        client.awaitNodes(settings.clock.nanoTime());
    }

    public static ClientRig dedicated()
    {
        return dedicated(new InstantNodes(3));
    }

    public static ClientRig dedicated(final InstantNodes nodes)
    {
        return new ClientRig(nodes, false, new CtrTokenSource());
    }

    public static ClientRig invoker()
    {
        return new ClientRig(new InstantNodes(3), true, new CtrTokenSource());
    }

    static ClientRig of(final WithRig.Mode mode)
    {
        return mode == WithRig.Mode.INVOKER ? invoker() : dedicated();
    }

    public Handle handle(final String key)
    {
        return handle(key, DEAF);
    }

    public Handle handle(final String key, final HandleListener<Object> listener)
    {
        return handle(key, OPTIONS, listener);
    }

    public Handle handle(final String key, final ClaimOptions options, final HandleListener<Object> listener)
    {
        final Handle handle = new Handle(client, key, options, key, listener);
        handles.add(handle);

        return handle;
    }

    public static long acquire(final Handle handle, final long waitNs)
    {
        try
        {
            return handle.acquire(waitNs, true);
        }
        catch (final InterruptedException ex)
        {
            throw new CompletionException(ex);
        }
    }

    public static CompletableFuture<Long> acquireOnAnotherThread(final Handle handle)
    {
        return Deadline.elsewhere(() -> handle.acquire(PATIENCE_NS, true));
    }

    /**
     * What a callback does that blocks the engine.
     */
    public static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * Waits for something that the engine does, driving it where that is up to us.
     */
    public void await(final String what, final BooleanSupplier condition)
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

    /**
     * The clock of the client.
     */
    public NanoClock clock()
    {
        return client.settings().clock();
    }

    @Override
    public String toString()
    {
        return client.settings().isInvoker() ? "invoker" : "dedicated";
    }

    @Override
    public void close()
    {
        nodes.speak();
        handles.forEach(Handle::close);
        client.close();
        nodes.close();
    }
}
