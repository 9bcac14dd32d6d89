// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.LockedCall;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.outcome.Outcome;

/**
 * Times one kind of lock, such as all locks of items in stock, under a name of its own.
 * <pre>{@code
 * NamedLock stock = NamedLock.of(redlock, registry, "stock").withHistogram();
 * try (Lease lease = stock.acquire("stock:" + item, Duration.ofSeconds(1)))
 * }</pre>
 * <p>
 * {@code redlock.lock.acquire} has the waiting, from the call to its end, with the tags {@code lock}, the
 * name, and {@code outcome}, what became of it: {@code acquired}; {@code contended} for a {@link
 * LockContendedException}; {@code no_quorum} for a {@link NoQuorumException}; the outcome of any other {@link
 * RedlockException}, such as {@code closed}; or {@code error}. {@code redlock.lock.work} has the work of
 * {@link #call}. Use a name for a kind of lock, never a key: each costs a time series, and a hundred with
 * buckets.
 * <p>
 * <b>Threads:</b> any.
 */
public final class NamedLock
{
    /*
     * Micrometer's own are a millisecond and a minute: most locks would be in the first bucket.
     */
    private static final Duration SHORTEST = Duration.ofNanos(10_000);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final String ACQUIRED = "acquired";
    private static final String ERROR = "error";

    private final Redlock redlock;
    private final MeterRegistry registry;
    private final String name;
    private final boolean hasHistogram;

    private NamedLock(
        final Redlock redlock, final MeterRegistry registry, final String name, final boolean hasHistogram)
    {
        this.redlock = redlock;
        this.registry = registry;
        this.name = name;
        this.hasHistogram = hasHistogram;
    }

    /**
     * Timers with a count, a sum and a maximum.
     *
     * @param redlock  that has the locks.
     * @param registry that has the timers.
     * @param name     of this kind of lock.
     * @return for any number of keys.
     */
    public static NamedLock of(final Redlock redlock, final MeterRegistry registry, final String name)
    {
        return new NamedLock(Objects.requireNonNull(redlock, "redlock"),
            Objects.requireNonNull(registry, "registry"), checked(name), false);
    }

    private static String checked(final String name)
    {
        if (name.isBlank())
        {
            throw new IllegalArgumentException(
                "the name of a kind of lock is blank but is the value of the tag 'lock': give one, such as " +
                "'stock'");
        }

        return name;
    }

    /**
     * Adds buckets from 10 us to 30 s, from which percentiles of all processes together can be computed. The
     * timers are named {@code redlock.lock.acquire.histogram} and {@code redlock.lock.work.histogram} then: a
     * registry for Prometheus cannot have timers with buckets and without under one name.
     *
     * @return timers with these.
     */
    public NamedLock withHistogram()
    {
        return new NamedLock(redlock, registry, name, true);
    }

    /**
     * As {@link Redlock#acquire(String, Duration, LockOptions)} with the client's defaults.
     *
     * @param key    of the lock.
     * @param within how long to wait.
     * @return the lease.
     * @throws RedlockException     as there.
     * @throws InterruptedException as there.
     */
    public Lease acquire(final String key, final Duration within) throws InterruptedException
    {
        return acquire(key, within, redlock.defaults());
    }

    /**
     * As {@link Redlock#acquire(String, Duration, LockOptions)}.
     *
     * @param key     of the lock.
     * @param within  how long to wait.
     * @param options of the lock.
     * @return the lease.
     * @throws RedlockException     as there.
     * @throws InterruptedException as there.
     */
    public Lease acquire(final String key, final Duration within, final LockOptions options)
        throws InterruptedException
    {
        final Timer.Sample waiting = Timer.start(registry);
        String outcome = ERROR;
        final Lease lease;
        try
        {
            lease = redlock.acquire(key, within, options);
            outcome = ACQUIRED;
        }
        catch (final RedlockException ex)
        {
            outcome = outcomeOf(ex);
            throw ex;
        }
        finally
        {
            if (!outcome.equals(ACQUIRED))
            {
                end(waiting, outcome);
            }
        }

        return told(waiting, lease);
    }

    /*
     * A registry may throw, and then nobody would have the lease.
     */
    private Lease told(final Timer.Sample waiting, final Lease lease)
    {
        try
        {
            end(waiting, ACQUIRED);

            return lease;
        }
        catch (final RuntimeException | Error ex)
        {
            lease.close();
            throw ex;
        }
    }

    /**
     * As {@link #call(String, Duration, LockOptions, LockedCall)} with the client's defaults.
     *
     * @param <T>    of the result.
     * @param <X>    that the work may throw.
     * @param key    of the lock.
     * @param within how long to wait.
     * @param work   to do under it.
     * @return its result.
     * @throws X                    that it throws.
     * @throws RedlockException     as there.
     * @throws InterruptedException as there.
     */
    public <T extends @Nullable Object, X extends Exception> T call(final String key, final Duration within,
        final LockedCall<T, X> work) throws X, InterruptedException
    {
        return call(key, within, redlock.defaults(), work);
    }

    /**
     * As {@link Redlock#call(String, Duration, LockOptions, LockedCall)}: the waiting and the work are timed
     * apart.
     *
     * @param <T>     of the result.
     * @param <X>     that the work may throw.
     * @param key     of the lock.
     * @param within  how long to wait.
     * @param options of the lock.
     * @param work    to do under it.
     * @return its result.
     * @throws X                    that it throws.
     * @throws RedlockException     as there.
     * @throws InterruptedException as there.
     */
    public <T extends @Nullable Object, X extends Exception> T call(final String key, final Duration within,
        final LockOptions options, final LockedCall<T, X> work) throws X, InterruptedException
    {
        final Timer.Sample waiting = Timer.start(registry);
        final AtomicReference<@Nullable String> outcome = new AtomicReference<>(ERROR);
        try
        {
            return redlock.call(key, within, options, (lease) ->
            {
                outcome.set(null);
                end(waiting, ACQUIRED);

                return timed(work, lease);
            });
        }
        catch (final RedlockException ex)
        {
            outcome.compareAndSet(ERROR, outcomeOf(ex));
            throw ex;
        }
        finally
        {
            if (outcome.get() != null)
            {
                end(waiting, outcome.get());
            }
        }
    }

    private <T extends @Nullable Object, X extends Exception> T timed(
        final LockedCall<T, X> work, final Lease lease) throws X
    {
        final Timer.Sample working = Timer.start(registry);
        try
        {
            return work.call(lease);
        }
        finally
        {
            working.stop(timer("redlock.lock.work").register(registry));
        }
    }

    /*
     * With patience the outcome of both is that it ended.
     */
    private static String outcomeOf(final RedlockException ex)
    {
        final Outcome outcome = ex instanceof LockContendedException ? Outcome.CONTENDED :
            ex instanceof NoQuorumException ? Outcome.NO_QUORUM : ex.outcome();

        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private void end(final Timer.Sample waiting, final String outcome)
    {
        waiting.stop(timer("redlock.lock.acquire").tag("outcome", outcome).register(registry));
    }

    private Timer.Builder timer(final String timer)
    {
        if (!hasHistogram)
        {
            return Timer.builder(timer).tag("lock", name);
        }

        return Timer.builder(timer + ".histogram").tag("lock", name).publishPercentileHistogram()
            .minimumExpectedValue(SHORTEST).maximumExpectedValue(LONGEST);
    }
}
