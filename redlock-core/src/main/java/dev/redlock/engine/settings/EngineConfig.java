// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import java.util.Objects;

import org.agrona.SystemUtil;

import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;

/**
 * Limits and times of an engine. Durations in nanoseconds.
 */
public final class EngineConfig
{
    /**
     * By how much our wall clock may gain on our monotonic one, beyond its own tick and a thousandth of the
     * time that passes, before this is taken for a standstill: what two looks, one after the other, may be
     * off.
     */
    public static final long WALL_SLACK_NS = 10_000_000;

    /**
     * How coarsely our wall clock may be told. That of Windows goes on 64 times a second.
     */
    public static final long WALL_TICK_NS = SystemUtil.isWindows() ? 16_000_000 : 1_000_000;

    private static final long MS = 1_000_000;
    private static final long BACKWARD_STEP_NS = 5_000 * MS;

    private final Quorum quorum;
    private final Drift drift;
    private final int maxAttempts;
    private final int inFlightPerNode;
    private final long minNodeTimeoutNs;
    private final long maxNodeTimeoutNs;
    private final long heartbeatNs;
    private final long silenceNs;
    private final long connectTimeoutNs;
    private final long minReconnectNs;
    private final long maxReconnectNs;
    private final FenceRule fence;
    private final QuarantineLevel quarantine;
    private final long longestTtlNs;
    private final boolean areNodesFresh;
    private final DurabilityRule durability;

    private EngineConfig(final Builder builder)
    {
        quorum = builder.quorum;
        drift = builder.drift;
        maxAttempts = builder.maxAttempts;
        inFlightPerNode = builder.inFlightPerNode;
        minNodeTimeoutNs = builder.minNodeTimeoutNs;
        maxNodeTimeoutNs = builder.maxNodeTimeoutNs;
        heartbeatNs = builder.heartbeatNs;
        silenceNs = builder.silenceNs;
        connectTimeoutNs = builder.connectTimeoutNs;
        minReconnectNs = builder.minReconnectNs;
        maxReconnectNs = builder.maxReconnectNs;
        fence = builder.fence;
        quarantine = builder.quarantine;
        longestTtlNs = builder.longestTtlNs;
        areNodesFresh = builder.areNodesFresh;
        durability = builder.durability;
        check();
    }

    /**
     * Begins with sound defaults.
     *
     * @param quorum number of nodes and votes needed.
     * @return a builder.
     */
    public static Builder builder(final Quorum quorum)
    {
        return new Builder(quorum);
    }

    /**
     * Sound defaults for a quorum.
     *
     * @param quorum number of nodes and votes needed.
     * @return the configuration.
     */
    public static EngineConfig of(final Quorum quorum)
    {
        return builder(quorum).build();
    }

    private void check()
    {
        Objects.requireNonNull(quorum, "quorum");
        Objects.requireNonNull(drift, "drift");
        if (maxAttempts < 1)
        {
            throw new IllegalArgumentException("maxAttempts is " + maxAttempts + " but must be at least 1");
        }
        if (Integer.bitCount(inFlightPerNode) != 1 || inFlightPerNode < 16)
        {
            throw new IllegalArgumentException(
                "inFlightPerNode is " + inFlightPerNode + " but must be a power of two, at least 16");
        }
        if (minNodeTimeoutNs < 1 || maxNodeTimeoutNs < minNodeTimeoutNs)
        {
            throw new IllegalArgumentException("node timeout is bounded by " + minNodeTimeoutNs + " and " +
                maxNodeTimeoutNs + " ns but the lower bound must be at least 1 and the upper no less");
        }
        if (heartbeatNs < MS || silenceNs < heartbeatNs || connectTimeoutNs < MS)
        {
            throw new IllegalArgumentException("heartbeat " + heartbeatNs + " ns, silence " + silenceNs +
                " ns and connect timeout " + connectTimeoutNs +
                " ns must be at least a millisecond, and silence at least a heartbeat");
        }
        Objects.requireNonNull(quarantine, "quarantine");
        if (longestTtlNs < MS)
        {
            throw new IllegalArgumentException(
                "longestTtl is " + longestTtlNs + " ns but must be at least a millisecond");
        }
        if (minReconnectNs < MS || maxReconnectNs < minReconnectNs)
        {
            throw new IllegalArgumentException("reconnect delay is bounded by " + minReconnectNs + " and " +
                maxReconnectNs + " ns but must be at least a millisecond, and the bounds in order");
        }
    }

