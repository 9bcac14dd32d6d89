// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import java.util.Objects;

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;

/**
 * Limits and times of an engine. Durations in nanoseconds.
 *
 * @param quorum             number of nodes and votes needed.
 * @param drift              allowance for clocks.
 * @param maxAttempts        owner tokens alive at a time: attempts, leases, and releases not yet confirmed by
 *                           all.
 * @param inFlightPerNode    operations in flight per node; a power of two.
 * @param minNodeTimeoutNs   lower bound of the adaptive timeout of a node.
 * @param maxNodeTimeoutNs   upper bound of it.
 * @param heartbeatNs        between two samples of a node's clock, which are also the sign of life.
 * @param silenceNs          how long without any answer until a connection counts as half-open.
 * @param connectTimeoutNs   for a connection to come up, its dialogue included.
 * @param minReconnectNs     first delay before connecting again.
 * @param maxReconnectNs     longest delay before connecting again.
 */
public record EngineConfig(
    Quorum quorum,
    Drift drift,
    int maxAttempts,
    int inFlightPerNode,
    long minNodeTimeoutNs,
    long maxNodeTimeoutNs,
    long heartbeatNs,
    long silenceNs,
    long connectTimeoutNs,
    long minReconnectNs,
    long maxReconnectNs,
    FenceRule fence)
{
    private static final long MS = 1_000_000;

    /**
     * Checks that the values fit each other.
     */
    public EngineConfig
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
        if (minReconnectNs < MS || maxReconnectNs < minReconnectNs)
        {
            throw new IllegalArgumentException("reconnect delay is bounded by " + minReconnectNs + " and " +
                maxReconnectNs + " ns but must be at least a millisecond, and the bounds in order");
        }
    }

    /**
     * The same with the usual rule of fences.
     */
    public EngineConfig(
        final Quorum quorum,
        final Drift drift,
        final int maxAttempts,
        final int inFlightPerNode,
        final long minNodeTimeoutNs,
        final long maxNodeTimeoutNs,
        final long heartbeatNs,
        final long silenceNs,
        final long connectTimeoutNs,
        final long minReconnectNs,
        final long maxReconnectNs)
    {
        this(quorum, drift, maxAttempts, inFlightPerNode, minNodeTimeoutNs, maxNodeTimeoutNs, heartbeatNs,
            silenceNs, connectTimeoutNs, minReconnectNs, maxReconnectNs, FenceRule.DEFAULT);
    }

    /**
     * Sound defaults for a quorum.
     *
     * @param quorum number of nodes and votes needed.
     * @return the configuration.
     */
    public static EngineConfig of(final Quorum quorum)
    {
        return new EngineConfig(quorum, Drift.SPECIFICATION, 8192, 4096,
            50 * MS, 250 * MS, 500 * MS, 1400 * MS, 2000 * MS, 20 * MS, 2000 * MS);
    }
}
