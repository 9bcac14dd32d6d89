// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

import dev.redlock.engine.ClaimOptions;

/**
 * How a lock is acquired and held. Immutable; every {@code with…} returns a changed copy.
 * <p>
 * <b>Sizing the time to live:</b> add the longest normal work under the lock, the time of an acquisition, and
 * the allowance for clocks (1 % and 2 ms by default). A time to live longer than the work is simpler and
 * safer than automatic extension.
 */
public final class LockOptions
{
    /**
     * 30 s to live; no minimum validity; any number of attempts within the caller's patience, 1 ms plus a
     * growing random part of up to 16 ms apart; no automatic extension; at most 10 minutes of hold with all
     * extensions.
     */
    public static final LockOptions DEFAULT = new LockOptions(
        Duration.ofSeconds(30), Duration.ZERO, Integer.MAX_VALUE, Duration.ofMillis(1), Duration.ofMillis(16),
        false, Duration.ofMinutes(10), Integer.MAX_VALUE);

    private static final Duration SHORTEST_TTL = Duration.ofMillis(1);
    private static final Duration LONGEST_TTL = Duration.ofMillis(ClaimOptions.MAX_TTL_MS);

    private final Duration ttl;
    private final Duration minValidity;
    private final int maxAttempts;
    private final Duration minRetryDelay;
    private final Duration maxRetryDelay;
    private final boolean autoExtend;
    private final Duration maxHold;
    private final int maxExtensions;

    /*
     * Made on first use, as settings need not fit each other before. Many handles share one; if two threads
     * each make one, either will do.
     */
    private ClaimOptions concluded;

    private LockOptions(
        final Duration ttl,
        final Duration minValidity,
        final int maxAttempts,
        final Duration minRetryDelay,
        final Duration maxRetryDelay,
        final boolean autoExtend,
        final Duration maxHold,
        final int maxExtensions)
    {
        this.ttl = ttl;
        this.minValidity = minValidity;
        this.maxAttempts = maxAttempts;
        this.minRetryDelay = minRetryDelay;
        this.maxRetryDelay = maxRetryDelay;
        this.autoExtend = autoExtend;
        this.maxHold = maxHold;
        this.maxExtensions = maxExtensions;
    }

    /**
     * The time to live of the key on the nodes.
     *
     * @param value 1 ms to a day, in whole milliseconds (rounded down). Raises a shorter maximum hold.
     * @return the changed options.
     */
    public LockOptions withTtl(final Duration value)
    {
        checkTtl(value);

        return new LockOptions(value, minValidity, maxAttempts, minRetryDelay, maxRetryDelay, autoExtend,
            maxHold.compareTo(value) < 0 ? value : maxHold, maxExtensions);
    }

    /**
     * The minimum validity: a lock won with less is given back, with the outcome TOO_LATE.
     *
     * @param value less than the time to live.
     * @return the changed options.
     */
    public LockOptions withMinValidity(final Duration value)
    {
        Durations.toNanos("minimum validity", value);

        return new LockOptions(
            ttl, value, maxAttempts, minRetryDelay, maxRetryDelay, autoExtend, maxHold, maxExtensions);
    }

    /**
     * The most attempts of one acquisition, whatever patience is left.
     *
     * @param value at least 1.
     * @return the changed options.
     */
    public LockOptions withMaxAttempts(final int value)
    {
        if (value < 1)
        {
            throw new IllegalArgumentException("attempts are limited to " + value +
                " but must be at least 1; without a limit the caller's patience bounds them");
        }

        return new LockOptions(
            ttl, minValidity, value, minRetryDelay, maxRetryDelay, autoExtend, maxHold, maxExtensions);
    }