    /**
     * The nodes and the votes needed.
     *
     * @return the quorum.
     */
    public Quorum quorum()
    {
        return quorum;
    }

    /**
     * The allowance for clocks.
     *
     * @return specification by default.
     */
    public Drift drift()
    {
        return drift;
    }

    /**
     * Owner tokens alive at a time: attempts, leases, and releases not yet confirmed by all.
     *
     * @return at least 1.
     */
    public int maxAttempts()
    {
        return maxAttempts;
    }

    /**
     * Operations in flight per node.
     *
     * @return a power of two, at least 16.
     */
    public int inFlightPerNode()
    {
        return inFlightPerNode;
    }

    /**
     * Lower bound of the adaptive timeout of a node.
     *
     * @return at least 1.
     */
    public long minNodeTimeoutNs()
    {
        return minNodeTimeoutNs;
    }

    /**
     * Upper bound of the adaptive timeout of a node.
     *
     * @return no less than the lower one.
     */
    public long maxNodeTimeoutNs()
    {
        return maxNodeTimeoutNs;
    }

    /**
     * Between two samples of a node's clock, which are also the sign of life.
     *
     * @return at least a millisecond.
     */
    public long heartbeatNs()
    {
        return heartbeatNs;
    }

    /**
     * How long without any answer until a connection counts as half-open.
     *
     * @return at least a heartbeat.
     */
    public long silenceNs()
    {
        return silenceNs;
    }

    /**
     * For a connection to come up, its dialogue included.
     *
     * @return at least a millisecond.
     */
    public long connectTimeoutNs()
    {
        return connectTimeoutNs;
    }

    /**
     * First delay before connecting again.
     *
     * @return at least a millisecond.
     */
    public long minReconnectNs()
    {
        return minReconnectNs;
    }

    /**
     * Longest delay before connecting again.
     *
     * @return no less than the first.
     */
    public long maxReconnectNs()
    {
        return maxReconnectNs;
    }

    /**
     * How long fences are kept, and which fencing tokens are plausible.
     *
     * @return usual by default.
     */
    public FenceRule fence()
    {
        return fence;
    }

    /**
     * How carefully votes of nodes that may have forgotten locks are kept out.
     *
     * @return restart by default.
     */
    public QuarantineLevel quarantine()
    {
        return quarantine;
    }

    /**
     * The longest time to live that any client of the deployment uses.
     *
     * @return 60 s by default.
     */
    public long longestTtlNs()
    {
        return longestTtlNs;
    }

    /**
     * Whether nodes that are met for the first time have forgotten nothing, however young they are.
     *
     * @return false by default.
     */
    public boolean areNodesFresh()
    {
        return areNodesFresh;
    }

    /**
     * How long a node that may have forgotten something does not vote. By then every lock that it may have
     * forgotten is over, and every fencing token that it may have granted is below those that its clock makes
     * plausible, even if that clock goes back by the constant part.
     *
     * @return the longest time to live and its drift, or two fence windows and 5 s if that is longer.
     */
    public long quarantineNs()
    {
        return Math.max(longestTtlNs + drift.of(longestTtlNs), 2 * fence.windowNs() + BACKWARD_STEP_NS);
    }

    /**
     * How a node confirms that a vote is durable.
     *
     * @return that it does not, by default.
     */
    public DurabilityRule durability()
    {
        return durability;
    }

