// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import static java.util.Objects.requireNonNull;

import org.agrona.SystemUtil;

import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Slots;
import dev.redlock.text.DurationText;

/**
 * Limits and times of an engine, as its {@link Draft} has checked them.
 *
 * @param quorum             the nodes and the votes needed.
 * @param slots              places for nodes: no more are known at a time.
 * @param drift              the allowance for clocks.
 * @param maxLocks           owner tokens alive at a time: attempts, leases, and releases not yet confirmed by
 *                           all.
 * @param maxInFlightPerNode operations in flight per node.
 * @param minNodeTimeoutNs   lower bound of the adaptive timeout of a node.
 * @param maxNodeTimeoutNs   upper bound of it.
 * @param heartbeatNs        between two samples of a node's clock, which are also the sign of life.
 * @param silenceNs          how long without any answer until a connection counts as half-open.
 * @param connectTimeoutNs   for a connection to come up, its dialogue included.
 * @param minReconnectNs     first delay before connecting again.
 * @param maxReconnectNs     longest delay before connecting again.
 * @param fence              how long fences are kept, and which fencing tokens are plausible.
 * @param quarantine         how carefully votes of nodes that may have forgotten locks are kept out.
 * @param longestTtlNs       the longest time to live that any client of the deployment uses.
 * @param areNodesFresh      whether nodes that are met for the first time have forgotten nothing, however
 *                           young they are.
 * @param durability         how a node confirms that a vote is durable. If it does, each
 *                           node has a second connection.
 * @param waiting            how claims wait for a lock that another client holds.
 */
public record EngineConfig(Quorum quorum, Slots slots, Drift drift, int maxLocks, int maxInFlightPerNode,
    long minNodeTimeoutNs, long maxNodeTimeoutNs, long heartbeatNs, long silenceNs, long connectTimeoutNs,
    long minReconnectNs, long maxReconnectNs, FenceRule fence, QuarantineLevel quarantine, long longestTtlNs,
    boolean areNodesFresh, DurabilityRule durability, WaitRule waiting)
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
    private static final long LONGEST_TTL_NS = ClaimOptions.MAX_TTL_MS * MS;
    private static final int LEAST_IN_FLIGHT = 16;

    /**
     * Refuses what does not fit together.
     */
    public EngineConfig
    {
        if (maxNodeTimeoutNs < minNodeTimeoutNs)
        {
            throw new IllegalArgumentException("maxNodeTimeout is " + DurationText.of(maxNodeTimeoutNs) +
                " but must not be less than minNodeTimeout, which is " +
                DurationText.of(minNodeTimeoutNs) + ": set both");
        }
        if (heartbeatNs < MS || silenceNs < heartbeatNs)
        {
            throw new IllegalArgumentException("heartbeat " + DurationText.of(heartbeatNs) +
                " must be at least a millisecond, and silence " + DurationText.of(silenceNs) +
                " at least a heartbeat");
        }
        if (minReconnectNs < MS || maxReconnectNs < minReconnectNs)
        {
            throw new IllegalArgumentException("reconnect delay is bounded by " +
                DurationText.of(minReconnectNs) + " and " + DurationText.of(maxReconnectNs) +
                " but must be at least a millisecond, and the bounds in order");
        }
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
     * Refuses locks that this engine could not win, or not keep apart.
     *
     * @param options of the locks.
     * @throws IllegalArgumentException that names the rule.
     */
    public void check(final ClaimOptions options)
    {
        TtlRule.check(options, drift);
        TtlRule.checkLongest(options.ttlMs(), longestTtlNs);
        quorum.atLeast(options.minGrants());
        durability.check(options);
    }

    /**
     * The settings and their defaults. Only the quorum has none.
     */
    public static final class Draft extends AbstractDraft<Draft, EngineConfig>
    {
        public Quorum quorum;
        public Drift drift = Drift.SPECIFICATION;
        public int maxLocks = 8192;
        public int maxInFlightPerNode = 4096;
        public long minNodeTimeoutNs = 50 * MS;
        public long maxNodeTimeoutNs = 1000 * MS;
        public long heartbeatNs = 500 * MS;
        public long silenceNs = 1400 * MS;
        public long connectTimeoutNs = 2000 * MS;
        public long minReconnectNs = 20 * MS;
        public long maxReconnectNs = 2000 * MS;
        public long fenceWindowNs = FenceRule.DEFAULT.windowNs();
        public long fenceTtlNs = FenceRule.DEFAULT.ttlNs();
        public QuarantineLevel quarantine = QuarantineLevel.RESTART;
        public long longestTtlNs = 60_000 * MS;
        public boolean areNodesFresh;
        public DurabilityRule durability = DurabilityRule.NONE;
        public WaitRule waiting = WaitRule.NONE;

        @Override
        protected void check()
        {
            requireNonNull(drift, "drift");
            requireNonNull(quarantine, "quarantine");
            if (maxLocks < 1)
            {
                throw new IllegalArgumentException("maxLocks is " + maxLocks + " but must be at least 1");
            }
            if (Integer.bitCount(maxInFlightPerNode) != 1 || maxInFlightPerNode < LEAST_IN_FLIGHT)
            {
                throw new IllegalArgumentException("maxInFlightPerNode is " + maxInFlightPerNode +
                    " but must be a power of two, at least " + LEAST_IN_FLIGHT);
            }
            checkPositive("minNodeTimeout", minNodeTimeoutNs);
            checkPositive("maxNodeTimeout", maxNodeTimeoutNs);
            if (connectTimeoutNs < MS)
            {
                throw new IllegalArgumentException("connectTimeout is " + DurationText.of(connectTimeoutNs) +
                    " but must be at least " + DurationText.of(MS) + ": no node would ever come up");
            }
            if (longestTtlNs < MS || longestTtlNs > LONGEST_TTL_NS)
            {
                throw new IllegalArgumentException("longestTtl is " + DurationText.of(longestTtlNs) +
                    " but must be " + DurationText.of(MS) + " to " + DurationText.of(LONGEST_TTL_NS) +
                    ": it bounds every time to live, and is how long a node that restarts does not vote");
            }
        }

        private static void checkPositive(final String what, final long valueNs)
        {
            if (valueNs < 1)
            {
                throw new IllegalArgumentException(
                    what + " is " + DurationText.of(valueNs) + " but must be positive");
            }
        }

        @Override
        protected EngineConfig make()
        {
            requireNonNull(quorum, "quorum");

            return new EngineConfig(quorum, new Slots(quorum.nodeCount()), drift, maxLocks,
                maxInFlightPerNode, minNodeTimeoutNs, maxNodeTimeoutNs, heartbeatNs, silenceNs,
                connectTimeoutNs, minReconnectNs, maxReconnectNs, new FenceRule(fenceWindowNs, fenceTtlNs),
                quarantine, longestTtlNs, areNodesFresh, durability, waiting);
        }
    }
}
