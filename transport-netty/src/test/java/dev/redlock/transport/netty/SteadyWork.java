// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
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
    CYCLE(SteadyWork::cycles),

    /**
     * Somebody else holds the key.
     */
    REFUSED(SteadyWork::refusals),

    /**
     * Somebody else holds the keys, and many callers try again and again; a round is one attempt.
     */
    RETRIED(SteadyWork::retries),

    /**
     * The holder asks for more time.
     */
    EXTENDED(SteadyWork::extensions),

    /**
     * With a fencing token: acquired, extended, released.
     */
    FENCED(SteadyWork::fencedCycles),

    /**
     * With votes that replicas confirm: acquired, released.
     */
    DURABLE(SteadyWork::durableCycles),

    /**
     * The client extends thousands of leases by itself; a round is one extension, by the clock. They live so
     * long that a machine that stands still for a second does not end them.
     */
    EXTENDED_AUTOMATICALLY(SteadyWork::automaticExtensions),

    /**
     * Many at a time: every answer starts the next step on the engine thread, and nobody waits for a release.
     */
    IN_FLIGHT(SteadyWork::flights);

    static final Set<SteadyWork> ON_ANY_NODE = EnumSet.complementOf(EnumSet.of(DURABLE));
    static final String HELD_BY_OTHERS = "held by others:";
    static final int FLIGHTS = 64;

    static final Duration LONGEST_TTL = Duration.ofMinutes(5);
    private static final int ATTEMPTS = 5;
    private static final int LEASES = 2500;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long EXTENSION_PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(600);
    private static final LockOptions LONG = LockOptions.DEFAULT.withTtl(LONGEST_TTL);

    private final Start start;

    SteadyWork(final Start start)
    {
        this.start = start;
    }

    /**
     * The work, on locks of its own.
     *
     * @param pause what to do while there is nothing to do but to wait.
     */
    Garbage.Work on(final Redlock redlock, final String name, final Runnable pause)
    {
        return start.on(redlock, name, pause);
    }

    /**
     * How often each node answers in a round, at the most.
     */
    int answersPerNode()
    {
        return this == FENCED ? 3 : 2;
    }

    /**
     * Whether it is for threads that wait, of which there may be many.
     */
    boolean isForMany()
    {
        return this == CYCLE || this == REFUSED || this == EXTENDED || this == FENCED;
    }

    private static Garbage.Work cycles(final Redlock redlock, final String name, final Runnable pause)
    {
        return cycles(redlock.handle(name, LONG));
    }

    private static Garbage.Work durableCycles(final Redlock redlock, final String name, final Runnable pause)
    {
        return cycles(redlock.handle(name, LONG.withDurableVotes()));
    }

    private static Garbage.Work cycles(final LockHandle handle)
    {
        return inRounds(() ->
        {
            final long term = handle.tryAcquire();
            check(Outcome.of(term), Outcome.ACQUIRED);
            check(handle.release(term), Outcome.RELEASED);
        });
    }

    private static Garbage.Work refusals(final Redlock redlock, final String name, final Runnable pause)
    {
        final LockHandle handle = redlock.handle(HELD_BY_OTHERS + name, LONG);

        return inRounds(() -> check(Outcome.of(handle.tryAcquire()), Outcome.CONTENDED));
    }

    private static Garbage.Work extensions(final Redlock redlock, final String name, final Runnable pause)
    {
        final LockHandle handle =
            redlock.handle(name, LONG.withMaxHold(Duration.ofHours(1), Integer.MAX_VALUE));
        final long term = handle.tryAcquire();

        return inRounds(() -> check(handle.extend(term), Outcome.EXTENDED));
    }

    private static Garbage.Work fencedCycles(final Redlock redlock, final String name, final Runnable pause)
    {
        final LockHandle handle = redlock.handle("fenced " + name, LONG.withFencing());

        return inRounds(() ->
        {
            final long term = handle.tryAcquire();
            check(Outcome.of(term), Outcome.ACQUIRED);
            check(handle.extend(term), Outcome.EXTENDED);
            check(handle.release(term), Outcome.RELEASED);
        });
    }

    private static Garbage.Work automaticExtensions(
        final Redlock redlock, final String name, final Runnable pause)
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

    private static Garbage.Work retries(final Redlock redlock, final String name, final Runnable pause)
    {
        final LockOptions options = LONG.withMaxAttempts(ATTEMPTS)
            .withRetryDelay(Duration.ofNanos(10_000)).withRetrySpread(Duration.ofNanos(50_000));

        return new Retries().with(redlock, HELD_BY_OTHERS + name, options, pause);
    }

    private static Garbage.Work flights(final Redlock redlock, final String name, final Runnable pause)
    {
        return new Flights().with(redlock, name, LONG, pause);
    }

    private static Garbage.Work inRounds(final Runnable round)
    {
        return (rounds) ->
        {
            for (int i = 0; i < rounds; i++)
            {
                round.run();
            }
        };
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

    private interface Start
    {
        Garbage.Work on(Redlock redlock, String name, Runnable pause);
    }

    /**
     * Many handles, each of which asks again while more is wanted.
     */
    private abstract static class Fleet implements LockListener
    {
        private final int roundsPerFlight;
        private final AtomicLong wanted = new AtomicLong();
        private final AtomicLong landed = new AtomicLong();
        private volatile Outcome trouble;

        private Fleet(final int roundsPerFlight)
        {
            this.roundsPerFlight = roundsPerFlight;
        }

        Garbage.Work with(
            final Redlock redlock, final String name, final LockOptions options, final Runnable pause)
        {
            final LockHandle[] handles = new LockHandle[FLIGHTS];
            for (int i = 0; i < FLIGHTS; i++)
            {
                handles[i] = redlock.handle(name + i, options, this);
            }

            return (rounds) ->
            {
                wanted.set(rounds - FLIGHTS * roundsPerFlight);
                landed.set(0);
                for (final LockHandle handle : handles)
                {
                    check(handle.acquireAsyncNs(PATIENCE_NS), Outcome.STARTED);
                }
                while (landed.get() < FLIGHTS)
                {
                    pause.run();
                }
                check(trouble, null);
            };
        }

        final void again(final LockHandle handle)
        {
            if (wanted.getAndAdd(-roundsPerFlight) > 0)
            {
                note(handle.acquireAsyncNs(PATIENCE_NS), Outcome.STARTED);
            }
            else
            {
                land();
            }
        }

        final void land()
        {
            landed.incrementAndGet();
        }

        final void note(final Outcome seen, final Outcome good)
        {
            if (seen != good)
            {
                trouble = seen;
            }
        }
    }

    private static final class Retries extends Fleet
    {
        private Retries()
        {
            super(ATTEMPTS);
        }

        @Override
        public void onAcquired(final LockHandle handle, final long term)
        {
            note(Outcome.ACQUIRED, null);
        }

        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            note(outcome, Outcome.CONTENDED);
            again(handle);
        }
    }

    private static final class Flights extends Fleet
    {
        private Flights()
        {
            super(1);
        }

        @Override
        public void onAcquired(final LockHandle handle, final long term)
        {
            note(handle.releaseAsync(term), Outcome.STARTED);
        }

        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            note(outcome, null);
            land();
        }

        @Override
        public void onReleased(final LockHandle handle, final long term, final Outcome outcome)
        {
            note(outcome, Outcome.RELEASED);
            again(handle);
        }
    }
}
