// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.outcome.Outcome;

/**
 * Many locks of this library in flight, driven by its callbacks on the engine thread.
 */
final class RedlockFleet implements Fleet
{
    private static final long LANDING_NS = 5_000_000_000L;
    private static final long LOOK_NS = 1_000_000L;

    private final AtomicInteger inTheAir = new AtomicInteger();
    private final IntSupplier poll;
    private final Flight[] flights;
    private Window window;
    private Recording recording;

    /**
     * A fleet on the ground.
     *
     * @param keys    one for each flight.
     * @param handles makes handles.
     * @param poll    drives the client; null if a thread of its own does.
     */
    RedlockFleet(
        final String[] keys,
        final BiFunction<String, LockListener, LockHandle> handles,
        final IntSupplier poll)
    {
        this.poll = poll;
        flights = new Flight[keys.length];
        for (int i = 0; i < keys.length; i++)
        {
            flights[i] = new Flight();
            flights[i].handle = handles.apply(keys[i], flights[i]);
        }
    }

    @Override
    public void run(final Window newWindow, final Recording newRecording)
    {
        window = newWindow;
        recording = newRecording;
        for (final Flight flight : flights)
        {
            inTheAir.incrementAndGet();
            flight.begin(System.nanoTime());
        }

        final long deadlineNs = newWindow.toNs() + LANDING_NS;
        while (inTheAir.get() > 0 && deadlineNs - System.nanoTime() > 0)
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
        newRecording.missed(inTheAir.get());
    }

    private final class Flight implements LockListener
    {
        private LockHandle handle;
        private long begunNs;
        private long acquiredNs;

        void begin(final long nowNs)
        {
            begunNs = nowNs;
            if (handle.acquireAsync(0) != null)
            {
                recording.failure(begunNs);
                inTheAir.decrementAndGet();
            }
        }

        @Override
        public void onAcquired(final LockHandle acquired, final long term)
        {
            acquiredNs = System.nanoTime();
            if (acquired.releaseAsync(term) != null)
            {
                failToRelease();
            }
        }

        @Override
        public void onDenied(final LockHandle denied, final Outcome outcome)
        {
            fail();
        }

        @Override
        public void onReleased(final LockHandle released, final long term, final Outcome outcome)
        {
            if (outcome == Outcome.RELEASED)
            {
                final long releasedNs = System.nanoTime();
                recording.cycle(begunNs, acquiredNs, releasedNs);
                goOn(releasedNs);
            }
            else
            {
                failToRelease();
            }
        }

        private void fail()
        {
            recording.failure(begunNs);
            goOn(System.nanoTime());
        }

        private void failToRelease()
        {
            recording.unreleased(begunNs, acquiredNs);
            goOn(System.nanoTime());
        }

        private void goOn(final long nowNs)
        {
            if (window.isOver(nowNs))
            {
                inTheAir.decrementAndGet();
            }
            else
            {
                begin(nowNs);
            }
        }
    }
}