    /**
     * Sets members by name; each has a sound default.
     */
    public static final class Builder
    {
        private final Quorum quorum;
        private Drift drift = Drift.SPECIFICATION;
        private int maxAttempts = 8192;
        private int inFlightPerNode = 4096;
        private long minNodeTimeoutNs = 50 * MS;
        private long maxNodeTimeoutNs = 250 * MS;
        private long heartbeatNs = 500 * MS;
        private long silenceNs = 1400 * MS;
        private long connectTimeoutNs = 2000 * MS;
        private long minReconnectNs = 20 * MS;
        private long maxReconnectNs = 2000 * MS;
        private FenceRule fence = FenceRule.DEFAULT;
        private QuarantineLevel quarantine = QuarantineLevel.RESTART;
        private long longestTtlNs = 60_000 * MS;
        private boolean areNodesFresh;
        private DurabilityRule durability = DurabilityRule.NONE;

        private Builder(final Quorum quorum)
        {
            this.quorum = quorum;
        }

        /**
         * The allowance for clocks.
         *
         * @param value specification by default.
         * @return this.
         */
        public Builder drift(final Drift value)
        {
            drift = value;

            return this;
        }

        /**
         * Owner tokens alive at a time: attempts, leases, and releases not yet confirmed by all.
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
         * Operations in flight per node.
         *
         * @param value a power of two, at least 16.
         * @return this.
         */
        public Builder inFlightPerNode(final int value)
        {
            inFlightPerNode = value;

            return this;
        }

        /**
         * Lower bound of the adaptive timeout of a node.
         *
         * @param value at least 1.
         * @return this.
         */
        public Builder minNodeTimeoutNs(final long value)
        {
            minNodeTimeoutNs = value;

            return this;
        }

        /**
         * Upper bound of the adaptive timeout of a node.
         *
         * @param value no less than the lower one.
         * @return this.
         */
        public Builder maxNodeTimeoutNs(final long value)
        {
            maxNodeTimeoutNs = value;

            return this;
        }

        /**
         * Between two samples of a node's clock, which are also the sign of life.
         *
         * @param value at least a millisecond.
         * @return this.
         */
        public Builder heartbeatNs(final long value)
        {
            heartbeatNs = value;

            return this;
        }

        /**
         * How long without any answer until a connection counts as half-open.
         *
         * @param value at least a heartbeat.
         * @return this.
         */
        public Builder silenceNs(final long value)
        {
            silenceNs = value;

            return this;
        }

        /**
         * For a connection to come up, its dialogue included.
         *
         * @param value at least a millisecond.
         * @return this.
         */
        public Builder connectTimeoutNs(final long value)
        {
            connectTimeoutNs = value;

            return this;
        }

        /**
         * First delay before connecting again.
         *
         * @param value at least a millisecond.
         * @return this.
         */
        public Builder minReconnectNs(final long value)
        {
            minReconnectNs = value;

            return this;
        }

        /**
         * Longest delay before connecting again.
         *
         * @param value no less than the first.
         * @return this.
         */
        public Builder maxReconnectNs(final long value)
        {
            maxReconnectNs = value;

            return this;
        }

        /**
         * How long fences are kept, and which fencing tokens are plausible.
         *
         * @param value usual by default.
         * @return this.
         */
        public Builder fence(final FenceRule value)
        {
            fence = value;

            return this;
        }

        /**
         * How carefully votes of nodes that may have forgotten locks are kept out.
         *
         * @param value restart by default.
         * @return this.
         */
        public Builder quarantine(final QuarantineLevel value)
        {
            quarantine = value;

            return this;
        }

        /**
         * The longest time to live that any client of the deployment uses.
         *
         * @param value 60 s by default, at least a millisecond.
         * @return this.
         */
        public Builder longestTtlNs(final long value)
        {
            longestTtlNs = value;

            return this;
        }

        /**
         * Whether nodes that are met for the first time have forgotten nothing, however young they are.
         *
         * @param value false by default.
         * @return this.
         */
        public Builder areNodesFresh(final boolean value)
        {
            areNodesFresh = value;

            return this;
        }

        /**
         * How a node confirms that a vote is durable: then the transport must have a second connection to
         * each node, from index N on.
         *
         * @param value none by default.
         * @return this.
         */
        public Builder durability(final DurabilityRule value)
        {
            durability = value;

            return this;
        }

        /**
         * Checks that the values fit each other.
         *
         * @return never changes.
         * @throws IllegalArgumentException if they do not.
         */
        public EngineConfig build()
        {
            return new EngineConfig(this);
        }
    }
}
