// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import dev.redlock.bench.contender.Contender;
import dev.redlock.bench.contender.ContenderKind;
import dev.redlock.bench.contender.Recording;
import dev.redlock.bench.contender.Target;
import dev.redlock.bench.contender.Window;

/**
 * The threads and clients of one contender in one scenario.
 */
final class Crew implements AutoCloseable
{
    private static final long LEAD_NS = 10_000_000L;
    private static final long CLOSE_WITHIN_MS = 20_000;
    private static final double NS_PER_S = 1e9;

    private final List<CrewThread> threads = new ArrayList<>();
    private final AllocationMeter allocation = new AllocationMeter();
    private final Contender shared;

    /**
     * Opens the clients, and waits until they are there.
     *
     * @param kind     of contender.
     * @param target   what to connect to.
     * @param count    of threads.
     * @param clients  1 to share one, or one for each thread. Kinds that cannot be shared have one for each.
     * @param inFlight locks in flight per thread; 0 to wait for each.
     * @param keys     1 for one key for all; 0 for one for each thread.
     */
    Crew(
        final ContenderKind kind,
        final Target target,
        final int count,
        final int clients,
        final int inFlight,
        final int keys)
    {
        final boolean isOwner = kind.isBoundToThread() || clients > 1;
        shared = isOwner ? null : kind.open(target);
        final Supplier<Contender> source = isOwner ? () -> kind.open(target) : () -> shared;
        final AtomicInteger holders = new AtomicInteger();
        for (int i = 0; i < count; i++)
        {
            final String key = "rig:" + (keys == 1 ? 0 : i);
            final AtomicInteger ofKey = keys == 1 ? holders : new AtomicInteger();
            threads.add(new CrewThread("load-" + i, source, isOwner, (contender) -> inFlight > 0 ?
                (recording, rate) -> contender.fleet(keys(key, inFlight)).run(recording.window(), recording) :
                primed(new WaitingLoad(contender.mutex(key), ofKey))));
        }
        threads.forEach(Thread::start);
        threads.forEach((thread) -> thread.ready().join());
    }

    /*
     * Some contenders connect with their first lock, and take seconds for it.
     */
    private static Load primed(final WaitingLoad load)
    {
        load.prime();

        return load;
    }

    private static String[] keys(final String prefix, final int count)
    {
        final String[] keys = new String[count];
        for (int i = 0; i < count; i++)
        {
            keys[i] = String.format("%s:%04d", prefix, i);
        }

        return keys;
    }

    /**
     * Makes load in slices that do not count.
     *
     * @param sliceNs length of a slice.
     * @param cycles  to be made by all threads together.
     * @param mostNs  the longest time.
     * @return how many were made; fewer if the time was too short.
     */
    long warmUp(final long sliceNs, final long cycles, final long mostNs)
    {
        final long begunNs = System.nanoTime();
        long made = 0;
        while (made < cycles && System.nanoTime() - begunNs + sliceNs <= mostNs)
        {
            made += measure(0, sliceNs, 0).recording().cycles();
        }

        return made;
    }

    /**
     * Makes load and measures.
     *
     * @param warmupNs   load that does not count.
     * @param measuredNs load that counts.
     * @param rate       cycles a second of each thread; 0 for as fast as they end.
     * @return the figures.
     */
    Figures measure(final long warmupNs, final long measuredNs, final double rate)
    {
        allocation.bytes();
        final Window window = Window.of(System.nanoTime() + LEAD_NS, warmupNs, measuredNs);
        final List<CompletableFuture<Recording>> ends = new ArrayList<>();
        threads.forEach((thread) -> ends.add(thread.measure(new Recording(window), rate)));

        sleepUntil(window.fromNs());
        final long before = allocation.bytes();
        sleepUntil(window.toNs());
        final long bytes = allocation.bytes() - before;

        final Recording total = new Recording(window);
        ends.forEach((end) -> total.add(end.join()));

        return new Figures(total, bytes, measuredNs / NS_PER_S);
    }

    private static void sleepUntil(final long instantNs)
    {
        for (long leftNs = instantNs - System.nanoTime(); leftNs > 0; leftNs = instantNs - System.nanoTime())
        {
            LockSupport.parkNanos(leftNs);
        }
    }

    @Override
    public void close()
    {
        threads.forEach(CrewThread::close);
        try
        {
            for (final CrewThread thread : threads)
            {
                thread.join(CLOSE_WITHIN_MS);
            }
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
        }
        if (shared != null)
        {
            shared.close();
        }
    }
}
