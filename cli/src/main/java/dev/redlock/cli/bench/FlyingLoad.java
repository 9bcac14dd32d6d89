// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.Redlock;

/**
 * A client with many locks in flight at a time, driven from the engine thread's callbacks. This thread only
 * lets them start, at their times in an open loop; in invoker mode it is the engine thread, too.
 */
final class FlyingLoad implements Load
{
    private static final long LANDING_NS = 5_000_000_000L;
    private static final long LOOK_NS = 1_000_000L;

    private final Redlock redlock;
    private final BenchSettings settings;
    private final int index;
    private final Recording recording;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Flight[] flights;

    /**
     * A load that is not yet made.
     *
     * @param redlock   the client.
     * @param keys      of the run.
     * @param settings  of the run.
     * @param index     of this thread.
     * @param recording of this thread's client.
     */
    FlyingLoad(
        final Redlock redlock,
        final KeySpace keys,
        final BenchSettings settings,
        final int index,
        final Recording recording)
    {
        this.redlock = redlock;
        this.settings = settings;
        this.index = index;
        this.recording = recording;

        flights = new Flight[settings.inFlight()];
        for (int i = 0; i < flights.length; i++)
        {
            flights[i] = new Flight(underWay, recording, settings.patienceNs());
            flights[i].use(keys.handles(redlock, holder(i), flights[i]));
        }
    }

    private int holder(final int flight)
    {
        return index * settings.inFlight() + flight;
    }

    @Override
    public void run(final Window window)
    {
        for (int i = 0; i < flights.length; i++)
        {
            flights[i].prepare(window, settings.isOpen() ?
                new Schedule(window.startNs(), settings.rate(), holder(i), settings.holders()) : null);
        }

        waitUntil(window.startNs());
        if (settings.isOpen())
        {
            launchOnSchedule(window);
        }
        else
        {
            for (final Flight flight : flights)
            {
                flight.launch();
            }
        }
        waitUntil(window.toNs());
        land(window);
        for (final Flight flight : flights)
        {
            recording.notStarted(flight.notStarted());
        }
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
                waitUntil(dueNs);
                flight.launch();
            }
        }
    }

    private void land(final Window window)
    {
        final long deadlineNs = window.toNs() + LANDING_NS;
        while (underWay.get() > 0 && deadlineNs - System.nanoTime() > 0)
        {
            if (settings.isInvoker())
            {
                redlock.poll();
            }
            else
            {
                LockSupport.parkNanos(LOOK_NS);
            }
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
