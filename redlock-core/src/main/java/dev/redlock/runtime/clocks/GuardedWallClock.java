// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.clocks;

import org.agrona.concurrent.EpochClock;

import dev.redlock.news.ClientEvents;
import dev.redlock.outcome.Counter;
import dev.redlock.runtime.metrics.ClientMeter;

/**
 * The application's wall clock. What it throws costs that reading: each is counted, and one is told.
 * <p>
 * <b>Threads:</b> any; one tells.
 */
public final class GuardedWallClock implements EpochClock
{
    /**
     * Stands for a reading that failed.
     */
    public static final long NO_READING = Long.MIN_VALUE;

    private final EpochClock clock;
    private final ClientMeter meter;
    private final ClientEvents events;

    /*
     * Events come on the engine thread, and callers read the clock, too.
     */
    private volatile Throwable thrown;
    private boolean isTold;

    /**
     * A clock that has not thrown yet.
     *
     * @param clock  of the application.
     * @param meter  counts what it throws.
     * @param events are told of it once.
     */
    public GuardedWallClock(final EpochClock clock, final ClientMeter meter, final ClientEvents events)
    {
        this.clock = clock;
        this.meter = meter;
        this.events = events;
    }

    @Override
    public long time()
    {
        try
        {
            return clock.time();
        }
        catch (final Throwable ex)
        {
            meter.countOutside(Counter.CALLBACK_ERRORS);
            if (thrown == null)
            {
                thrown = ex;
            }

            return NO_READING;
        }
    }

    /**
     * Engine thread: tells, once, that a reading failed on any thread.
     */
    public void tell()
    {
        if (!isTold && thrown != null)
        {
            isTold = true;
            events.onError(new IllegalStateException("the wall clock has thrown, which is said once: " +
                "while it does, only the clocks of the nodes show pauses of this machine", thrown));
        }
    }
}
