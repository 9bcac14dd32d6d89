// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.management.ThreadMXBean;

/**
 * What rounds of work allocate: on the threads that do them, and on the client's engine thread meanwhile.
 */
final class Garbage
{
    /*
     * The barrier allocates where it makes a thread wait. So the threads of the work read their own counters
     * inside of it, and the engine's is read by its actions, while no other thread works.
     */
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    private final AtomicLong bytes = new AtomicLong();
    private final String engineThread;
    private long engineBefore;

    /**
     * @param engineThread name of the engine's thread; null if the thread of the work is the engine's.
     */
    Garbage(final String engineThread)
    {
        this.engineThread = engineThread;
    }

    /**
     * Runs every work in a thread of its own, or in the calling one if it is alone.
     *
     * @param warmUp rounds before it counts.
     * @param rounds that count.
     * @return bytes allocated in the rounds that count, by all together.
     */
    long of(final List<? extends Work> works, final int warmUp, final int rounds) throws Exception
    {
        bytes.set(0);
        final CyclicBarrier begin = new CyclicBarrier(works.size(), () -> engineBefore = engineBytes());
        final CyclicBarrier end =
            new CyclicBarrier(works.size(), () -> bytes.addAndGet(engineBytes() - engineBefore));

        if (works.size() == 1)
        {
            measure(works.get(0), warmUp, rounds, begin, end);

            return bytes.get();
        }

        final List<Throwable> troubles = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        for (final Work work : works)
        {
            final Thread thread = new Thread(() -> measure(work, warmUp, rounds, begin, end));
            thread.setUncaughtExceptionHandler((any, trouble) -> note(trouble, troubles, begin, end));
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
        if (!troubles.isEmpty())
        {
            throw new AssertionError("a thread of the work has failed", troubles.get(0));
        }

        return bytes.get();
    }

    private static void note(final Throwable trouble, final List<Throwable> troubles,
        final CyclicBarrier begin, final CyclicBarrier end)
    {
        synchronized (troubles)
        {
            troubles.add(trouble);
        }
        begin.reset();
        end.reset();
    }

    private void measure(final Work work, final int warmUp, final int rounds, final CyclicBarrier begin,
        final CyclicBarrier end)
    {
        try
        {
            work.run(warmUp);
            begin.await();
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            work.run(rounds);
            bytes.addAndGet(THREADS.getCurrentThreadAllocatedBytes() - before);
            end.await();
        }
        catch (final InterruptedException | BrokenBarrierException ex)
        {
            throw new IllegalStateException("the rounds did not end together", ex);
        }
    }

    private long engineBytes()
    {
        if (engineThread == null)
        {
            return 0;
        }

        for (final Thread thread : Thread.getAllStackTraces().keySet())
        {
            if (thread.getName().equals(engineThread))
            {
                return THREADS.getThreadAllocatedBytes(thread.getId());
            }
        }
        throw new AssertionError("there is no thread '" + engineThread + "'");
    }

    /**
     * Something that can be done many times.
     */
    @FunctionalInterface
    interface Work
    {
        void run(int rounds) throws InterruptedException;
    }
}
