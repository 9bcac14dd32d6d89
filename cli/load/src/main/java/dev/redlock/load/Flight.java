// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import java.util.concurrent.atomic.AtomicInteger;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.outcome.Outcome;

/**
 * One of many locks in flight: acquires, releases, and begins again, from the callbacks on the engine thread
 * and without waiting.
 */
final class Flight implements LockListener
{
    /*
     * In a closed loop the end of a cycle begins the next. In an open loop cycles are owed to the schedule:
     * the pacing thread adds one when it is due and begins it if no other is under way; the end of a cycle
     * takes one off and begins the next if more are owed. So a cycle is begun by one thread only, and the
     * fields pass from one to the other through the counter.
     */
    private final AtomicInteger owed = new AtomicInteger();
    private final AtomicInteger underWay;
    private final long patienceNs;
    private LockHandle[] handles;
    private Recording recording;
    private Schedule schedule;
    private int next;
    private long number;
    private long intendedNs;
    private long begunNs;
    private long acquiredNs;

    /**
     * A flight on the ground.
     *
     * @param underWay   counts flights in the air.
     * @param patienceNs how long to wait for a lock.
     */
    Flight(final AtomicInteger underWay, final long patienceNs)
    {
        this.underWay = underWay;
        this.patienceNs = patienceNs;
    }

    /**
     * Sets the handles, whose listener this flight is.
     */
    void use(final LockHandle[] newHandles)
    {
        handles = newHandles;
    }

    /**
     * Gives the times.
     *
     * @param newRecording with the window after which to land.
     * @param newSchedule  of this flight; null for a closed loop.
     */
    void prepare(final Recording newRecording, final Schedule newSchedule)
    {
        recording = newRecording;
        schedule = newSchedule;
    }

    /**
     * The instant at which the next cycle is due, in an open loop. Pacing thread only.
     *
     * @param cycle its number.
     */
    long dueNs(final long cycle)
    {
        return schedule.intendedNs(cycle);
    }

    /**
     * Begins a cycle, or has it begun when the one under way has ended. Not for the engine thread.
     */
    void launch()
    {
        if (schedule == null || owed.getAndIncrement() == 0)
        {
            underWay.incrementAndGet();
            begin();
        }
    }

    /**
     * Cycles of the window that were due and never began. To be asked when all have landed.
     */
    long notStarted()
    {
        final Window window = recording.window();

        return schedule == null ? 0 : Math.max(0, schedule.dueBefore(window.toNs()) -
            Math.max(number, schedule.dueBefore(window.fromNs())));
    }

    private void begin()
    {
        final LockHandle handle = handles[next];
        next = next + 1 == handles.length ? 0 : next + 1;
        begunNs = System.nanoTime();
        intendedNs = schedule == null ? begunNs : schedule.intendedNs(number);
        number++;

        final Outcome start = handle.acquireAsyncNs(patienceNs);
        if (start != Outcome.STARTED)
        {
            recording.failure(start, intendedNs);
            underWay.decrementAndGet();
        }
    }

    @Override
    public void onAcquired(final LockHandle handle, final long term)
    {
        acquiredNs = System.nanoTime();
        final Outcome start = handle.releaseAsync(term);
        if (start != Outcome.STARTED)
        {
            failToRelease(start);
        }
    }

    @Override
    public void onDenied(final LockHandle handle, final Outcome outcome)
    {
        recording.failure(outcome, intendedNs);
        goOn(System.nanoTime());
    }

    @Override
    public void onReleased(final LockHandle handle, final long term, final Outcome outcome)
    {
        final long releasedNs = System.nanoTime();
        if (outcome == Outcome.RELEASED)
        {
            recording.cycle(intendedNs, begunNs, acquiredNs, releasedNs);
            goOn(releasedNs);
        }
        else
        {
            failToRelease(outcome);
        }
    }

    private void failToRelease(final Outcome outcome)
    {
        recording.unreleased(outcome, intendedNs, begunNs, acquiredNs);
        goOn(System.nanoTime());
    }

    private void goOn(final long nowNs)
    {
        if (recording.window().isOver(nowNs) || schedule != null && owed.decrementAndGet() == 0)
        {
            underWay.decrementAndGet();
        }
        else
        {
            begin();
        }
    }
}
