// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for things outside the JVM, which cannot notify: polls often, and gives up at a deadline.
 */
public final class Waiting
{
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long END_WITHIN_MS = 10_000;

    private Waiting()
    {
    }

    /**
     * The instant a duration from now; a duration that is too long for nanoseconds means the longest
     * possible.
     *
     * @param within the duration.
     * @return as {@link System#nanoTime()} has it.
     */
    public static long deadlineNs(final Duration within)
    {
        final long limit = Long.MAX_VALUE / 2;
        final boolean isHuge = within.compareTo(Duration.ofNanos(limit)) > 0;

        return System.nanoTime() + (isHuge ? limit : within.toNanos());
    }

    /**
     * Waits until the condition holds; returns whether it did in time.
     *
     * @param condition  what is waited for; asked by this thread.
     * @param deadlineNs as {@link #deadlineNs} has it.
     * @return false if the deadline came first.
     * @throws IllegalStateException when interrupted; the thread's interrupt flag is set again.
     */
    public static boolean until(final BooleanSupplier condition, final long deadlineNs)
    {
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs >= 0)
            {
                return false;
            }
            if (Thread.currentThread().isInterrupted())
            {
                throw new IllegalStateException("interrupted while waiting");
            }
            LockSupport.parkNanos(POLL_NS);
        }

        return true;
    }

    /**
     * Waits for a process that is about to end, despite interrupts: clean-up must be complete.
     */
    static int forExit(final Process process)
    {
        uninterruptedly(process::waitFor);

        return process.exitValue();
    }

    /**
     * Waits for a thread that is about to end, despite interrupts.
     *
     * @param thread to wait for, ten seconds at most.
     */
    public static void forEnd(final Thread thread)
    {
        uninterruptedly(() -> thread.join(END_WITHIN_MS));
    }

    private static void uninterruptedly(final Interruptible wait)
    {
        boolean isInterrupted = false;
        while (true)
        {
            try
            {
                wait.run();
                break;
            }
            catch (final InterruptedException ignored)
            {
                isInterrupted = true;
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    private interface Interruptible
    {
        void run() throws InterruptedException;
    }
}
