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
package dev.redlock.cli.demo;

import java.util.List;

import org.HdrHistogram.Histogram;

import dev.redlock.Redlock;
import dev.redlock.cli.common.Terminal.Colour;
import dev.redlock.cli.common.Texts;
import dev.redlock.outcome.NodeStatus;

/**
 * One line a second: how the sellers and the nodes do.
 */
final class LiveTable
{
    private static final String FORM = "%6s  %10s  %8s  %8s  %8s  %10s";
    private static final String NODE_FORM = "  %8s";

    private final Shop shop;
    private final List<Redlock> redlocks;
    private final int nodeCount;
    private final Histogram acquire = new Histogram(3);
    private long lastPasses;
    private long lastNs;

    /**
     * A table without lines.
     *
     * @param shop     to watch.
     * @param redlocks all clients of the same nodes; none if there are no locks.
     * @param nowNs    on the monotonic clock.
     */
    LiveTable(final Shop shop, final List<Redlock> redlocks, final long nowNs)
    {
        this.shop = shop;
        this.redlocks = redlocks;
        nodeCount = redlocks.isEmpty() ? 0 : redlocks.get(0).nodes().size();
        lastNs = nowNs;
    }

    String titles()
    {
        final String rate = redlocks.isEmpty() ? "passes/s" : "acquired/s";
        final StringBuilder line =
            new StringBuilder(Texts.format(FORM, "time", rate, "p50", "p99", "sold", "violations"));
        for (int i = 0; i < nodeCount; i++)
        {
            line.append(Texts.format(NODE_FORM, "node " + (i + 1)));
        }

        return line.toString();
    }

    String line(final long elapsedNs, final long nowNs)
    {
        final long passes = shop.passes().sum();
        final double perSecond = (passes - lastPasses) * 1e9 / Math.max(1, nowNs - lastNs);
        lastPasses = passes;
        lastNs = nowNs;

        final Histogram recent = new Histogram(3);
        redlocks.forEach((redlock) -> recent.add(redlock.metrics().acquire()));
        acquire.add(recent);

        final long violations = shop.checker().violations();
        final StringBuilder line = new StringBuilder(Texts.format(FORM,
            Texts.time(elapsedNs), Texts.count(Math.round(perSecond)), percentile(recent, 50),
            percentile(recent, 99), Texts.count(shop.inventory().sold()), Texts.count(violations)));
        for (int i = 0; i < nodeCount; i++)
        {
            line.append(node(i));
        }

        return violations > 0 ? Colour.RED.paint(line.toString()) : line.toString();
    }

    /**
     * All acquisitions so far, as of the latest line.
     */
    Histogram acquire()
    {
        return acquire;
    }

    static String percentile(final Histogram histogram, final double percentile)
    {
        return histogram.getTotalCount() == 0 ? "-" : Texts.time(histogram.getValueAtPercentile(percentile));
    }

    private String node(final int index)
    {
        final Histogram rtt = new Histogram(3);
        NodeStatus.State state = NodeStatus.State.UP;
        for (final Redlock redlock : redlocks)
        {
            rtt.add(redlock.metrics().rtt(index));
            final NodeStatus.State seen = redlock.nodes().get(index).state();
            state = seen == NodeStatus.State.UP ? state : seen;
        }

        return state == NodeStatus.State.UP ? Texts.format(NODE_FORM, percentile(rtt, 50)) :
            Colour.YELLOW.paint(Texts.format(NODE_FORM, state));
    }
}
