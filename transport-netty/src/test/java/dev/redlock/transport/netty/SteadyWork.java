// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;

/**
 * The operations of a client in steady state, each as work that can be done in rounds.
 */
enum SteadyWork
{
    /**
     * One lock after the other, acquired and released, waiting for both.
     */
    CYCLE
    {
        @Override
        Garbage.Work on(final Redlock redlock, final String name, final Runnable pause)
        {
            final LockHandle handle = redlock.handle(name, LONG);

            return (rounds) ->
            {
                for (int i = 0; i < rounds; i++)
                {
                    final long term = handle.tryAcquire();
                    check(Outcome.of(term), Outcome.ACQUIRED);
                    check(handle.release(term), Outcome.RELEASED);
                }
            };
        }
    },

    /**
     * Somebody else holds the key.
     */
    REFUSED
    {
        @Override
        Garbage.Work on(final Redlock redlock, final String name, final Runnable pause)
        {
            final LockHandle handle = redlock.handle(HELD_BY_OTHERS + name, LONG);

            return (rounds) ->
            {
                for (int i = 0; i < rounds; i++)
                {
                    check(Outcome.of(handle.tryAcquire()), Outcome.CONTENDED);
                }
            };
        }
    },

    /**
     * Somebody else holds the keys, and many callers try again and again; a round is one attempt.
     */
    RETRIED
    {
        @Override
        Garbage.Work on(final Redlock redlock, final String name, final Runnable pause)
        {
            final LockOptions options = LONG.withMaxAttempts(ATTEMPTS)
                .withRetryDelay(Duration.ofNanos(10_000)).withRetrySpread(Duration.ofNanos(50_000));
            final Refusals refusals = new Refusals();
            final LockHandle[] handles = new LockHandle[FLIGHTS];
            for (int i = 0; i < FLIGHTS; i++)
            {
                handles[i] = redlock.handle(HELD_BY_OTHERS + name + i, options, refusals);
            }

            return (rounds) ->
            {
                refusals.wanted.set(rounds - FLIGHTS * ATTEMPTS);
                refusals.landed.set(0);
                for (final LockHandle handle : handles)
                {
                    check(handle.acquireAsync(PATIENCE_NS), Outcome.STARTED);
                }
                while (refusals.landed.get() < FLIGHTS)
                {
                    pause.run();
                }
                check(refusals.trouble, null);
            };
        }
    },

    /**
     * The holder asks for more time.
     */
    EXTENDED
    {
        @Override
        Garbage.Work on(final Redlock redlock, final String name, final Runnable pause)
        {
            final LockHandle handle =
                redlock.handle(name, LONG.withMaxHold(Duration.ofHours(1), Integer.MAX_VALUE));
            final long term = handle.tryAcquire();

            return (rounds) ->
            {
                for (int i = 0; i < rounds; i++)
                {
                    check(handle.extend(term), Outcome.EXTENDED);
                }
            };
        }
    },

    /**
     * The client extends thousands of leases by itself; a round is one extension, by the clock. They live so
     * long that a machine that stands still for a second does not end them.
     */
    EXTENDED_AUTOMATICALLY
    {
        @Override
        Garbage.Work on(final Redlock redlock, final String name, final Runnable pause)
        {
            final LockOptions options =
                LockOptions.DEFAULT.withTtl(Duration.ofMillis(1800)).withAutoExtend(Duration.ofHours(1));
            final LockHandle[] handles = new LockHandle[LEASES];
            for (int i = 0; i < LEASES; i++)
            {
                handles[i] = redlock.handle(name + i, options);
                check(Outcome.of(patiently(handles[i])), Outcome.ACQUIRED);
            }

            return (rounds) ->
            {
                final long endNs = System.nanoTime() + rounds / LEASES * EXTENSION_PERIOD_NS;
                while (System.nanoTime() - endNs < 0)
                {
                    pause.run();
                    for (final LockHandle handle : handles)
                    {
                        if (!handle.isHeld())
                        {
                            throw new AssertionError("a lease was lost: " + handle);
                        }
                    }
                }
            };
        }
    },

