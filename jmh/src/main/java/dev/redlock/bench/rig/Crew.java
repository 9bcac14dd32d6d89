// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import com.sun.management.OperatingSystemMXBean;

import dev.redlock.bench.contender.Contender;
import dev.redlock.bench.contender.ContenderKind;
import dev.redlock.bench.contender.Target;
import dev.redlock.load.AllocationMeter;
import dev.redlock.load.Load;
import dev.redlock.load.LoadThread;
import dev.redlock.load.Pause;
import dev.redlock.load.Recording;
import dev.redlock.load.Schedule;
import dev.redlock.load.WaitingLoad;
import dev.redlock.load.Window;

/**
 * The threads and clients of one contender in one scenario.
 */
final class Crew implements AutoCloseable
{
    private static final long LEAD_NS = 10_000_000L;
    private static final long CLOSE_WITHIN_MS = 20_000;
    private static final double NS_PER_S = 1e9;
    private static final OperatingSystemMXBean PROCESS =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final List<LoadThread<Contender>> threads = new ArrayList<>();
    private final AllocationMeter allocation = new AllocationMeter();
    private final Contender shared;
    private final Crowd crowd;
    private volatile boolean isWarmingUp;

    /**
     * Opens the clients, and waits until they are there. Kinds that cannot be shared have one per thread.
     *
     * @param kind   of contender.
     * @param target what to connect to.
     * @param crowd  of the scenario.
     */
    Crew(final ContenderKind kind, final Target target, final Crowd crowd)
    {
        this.crowd = crowd;
        final boolean isOwner = kind.isBoundToThread() || crowd.clients() > 1;
        shared = isOwner ? null : kind.open(target);
        final AtomicInteger holders = new AtomicInteger();
        for (int i = 0; i < crowd.threads(); i++)
        {
            final int index = i;
            final String key = "rig:" + (crowd.contended() ? 0 : i);
            final AtomicInteger ofKey = crowd.contended() ? holders : new AtomicInteger();
            final Function<Contender, Load> loads = (contender) -> crowd.inFlight() > 0 ?
                (recording) -> contender.fleet(keys(key, crowd.inFlight())).run(recording) :
                waiting(new WatchedCycle(contender.mutex(key), ofKey, crowd.paced()), index);
            threads.add(isOwner ? new LoadThread<>(i, () -> kind.open(target), Contender::close, loads) :
                new LoadThread<>(i, () -> shared, (contender) -> {}, loads));
        }
        threads.forEach(Thread::start);
        threads.forEach((thread) -> thread.client().join());
    }

    /*
     * Some contenders connect with their first lock, and take seconds for it.
     */
    private Load waiting(final WatchedCycle cycle, final int index)
    {
        cycle.prime();
        final WaitingLoad load = new WaitingLoad(cycle);

        return (recording) -> load.run(recording, crowd.rate() == 0 || isWarmingUp ? null :
            new Schedule(recording.window().startNs(), crowd.rate(), index, crowd.threads()));
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
     * Makes load in slices that do not count, and at no rate: at a thousand cycles a second the compiler
     * would take its time.
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
        isWarmingUp = true;
        while (made < cycles && System.nanoTime() - begunNs + sliceNs <= mostNs)
        {
            made += measure(0, sliceNs).recording().cycles();
        }
        isWarmingUp = false;

        return made;
    }

    /**
     * Makes load and measures.
     *
     * @param warmupNs   load that does not count.
     * @param measuredNs load that counts.
     * @return the figures.
     */
    Figures measure(final long warmupNs, final long measuredNs)
    {
        allocation.bytes();
        final Window window = Window.of(System.nanoTime() + LEAD_NS, warmupNs, measuredNs);
        final List<CompletableFuture<Recording>> ends = new ArrayList<>();
        threads.forEach((thread) -> ends.add(thread.measure(new Recording(window))));

        Pause.until(window.fromNs());
        final long before = allocation.bytes();
        final long cpuBeforeNs = PROCESS.getProcessCpuTime();
        Pause.until(window.toNs());
        final long cpuNs = PROCESS.getProcessCpuTime() - cpuBeforeNs;
        final long bytes = allocation.bytes() - before;

        final Recording total = new Recording(window);
        ends.forEach((end) -> total.add(end.join()));

        return new Figures(total, crowd, bytes, cpuNs, measuredNs / NS_PER_S);
    }

    @Override
    public void close()
    {
        threads.forEach(LoadThread::close);
        try
        {
            for (final Thread thread : threads)
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
