// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.ClockSampler;

/**
 * The time that most nodes agree on.
 */
public final class MedianTime
{
    /**
     * If no node has told its time.
     */
    public static final long UNKNOWN = 0;

    private static final long NS_PER_US = 1_000;

    private final Nodes nodes;
    private final long[] timesNs;

    public MedianTime(final Nodes nodes, final EngineConfig config)
    {
        this.nodes = nodes;
        timesNs = config.slots().longs();
    }

    /**
     * The lower median of the nodes that have told their time.
     *
     * @return microseconds; {@link #UNKNOWN} if none has.
     */
    public long us(final long nowNs)
    {
        int known = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final ClockSampler clock = nodes.at(i).clock;
            if (clock.knowsTime())
            {
                final long timeNs = clock.timeNs(nowNs);
                int at = known++;
                for (; at > 0 && timesNs[at - 1] > timeNs; at--)
                {
                    timesNs[at] = timesNs[at - 1];
                }
                timesNs[at] = timeNs;
            }
        }

        return known == 0 ? UNKNOWN : timesNs[(known - 1) / 2] / NS_PER_US;
    }
}
