// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;

/**
 * A client with many locks in flight at a time, driven from the engine thread's callbacks. This thread only
 * lets them start, at their times in an open loop; in invoker mode it is the engine thread, too.
 */
public final class FlyingLoad
{
    private static final long LANDING_NS = 5_000_000_000L;
    private static final long LOOK_NS = 1_000_000L;

    private final AtomicInteger underWay = new AtomicInteger();
    private final IntSupplier poll;
    private final Flight[] flights;

    /**
     * A load that is not yet made.
     *
     * @param count      locks in flight.
     * @param handles    makes the handles of a flight, which it uses in turn, with their listener.
     * @param poll       drives the client; null if a thread of its own does.
     * @param patienceNs how long to wait for a lock.
     */
    public FlyingLoad(final int count, final BiFunction<Integer, LockListener, LockHandle[]> handles,
        final IntSupplier poll, final long patienceNs)
    {
        this.poll = poll;
        flights = new Flight[count];
        for (int i = 0; i < count; i++)
        {
            flights[i] = new Flight(underWay, patienceNs);
            flights[i].use(handles.apply(i, flights[i]));
        }
    }

    /**
     * Makes load, once, until the window of the recording is over and all have landed, or should have.
     *
     * @param recording takes the figures.
     * @param schedules gives the schedule of a flight; null for as fast as cycles end.
     */
    public void run(final Recording recording, final IntFunction<Schedule> schedules)
    {
        final Window window = recording.window();
        for (int i = 0; i < flights.length; i++)
        {
            flights[i].prepare(recording, schedules == null ? null : schedules.apply(i));
        }

        Pause.until(window.startNs(), poll);
        if (schedules != null)
        {
            launchOnSchedule(window);
        }
        else
        {
            Arrays.stream(flights).forEach(Flight::launch);
        }
        Pause.until(window.toNs(), poll);
        land(window);
        Arrays.stream(flights).forEach((flight) -> recording.missed(flight.notStarted()));
    }

    /**
     * Flights that have not landed.
     *
     * @return their number.
     */
    public int underWay()
    {
        return underWay.get();
    }

    private void launchOnSchedule(final Window window)
    {
        for (long cycle = 0; true; cycle++)
        {
            for (final Flight flight : flights)
            {
                final long dueNs = flight.dueNs(cycle);
                if (window.isOver(dueNs) || window.isOver(System.nanoTime()))
                {
                    return;
                }
                Pause.until(dueNs, poll);
                flight.launch();
            }
        }
    }

    private void land(final Window window)
    {
        final long deadlineNs = window.toNs() + LANDING_NS;
        while (underWay.get() > 0 && deadlineNs - System.nanoTime() > 0)
        {
            if (poll != null)
            {
                poll.getAsInt();
            }
            else
            {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }
}
