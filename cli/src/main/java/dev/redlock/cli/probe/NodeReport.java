/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

    final NodeStatus status;
    final Histogram rtt = new Histogram(1, LONGEST_RTT_NS, 3);
    final ClockComparison clock;
    InfoLines info = new InfoLines("");
    String appendonly = UNKNOWN;
    String appendfsync = UNKNOWN;
    String maxmemoryPolicy = UNKNOWN;
    long clockOffsetLowNs;
    long clockOffsetHighNs;

    /**
     * Faults that came up while the node was being asked.
     */
    final List<String> troubles = new ArrayList<>();

    NodeReport(final NodeStatus status, final ClockComparison clock)
    {
        this.status = status;
        this.clock = clock;
    }

    boolean isUp()
    {
        return status.state() == NodeStatus.State.UP;
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
