// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import dev.redlock.outcome.Outcome;

/**
 * Acquires, waits, releases, waits: one lock at a time. On a schedule times count from the instant at which a
 * cycle should have begun, so that a stall is charged to all that it delays.
 */
public final class WaitingLoad
{
    private final Cycle cycle;

    /**
     * A load of one thread.
     *
     * @param cycle to repeat.
     */
    public WaitingLoad(final Cycle cycle)
    {
        this.cycle = cycle;
    }

    /**
     * Makes load until the window of the recording is over.
     *
     * @param recording takes the figures.
     * @param schedule  when cycles should begin; null for as fast as they end.
     * @throws InterruptedException if the thread is interrupted.
     */
    public void run(final Recording recording, final Schedule schedule) throws InterruptedException
    {
        final Window window = recording.window();
        cycle.waitUntil(window.startNs());
        if (schedule != null)
        {
            runOnSchedule(recording, schedule);
        }
        else
        {
            for (long nowNs = System.nanoTime(); !window.isOver(nowNs); nowNs = System.nanoTime())
            {
                once(recording, nowNs, nowNs);
            }
        }
    }

    private void runOnSchedule(final Recording recording, final Schedule schedule) throws InterruptedException
    {
        final Window window = recording.window();
        final long due = schedule.dueBefore(window.toNs());
        for (long number = 0; number < due; number++)
        {
            final long intendedNs = schedule.intendedNs(number);
            cycle.waitUntil(intendedNs);
            final long nowNs = System.nanoTime();
            if (window.isOver(nowNs))
            {
                recording.missed(due - Math.max(number, schedule.dueBefore(window.fromNs())));

                return;
            }
            once(recording, intendedNs, nowNs);
        }
    }

    private void once(final Recording recording, final long intendedNs, final long begunNs)
        throws InterruptedException
    {
        final Outcome acquired = cycle.acquire();
        if (acquired != Outcome.ACQUIRED)
        {
            recording.failure(acquired, intendedNs);

            return;
        }

        final long acquiredNs = System.nanoTime();
        final Outcome released = cycle.release();
        if (released == Outcome.RELEASED)
        {
            recording.cycle(intendedNs, begunNs, acquiredNs, System.nanoTime());
        }
        else
        {
            recording.unreleased(released, intendedNs, begunNs, acquiredNs);
        }
    }
}
