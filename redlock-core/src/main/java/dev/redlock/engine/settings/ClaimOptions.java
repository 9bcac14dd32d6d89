// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import dev.redlock.outcome.DurationText;
import dev.redlock.quorum.Quorum;

/**
 * How one handle acquires and holds. Durations in nanoseconds unless the name says milliseconds.
 */
public final class ClaimOptions
{
    /**
     * Longest time to live: one day.
     */
    public static final long MAX_TTL_MS = 24L * 60 * 60 * 1000;

    public static final long NS_PER_MS = 1_000_000;

    private final long ttlMs;
    private final long minValidityNs;
    private final int maxAttempts;
    private final long minRetryNs;
    private final long maxRetryNs;
    private final boolean autoExtend;
    private final long maxHoldNs;
    private final int maxExtensions;
    private final boolean isFenced;
    private final int minGrants;
    private final boolean isDurable;
    private final boolean isWatched;

    private ClaimOptions(final Builder builder)
    {
        ttlMs = builder.ttlMs;
        minValidityNs = builder.minValidityNs;
        maxAttempts = builder.maxAttempts;
        minRetryNs = builder.minRetryNs;
        maxRetryNs = builder.maxRetryNs;
        autoExtend = builder.autoExtend;
        maxHoldNs = builder.maxHoldNs;
        maxExtensions = builder.maxExtensions;
        isFenced = builder.isFenced;
        minGrants = builder.minGrants;
        isDurable = builder.isDurable;
        isWatched = builder.isWatched;
        check();
    }

    /**
     * Begins with a single way to hold: no extensions, and no pause between attempts.
     *
     * @param ttlMs time to live in milliseconds.
     * @return a builder.
     */
    public static Builder ttlMs(final long ttlMs)
    {
        return new Builder(ttlMs);
    }

    private void check()
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
     * The quorum that wins the lock: that of the client, or more if there is a minimum of grants.
     *
     * @param quorum of the client.
     * @throws IllegalArgumentException if the minimum need not, or cannot, be won.
     */
    public Quorum quorumToWin(final Quorum quorum)
    {
        return minGrants == 0 ? quorum : quorum.atLeast(minGrants);
    }

    /**
     * Time to live in nanoseconds.
     */
    public long ttlNs()
    {
        return ttlMs * NS_PER_MS;
    }

    /**
     * Time to live that is sent to the nodes, in milliseconds.
     *
     * @return 1 to a day.
     */
    public long ttlMs()
    {
        return ttlMs;
    }

    /**
     * Minimum validity after a win.
     *
     * @return less than the time to live.
     */
    public long minValidityNs()
    {
        return minValidityNs;
    }

    /**
     * Attempts per acquisition, in addition to the caller's patience.
     *
     * @return at least 1.
     */
    public int maxAttempts()
    {
        return maxAttempts;
    }

    /**
     * Least delay between two attempts.
     *
     * @return not negative.
     */
    public long minRetryNs()
    {
        return minRetryNs;
    }

    /**
     * Bound of the random part of that delay.
     *
     * @return no less than the least.
     */
    public long maxRetryNs()
    {
        return maxRetryNs;
    }

    /**
     * Whether the engine extends the lease automatically.
     *
     * @return false by default.
     */
    public boolean autoExtend()
    {
        return autoExtend;
    }

    /**
     * How far after the acquisition the validity may reach.
     *
     * @return at least the time to live.
     */
    public long maxHoldNs()
    {
        return maxHoldNs;
    }

    /**
     * Extensions per term.
     *
     * @return not negative.
     */
    public int maxExtensions()
    {
        return maxExtensions;
    }

    /**
     * Whether nodes grant in the order of fencing tokens.
     *
     * @return false by default.
     */
    public boolean isFenced()
    {
        return isFenced;
    }

    /**
     * Grants that win the lock; it lasts as long as a quorum stands.
     *
     * @return 0 for a quorum.
     */
    public int minGrants()
    {
        return minGrants;
    }

    /**
     * Whether grants count only once they are durable.
     *
     * @return as configured.
     */
    public boolean isDurable()
    {
        return isDurable;
    }

    /**
     * Whether the nodes are asked with every heartbeat if they still have the key.
     *
     * @return false by default.
     */
    public boolean isWatched()
    {
        return isWatched;
    }

    /**
     * Sets members by name; each has a sound default.
     */
    public static final class Builder
    {
        private final long ttlMs;
        private long minValidityNs;
        private int maxAttempts = Integer.MAX_VALUE;
        private long minRetryNs;
        private long maxRetryNs;
        private boolean autoExtend;
        private long maxHoldNs = MAX_TTL_MS * NS_PER_MS;
        private int maxExtensions;
        private boolean isFenced;
        private int minGrants;
        private boolean isDurable;
        private boolean isWatched;

        private Builder(final long ttlMs)
        {
            this.ttlMs = ttlMs;
        }

        /**
         * Minimum validity after a win.
         *
         * @param value less than the time to live.
         * @return this.
         */
        public Builder minValidityNs(final long value)
        {
            minValidityNs = value;

            return this;
        }

        /**
         * Attempts per acquisition, in addition to the caller's patience.
         *
         * @param value at least 1.
         * @return this.
         */
        public Builder maxAttempts(final int value)
        {
            maxAttempts = value;

            return this;
        }

        /**
         * Least delay between two attempts.
         *
         * @param value not negative.
         * @return this.
         */
        public Builder minRetryNs(final long value)
        {
            minRetryNs = value;

            return this;
        }

        /**
         * Bound of the random part of that delay.
         *
         * @param value no less than the least.
         * @return this.
         */
        public Builder maxRetryNs(final long value)
        {
            maxRetryNs = value;

            return this;
        }

        /**
         * Whether the engine extends the lease automatically.
         *
         * @param value false by default.
         * @return this.
         */
        public Builder autoExtend(final boolean value)
        {
            autoExtend = value;

            return this;
        }

        /**
         * How far after the acquisition the validity may reach.
         *
         * @param value at least the time to live.
         * @return this.
         */
        public Builder maxHoldNs(final long value)
        {
            maxHoldNs = value;

            return this;
        }

        /**
         * Extensions per term.
         *
         * @param value not negative.
         * @return this.
         */
        public Builder maxExtensions(final int value)
        {
            maxExtensions = value;

            return this;
        }

        /**
         * Whether nodes grant in the order of fencing tokens.
         *
         * @param value false by default.
         * @return this.
         */
        public Builder isFenced(final boolean value)
        {
            isFenced = value;

            return this;
        }

        /**
         * Grants that win the lock.
         *
         * @param value 0 for a quorum; otherwise at least that.
         * @return this.
         */
        public Builder minGrants(final int value)
        {
            minGrants = value;

            return this;
        }

        /**
         * Whether grants count only once they are durable.
         *
         * @param value false by default.
         * @return this.
         */
        public Builder isDurable(final boolean value)
        {
            isDurable = value;

            return this;
        }

        /**
         * Whether the nodes are asked with every heartbeat if they still have the key.
         *
         * @param value false by default.
         * @return this.
         */
        public Builder isWatched(final boolean value)
        {
            isWatched = value;

            return this;
        }

        /**
         * Checks that the values fit each other.
         *
         * @return never changes.
         * @throws IllegalArgumentException if they do not.
         */
        public ClaimOptions build()
        {
            return new ClaimOptions(this);
        }
    }
}
