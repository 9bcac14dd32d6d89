// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.ArrayList;
import java.util.List;

import org.HdrHistogram.Histogram;

import dev.redlock.outcome.NodeStatus;

/**
 * All that was found out about one node. Filled step by step by {@link NodeProbe}; what could not be found
 * out keeps the value it has here.
 */
final class NodeReport
{
    static final String UNKNOWN = "unknown";
    private static final long LONGEST_RTT_NS = 10_000_000_000L;

    final Histogram rtt = new Histogram(1, LONGEST_RTT_NS, 3);
    final ClockBounds clock;
    /**
     * As it was seen last.
     */
    NodeStatus status;

    InfoLines info = new InfoLines("");
    String appendonly = UNKNOWN;
    String appendfsync = UNKNOWN;
    String maxmemoryPolicy = UNKNOWN;
    String debugCommand = UNKNOWN;

    /**
     * Connected to it; null if it does not say.
     */
    List<LockClient> clients;
    long clockOffsetLowNs;
    long clockOffsetHighNs;

    /**
     * Faults that came up while the node was being asked.
     */
    final List<String> troubles = new ArrayList<>();

    /**
     * What there is to say of its clients.
     */
    final List<String> disagreements = new ArrayList<>();

    NodeReport(final NodeStatus status, final ClockBounds clock)
    {
        this.status = status;
        this.clock = clock;
    }

    /**
     * Whether it is connected: it may be in quarantine.
     */
    boolean isUp()
    {
        return status.isConnected();
    }

    boolean isQuarantined()
    {
        return status.state() == NodeStatus.State.QUARANTINED;
    }

    String persistence()
    {
        if (!"yes".equals(appendonly))
        {
            return "no".equals(appendonly) ? "none" : UNKNOWN;
        }

        return "aof " + (UNKNOWN.equals(appendfsync) ? "?" : appendfsync);
    }
}
