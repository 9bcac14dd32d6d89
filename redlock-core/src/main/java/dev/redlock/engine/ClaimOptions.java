// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.DurationText;

/**
 * How one handle acquires and holds. Durations in nanoseconds unless the name says milliseconds.
 *
 * @param ttlMs         time to live that is sent to the nodes.
 * @param minValidityNs minimum validity after a win.
 * @param maxAttempts   attempts per acquisition, in addition to the caller's patience.
 * @param minRetryNs    least delay between two attempts.
 * @param maxRetryNs    bound of the random part of it.
 * @param autoExtend    whether the engine extends the lease automatically.
 * @param maxHoldNs     how far after the acquisition the validity may reach.
 * @param maxExtensions extensions per term.
 * @param isFenced      whether nodes grant in the order of fencing tokens.
 */
public record ClaimOptions(
    long ttlMs,
    long minValidityNs,
    int maxAttempts,
    long minRetryNs,
    long maxRetryNs,
    boolean autoExtend,
    long maxHoldNs,
    int maxExtensions,
    boolean isFenced)
{
    /**
     * Longest time to live: one day.
     */
    public static final long MAX_TTL_MS = 24L * 60 * 60 * 1000;

    static final long NS_PER_MS = 1_000_000;

    /**
     * Checks the bounds.
     */
    public ClaimOptions
    {
        checkTtl(ttlMs);
        if (minValidityNs < 0 || minValidityNs >= ttlMs * NS_PER_MS)
        {
            throw new IllegalArgumentException("minimum validity is " + DurationText.of(minValidityNs) +
                " but must be 0 or more and less than the time to live of " +
                DurationText.of(ttlMs * NS_PER_MS));
        }
        if (maxAttempts < 1 || maxExtensions < 0)
        {
            throw new IllegalArgumentException(
                "attempts are limited to " + maxAttempts + " and extensions to " +
                maxExtensions + " but the first must be at least 1 and the second not negative");
        }
        if (minRetryNs < 0 || maxRetryNs < minRetryNs)
        {
            throw new IllegalArgumentException("retry spread is " + DurationText.of(maxRetryNs) +
                " but must not be less than the retry delay, which is " + DurationText.of(minRetryNs) +
                " and must not be negative: clients that collide need different delays");
        }
        if (maxHoldNs < ttlMs * NS_PER_MS)
        {
            throw new IllegalArgumentException("maximum hold is " + DurationText.of(maxHoldNs) +
                " but must be at least the time to live of " + DurationText.of(ttlMs * NS_PER_MS));
        }
    }

    /**
     * The same without fencing.
     */
    public ClaimOptions(
        final long ttlMs,
        final long minValidityNs,
        final int maxAttempts,
        final long minRetryNs,
        final long maxRetryNs,
        final boolean autoExtend,
        final long maxHoldNs,
        final int maxExtensions)
    {
        this(ttlMs, minValidityNs, maxAttempts, minRetryNs, maxRetryNs, autoExtend, maxHoldNs, maxExtensions,
            false);
    }

    /**
     * Checks the bounds of a time to live.
     *
     * @param ttlMs in milliseconds.
     * @throws IllegalArgumentException if it is less than a millisecond or more than a day.
     */
    public static void checkTtl(final long ttlMs)
    {
        if (ttlMs < 1 || ttlMs > MAX_TTL_MS)
        {
            throw new IllegalArgumentException(
                "time to live is " + ttlMs + " ms but must be 1 ms to " + MAX_TTL_MS + " ms (a day)");
        }
    }

    long ttlNs()
    {
        return ttlMs * NS_PER_MS;
    }
}
