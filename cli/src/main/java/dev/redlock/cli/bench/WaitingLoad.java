// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;

/**
 * A thread that acquires, waits, releases, waits: one lock at a time.
 */
final class WaitingLoad implements Load
{
    private final Redlock redlock;
    private final LockHandle[] handles;
    private final BenchSettings settings;
    private final int index;
    private final Recording recording;
    private int next;

    /**
     * A load that is not yet made.
     *
     * @param redlock   the client.
     * @param handles   to use in turn.
     * @param settings  of the run.
     * @param index     of this thread.
     * @param recording of this thread.
     */
    WaitingLoad(
        final Redlock redlock,
        final LockHandle[] handles,
        final BenchSettings settings,
        final int index,
        final Recording recording)
    {
        this.redlock = redlock;
        this.handles = handles;
        this.settings = settings;
        this.index = index;
        this.recording = recording;
    }

    @Override
    public void run(final Window window) throws InterruptedException
    {
        waitUntil(window.startNs());
        if (settings.isOpen())
        {
            runOnSchedule(window);
        }
        else
        {
            for (long nowNs = System.nanoTime(); !window.isOver(nowNs); nowNs = System.nanoTime())
            {
                cycle(nowNs, nowNs);
            }
        }
    }

    private void runOnSchedule(final Window window) throws InterruptedException
    {
        final Schedule schedule =
            new Schedule(window.startNs(), settings.rate(), index, settings.threads());
        final long due = schedule.dueBefore(window.toNs());
        for (long number = 0; number < due; number++)
        {
            final long intendedNs = schedule.intendedNs(number);
            waitUntil(intendedNs);
            final long nowNs = System.nanoTime();
            if (window.isOver(nowNs))
            {
                recording.notStarted(due - Math.max(number, schedule.dueBefore(window.fromNs())));

                return;
            }
            cycle(intendedNs, nowNs);
        }
    }

    private void cycle(final long intendedNs, final long begunNs) throws InterruptedException
    {
        final LockHandle handle = handles[next];
        next = next + 1 == handles.length ? 0 : next + 1;

        final long term = handle.acquireNs(settings.patienceNs());
        if (term < 0)
        {
            recording.failure(Outcome.of(term), intendedNs);

            return;
        }

        final long acquiredNs = System.nanoTime();
        final Outcome released = handle.release(term);
        final long releasedNs = System.nanoTime();
        if (released == Outcome.RELEASED)
        {
            recording.cycle(intendedNs, begunNs, acquiredNs, releasedNs);
        }
        else
        {
            recording.failure(released, intendedNs);
        }
    }

    private void waitUntil(final long instantNs)
    {
        if (settings.isInvoker())
        {
            while (instantNs - System.nanoTime() > 0)
            {
                redlock.poll();
            }
        }
        else
        {
            Pause.until(instantNs);
        }
    }
}