    /**
     * The delay between attempts: at least the first value (and the time of an attempt), plus a random part
     * that doubles with each attempt up to the second. After attempts that are lost to failing nodes it grows
     * to 250 ms, until a node comes back.
     *
     * @param least  not negative.
     * @param spread not less than the first.
     * @return the changed options.
     */
    public LockOptions withRetryDelay(final Duration least, final Duration spread)
    {
        final long leastNs = Durations.toNanos("least retry delay", least);
        if (Durations.toNanos("spread of the retry delay", spread) < leastNs)
        {
            throw new IllegalArgumentException("spread of the retry delay is " + Durations.text(spread) +
                " but must not be less than the least delay of " + Durations.text(least) +
                ": clients that collide must be able to part");
        }

        return new LockOptions(
            ttl, minValidity, maxAttempts, least, spread, autoExtend, maxHold, maxExtensions);
    }

    /**
     * Lets the client extend the lease at every third of the time to live, for a bounded time; in invoker
     * mode only while the owner polls.
     *
     * @param newMaxHold how far after the acquisition the validity may reach.
     * @return the changed options.
     */
    public LockOptions withAutoExtend(final Duration newMaxHold)
    {
        Durations.toPositiveNanos("maximum hold", newMaxHold);

        return new LockOptions(
            ttl, minValidity, maxAttempts, minRetryDelay, maxRetryDelay, true, newMaxHold, maxExtensions);
    }

    /**
     * Bounds all extensions, manual ones included: otherwise a stuck holder could keep the lock for ever.
     *
     * @param newMaxHold how far after the acquisition the validity may reach; at least the time to live.
     * @param count      most extensions per term; 0 for none.
     * @return the changed options.
     */
    public LockOptions withMaxHold(final Duration newMaxHold, final int count)
    {
        Durations.toPositiveNanos("maximum hold", newMaxHold);
        if (count < 0)
        {
            throw new IllegalArgumentException("extensions are limited to " + count +
                " but must not be negative; 0 allows none");
        }

        return new LockOptions(
            ttl, minValidity, maxAttempts, minRetryDelay, maxRetryDelay, autoExtend, newMaxHold, count);
    }

    private static void checkTtl(final Duration ttl)
    {
        requireNonNull(ttl, "time to live");
        if (ttl.compareTo(SHORTEST_TTL) < 0 || ttl.compareTo(LONGEST_TTL) > 0)
        {
            throw new IllegalArgumentException("time to live is " + Durations.text(ttl) + " but must be " +
                Durations.text(SHORTEST_TTL) + " to " + Durations.text(LONGEST_TTL) +
                ": nodes count in whole milliseconds, and a key that is forgotten stays for as long");
        }
    }

    /**
     * The time to live.
     *
     * @return as configured.
     */
    public Duration ttl()
    {
        return ttl;
    }

    /**
     * The minimum validity.
     *
     * @return as configured.
     */
    public Duration minValidity()
    {
        return minValidity;
    }

    /**
     * How far the validity can reach after the acquisition.
     *
     * @return as configured.
     */
    public Duration maxHold()
    {
        return maxHold;
    }

    /**
     * Whether the client extends leases automatically.
     *
     * @return true if so.
     */
    public boolean isAutoExtend()
    {
        return autoExtend;
    }

    /**
     * Checks that the settings fit each other; before, they need not.
     */
    ClaimOptions conclude()
    {
        ClaimOptions options = concluded;
        if (options == null)
        {
            options = new ClaimOptions(
                ttl.toMillis(), Durations.toNanos("minimum validity", minValidity), maxAttempts,
                Durations.toNanos("retry delay", minRetryDelay),
                Durations.toNanos("retry delay", maxRetryDelay), autoExtend,
                Durations.toNanos("maximum hold", maxHold), maxExtensions);
            concluded = options;
        }

        return options;
    }

    @Override
    public String toString()
    {
        return "time to live " + Durations.text(ttl) + ", minimum validity " + Durations.text(minValidity) +
            ", at most " + maxAttempts +
            " attempts, " + Durations.text(minRetryDelay) + " and up to " +
            Durations.text(maxRetryDelay) + " apart, " +
            (autoExtend ? "extended automatically" : "not extended automatically") + ", held for " +
            Durations.text(maxHold) + " and extended " + maxExtensions + " times at the most";
    }
}
