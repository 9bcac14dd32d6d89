// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import dev.redlock.text.DurationText;

/**
 * How one handle acquires and holds, as its {@link Draft} has checked it.
 *
 * @param ttlMs         time to live that is sent to the nodes, 1 ms to a day.
 * @param minValidityNs minimum validity after a win, less than the time to live.
 * @param maxAttempts   attempts per acquisition, in addition to the caller's patience.
 * @param minRetryNs    least delay between two attempts.
 * @param maxRetryNs    bound of the random part of that delay, no less than the least.
 * @param autoExtend    whether the engine extends the lease automatically.
 * @param maxHoldNs     how far after the acquisition the validity may reach; at least the time to live.
 * @param maxExtensions extensions per term.
 * @param isFenced      whether nodes grant in the order of fencing tokens.
 * @param minGrants     grants that win the lock, 0 for a quorum; it lasts as long as a quorum stands.
 * @param isDurable     whether grants count only once they are durable.
 * @param isWatched     whether the nodes are asked with every heartbeat if they still have the key.
 */
public record ClaimOptions(long ttlMs, long minValidityNs, int maxAttempts, long minRetryNs, long maxRetryNs,
    boolean autoExtend, long maxHoldNs, int maxExtensions, boolean isFenced, int minGrants, boolean isDurable,
    boolean isWatched)
{
    /**
     * Longest time to live: one day.
     */
    public static final long MAX_TTL_MS = 24L * 60 * 60 * 1000;

    public static final long NS_PER_MS = 1_000_000;

    /**
     * Refuses what does not fit together.
     */
    public ClaimOptions
    {
        final long ttlNs = ttlMs * NS_PER_MS;
        if (minValidityNs < 0 || minValidityNs >= ttlNs)
        {
            throw new IllegalArgumentException("minimum validity is " + DurationText.of(minValidityNs) +
                " but must be 0 or more and less than the time to live of " + DurationText.of(ttlNs));
        }
        if (minRetryNs < 0 || maxRetryNs < minRetryNs)
        {
            throw new IllegalArgumentException("retry spread is " + DurationText.of(maxRetryNs) +
                " but must not be less than the retry delay, which is " + DurationText.of(minRetryNs) +
                " and must not be negative: clients that collide need different delays");
        }
        if (maxHoldNs < ttlNs)
        {
            throw new IllegalArgumentException("maximum hold is " + DurationText.of(maxHoldNs) +
                " but must be at least the time to live of " + DurationText.of(ttlNs));
        }
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

    /**
     * Time to live in nanoseconds.
     */
    public long ttlNs()
    {
        return ttlMs * NS_PER_MS;
    }

    /**
     * The options and their defaults.
     */
    public static final class Draft extends AbstractDraft<Draft, ClaimOptions>
    {
        /** Parts of a millisecond are cut off. */
        public long ttlNs = 30_000 * NS_PER_MS;
        public long minValidityNs;
        public int maxAttempts = Integer.MAX_VALUE;
        public long minRetryNs = NS_PER_MS;
        public long maxRetryNs = 16 * NS_PER_MS;
        public boolean autoExtend;
        public long maxHoldNs = 600_000 * NS_PER_MS;
        public int maxExtensions = Integer.MAX_VALUE;
        public boolean isFenced;
        public int minGrants;
        public boolean isDurable;
        public boolean isWatched;

        @Override
        protected void check()
        {
            checkTtl(ttlNs / NS_PER_MS);
            if (maxAttempts < 1)
            {
                throw new IllegalArgumentException("attempts are limited to " + maxAttempts +
                    " but must be at least 1; without a limit only the caller's patience bounds them");
            }
            if (maxExtensions < 0)
            {
                throw new IllegalArgumentException("extensions are limited to " + maxExtensions +
                    " but must not be negative; 0 allows none");
            }
        }

        @Override
        protected ClaimOptions make()
        {
            return new ClaimOptions(ttlNs / NS_PER_MS, minValidityNs, maxAttempts, minRetryNs, maxRetryNs,
                autoExtend, maxHoldNs, maxExtensions, isFenced, minGrants, isDurable, isWatched);
        }
    }
}