    /**
     * Many at a time: every answer starts the next step on the engine thread, and nobody waits for a release.
     */
    IN_FLIGHT
    {
        @Override
        Garbage.Work on(final Redlock redlock, final String name, final Runnable pause)
        {
            final Flights flights = new Flights();
            final LockHandle[] handles = new LockHandle[FLIGHTS];
            for (int i = 0; i < FLIGHTS; i++)
            {
                handles[i] = redlock.handle(name + i, LONG, flights);
            }

            return (rounds) ->
            {
                flights.wanted.set(rounds - FLIGHTS);
                flights.landed.set(0);
                for (final LockHandle handle : handles)
                {
                    check(handle.acquireAsync(PATIENCE_NS), Outcome.STARTED);
                }
                while (flights.landed.get() < FLIGHTS)
                {
                    pause.run();
                }
                if (flights.trouble != null)
                {
                    throw new AssertionError(flights.trouble.toString());
                }
            };
        }
    };

    static final String HELD_BY_OTHERS = "held by others:";

    private static final int ATTEMPTS = 5;
    private static final int LEASES = 2500;
    static final int FLIGHTS = 64;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long EXTENSION_PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(600);
    private static final LockOptions LONG = LockOptions.DEFAULT.withTtl(Duration.ofMinutes(5));

    /**
     * The work, on locks of its own.
     *
     * @param pause what to do while there is nothing to do but to wait.
     */
    abstract Garbage.Work on(Redlock redlock, String name, Runnable pause);

    /**
     * Whether it is for threads that wait, of which there may be many.
     */
    boolean isForMany()
    {
        return this == CYCLE || this == REFUSED || this == EXTENDED;
    }

    private static long patiently(final LockHandle handle)
    {
        try
        {
            return handle.acquireNs(PATIENCE_NS);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static void check(final Outcome seen, final Outcome wanted)
    {
        if (seen != wanted)
        {
            throw new AssertionError("the outcome was " + seen + " instead of " + wanted);
        }
    }

    /**
     * Each asks again while more is wanted.
     */
    private static final class Refusals implements LockListener
    {
        private final AtomicLong wanted = new AtomicLong();
        private final AtomicLong landed = new AtomicLong();
        private volatile Outcome trouble;

        @Override
        public void onAcquired(final LockHandle handle, final long term)
        {
            trouble = Outcome.ACQUIRED;
        }

        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            if (outcome != Outcome.CONTENDED)
            {
                trouble = outcome;
            }
            if (wanted.getAndAdd(-ATTEMPTS) > 0)
            {
                handle.acquireAsync(PATIENCE_NS);
            }
            else
            {
                landed.incrementAndGet();
            }
        }
    }

    /**
     * Each lands, and takes off again while more are wanted.
     */
    private static final class Flights implements LockListener
    {
        private final AtomicLong wanted = new AtomicLong();
        private final AtomicLong landed = new AtomicLong();
        private volatile Outcome trouble;

        @Override
        public void onAcquired(final LockHandle handle, final long term)
        {
            note(handle.releaseAsync(term), Outcome.STARTED);
        }

        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            note(outcome, null);
            landed.incrementAndGet();
        }

        @Override
        public void onReleased(final LockHandle handle, final long term, final Outcome outcome)
        {
            note(outcome, Outcome.RELEASED);
            if (wanted.getAndDecrement() > 0)
            {
                note(handle.acquireAsync(PATIENCE_NS), Outcome.STARTED);
            }
            else
            {
                landed.incrementAndGet();
            }
        }

        private void note(final Outcome seen, final Outcome good)
        {
            if (seen != good)
            {
                trouble = seen;
            }
        }
    }
}
