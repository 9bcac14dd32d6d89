// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

import com.sun.management.OperatingSystemMXBean;
import org.HdrHistogram.Histogram;

import dev.redlock.LockListener;
import dev.redlock.MetricsCursor;
import dev.redlock.Redlock;
import dev.redlock.cli.output.Progress;
import dev.redlock.cli.output.Prose;
import dev.redlock.load.AllocationMeter;
import dev.redlock.load.FlyingLoad;
import dev.redlock.load.Load;
import dev.redlock.load.LoadThread;
import dev.redlock.load.Recording;
import dev.redlock.load.Schedule;
import dev.redlock.load.WaitingLoad;
import dev.redlock.load.Window;
import dev.redlock.outcome.Counter;

/**
 * Puts the load on the nodes and measures it. Its own thread only looks on.
 */
final class BenchRun
{
    private static final OperatingSystemMXBean PROCESS =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Duration LEAD = Duration.ofMillis(20);
    private static final long LOOK_NS = Duration.ofMillis(250).toNanos();

    private final BenchSettings settings;
    private final IntFunction<Redlock> clients;
    private final List<LoadThread<Redlock>> threads = new ArrayList<>();
    private final List<Redlock> redlocks = new ArrayList<>();

    /**
     * A run that has not begun.
     *
     * @param settings what load.
     * @param clients  builds the client with a number, on the thread that calls.
     */
    BenchRun(final BenchSettings settings, final IntFunction<Redlock> clients)
    {
        this.settings = settings;
        this.clients = clients;
    }

    BenchResult call()
    {
        final Redlock shared = settings.clients() < settings.threads() ? clients.apply(0) : null;
        try
        {
            startThreads(shared);

            return measure();
        }
        catch (final RuntimeException ex)
        {
            threads.forEach(Thread::interrupt);
            throw ex;
        }
        finally
        {
            threads.forEach(LoadThread::close);
            threads.forEach(BenchRun::awaitEnd);
            if (shared != null)
            {
                shared.close();
            }
        }
    }

    private void startThreads(final Redlock shared)
    {
        final KeySpace keys = new KeySpace(settings);
        for (int i = 0; i < settings.threads(); i++)
        {
            final int index = i;
            final Function<Redlock, Load> loads = (redlock) -> load(redlock, keys, index);
            final LoadThread<Redlock> thread = shared == null ?
                new LoadThread<>(index, () -> clients.apply(index), Redlock::close, loads) :
                new LoadThread<>(index, () -> shared, (redlock) -> {}, loads);
            threads.add(thread);
            thread.start();
        }
        for (final LoadThread<Redlock> thread : threads)
        {
            final Redlock redlock = join(thread.client());
            if (!redlocks.contains(redlock))
            {
                redlocks.add(redlock);
            }
        }
    }

    private Load load(final Redlock redlock, final KeySpace keys, final int index)
    {
        final IntSupplier poll = settings.client().isInvoker() ? redlock::poll : null;
        if (settings.isAsynchronous())
        {
            final int first = index * settings.inFlight();
            final FlyingLoad flying = new FlyingLoad(settings.inFlight(),
                (flight, listener) -> keys.handles(redlock, first + flight, listener), poll,
                settings.patienceNs());

            return (recording) -> flying.run(recording, settings.isOpen() ?
                (flight) -> schedule(recording, first + flight, settings.holders()) : null);
        }

        final WaitingLoad waiting = new WaitingLoad(new HandleCycle(
            keys.handles(redlock, index, LockListener.NONE), poll, settings.patienceNs()));

        return (recording) -> waiting.run(
            recording, settings.isOpen() ? schedule(recording, index, settings.threads()) : null);
    }

    private Schedule schedule(final Recording recording, final int index, final int count)
    {
        return new Schedule(recording.window().startNs(), settings.rate(), index, count);
    }

    private BenchResult measure()
    {
        final AllocationMeter allocation = new AllocationMeter();
        allocation.bytes();
        final Window window = Window.of(
            System.nanoTime() + LEAD.toNanos(), settings.warmup().toNanos(), settings.measured().toNanos());
        final List<CompletableFuture<Recording>> ends =
            threads.stream().map((thread) -> thread.measure(new Recording(window))).toList();

        say("warming up for " + Prose.duration(settings.warmup()) + " ...");
        await("warming up", window.fromNs(), ends);
        final List<String> before = MissingNodes.now(redlocks);
        before.forEach((node) -> say("not all nodes are there: " + node));
        say("measuring for " + Prose.duration(settings.measured()) + " ...");
        final List<MetricsCursor> cursors =
            redlocks.stream().map((redlock) -> redlock.metrics().cursor()).toList();
        rtts(cursors);
        final long bytesBefore = allocation.bytes();
        final long cpuBeforeNs = PROCESS.getProcessCpuTime();
        await("measuring", window.toNs(), ends);
        final long cpuNs = PROCESS.getProcessCpuTime() - cpuBeforeNs;
        final long bytes = allocation.bytes() - bytesBefore;
        final List<Histogram> rtts = rtts(cursors);
        final MissingNodes missing = new MissingNodes(before, MissingNodes.now(redlocks, rtts));

        final Recording total = new Recording(window);
        ends.forEach((end) -> total.add(join(end)));

        return new BenchResult(
            settings, total, bytes, cpuNs, redlocks.get(0).metrics().nodes(), rtts, missing);
    }

    private List<Histogram> rtts(final List<MetricsCursor> cursors)
    {
        final List<Histogram> rtts = new ArrayList<>();
        for (int i = 0; i < redlocks.get(0).metrics().nodes().size(); i++)
        {
            final Histogram sum = cursors.get(0).rttInterval(i);
            for (int j = 1; j < cursors.size(); j++)
            {
                sum.add(cursors.get(j).rttInterval(i));
            }
            rtts.add(sum);
        }

        return rtts;
    }

    private void await(final String what, final long instantNs, final List<CompletableFuture<Recording>> ends)
    {
        final long beganNs = System.nanoTime();
        final long before = acquired();
        try (Progress progress = Progress.ofTime(
            "redlock: " + what, "locks", Duration.ofNanos(Math.max(1, instantNs - beganNs))))
        {
            for (long leftNs = instantNs - System.nanoTime(); leftNs > 0;
                leftNs = instantNs - System.nanoTime())
            {
                LockSupport.parkNanos(Math.min(leftNs, LOOK_NS));
                ends.stream().filter(CompletableFuture::isCompletedExceptionally).forEach(BenchRun::join);
                progress.update(acquired() - before);
            }
        }
    }

    private long acquired()
    {
        return redlocks.stream().mapToLong((redlock) -> redlock.metrics().count(Counter.ATTEMPTS_WON)).sum();
    }

    private static <T> T join(final CompletableFuture<T> future)
    {
        try
        {
            return future.join();
        }
        catch (final CompletionException ex)
        {
            if (ex.getCause() instanceof RuntimeException)
            {
                throw (RuntimeException)ex.getCause();
            }
            throw ex;
        }
    }

    private static void awaitEnd(final Thread thread)
    {
        try
        {
            thread.join();
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
        }
    }

    private static void say(final String message)
    {
        System.err.println("redlock: " + message);
    }
}
