// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.util.List;
import java.util.function.IntFunction;

import org.HdrHistogram.Histogram;

import dev.redlock.MetricsCursor;
import dev.redlock.Redlock;
import dev.redlock.cli.output.Prose;
import dev.redlock.cli.output.Terminal.Colour;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Quantity;

/**
 * One line a second: how the sellers and the nodes do.
 */
final class LiveTable
{
    private static final String FORM = "%5s %8s %7s %7s %7s %10s";
    private static final int NODE_WIDTH = 6;
    private static final String INDENT = "  ";
    private static final String BACK = "back";
    private static final String QUARANTINED = "quar.";
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;

    private final Shop shop;
    private final List<Redlock> redlocks;
    private final List<MetricsCursor> cursors;
    private final Outage outage;
    private final int nodeCount;
    private final Histogram acquire = new Histogram(3);
    private long lastPasses;
    private long lastNs;

    /**
     * A table without lines.
     *
     * @param shop     to watch.
     * @param redlocks all clients of the same nodes; none if there are no locks.
     * @param outage   what happens to a node; null for nothing.
     * @param nowNs    on the monotonic clock.
     */
    LiveTable(final Shop shop, final List<Redlock> redlocks, final Outage outage, final long nowNs)
    {
        this.shop = shop;
        this.redlocks = redlocks;
        cursors = redlocks.stream().map((redlock) -> redlock.metrics().cursor()).toList();
        this.outage = outage;
        nodeCount = redlocks.isEmpty() ? 0 : redlocks.get(0).nodes().size();
        lastNs = nowNs;
    }

    String titles()
    {
        final String rate = redlocks.isEmpty() ? "passes/s" : "locks/s";

        return withNodes(Prose.format(FORM, "time", rate, "p50", "p99", "sold", "violations"),
            (index) -> "node" + (index + 1));
    }

    String line(final long elapsedNs, final long nowNs)
    {
        final long passes = shop.passes().sum();
        final double perSecond = (passes - lastPasses) * 1e9 / Math.max(1, nowNs - lastNs);
        lastPasses = passes;
        lastNs = nowNs;

        final Histogram recent = new Histogram(3);
        cursors.forEach((cursor) -> recent.add(cursor.interval(Quantity.ACQUIRE)));
        acquire.add(recent);

        final long violations = shop.checker().violations();
        final String line = withNodes(Prose.format(FORM, elapsedNs / NS_PER_S + " s",
            Prose.count(Math.round(perSecond)), percentile(recent, 50), percentile(recent, 99),
            Prose.count(shop.inventory().sold()), Prose.count(violations)), this::node);

        return violations > 0 ? Colour.RED.paint(line) : line;
    }

    /*
     * What a line does not hold goes on in the next one.
     */
    private String withNodes(final String begin, final IntFunction<String> cells)
    {
        final StringBuilder line = new StringBuilder(begin);
        int width = begin.length();
        for (int i = 0; i < nodeCount; i++)
        {
            final String cell = cells.apply(i);
            final String padded = " ".repeat(Math.max(1, NODE_WIDTH - cell.length())) + cell;
            if (width + padded.length() > Prose.COLUMNS)
            {
                line.append('\n').append(INDENT);
                width = INDENT.length();
            }
            width += padded.length();
            line.append(isState(cell) ? Colour.YELLOW.paint(padded) : padded);
        }

        return line.toString();
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
        return histogram.getTotalCount() == 0 ? "-" : Prose.time(histogram.getValueAtPercentile(percentile));
    }

    private static boolean isState(final String cell)
    {
        return BACK.equals(cell) || QUARANTINED.equals(cell) || Character.isUpperCase(cell.charAt(0));
    }

    private String node(final int index)
    {
        final Histogram rtt = new Histogram(3);
        NodeStatus.State state = NodeStatus.State.UP;
        cursors.forEach((cursor) -> rtt.add(cursor.rttInterval(index)));
        for (final Redlock redlock : redlocks)
        {
            final NodeStatus.State seen = redlock.nodes().get(index).state();
            state = seen == NodeStatus.State.UP ? state : seen;
        }
        if (state != NodeStatus.State.UP)
        {
            return state == NodeStatus.State.QUARANTINED ? QUARANTINED :
                outage != null && outage.isBackButNotAdmitted(index) ? BACK : state.toString();
        }

        return rtt.getTotalCount() == 0 ? "-" : brief(rtt.getValueAtPercentile(50));
    }

    /*
     * In five letters.
     */
    private static String brief(final long ns)
    {
        if (ns < NS_PER_MS)
        {
            return Math.round(ns / 1e3) + "us";
        }

        return ns < 10 * NS_PER_MS ? Prose.format("%.1fms", ns / 1e6) :
            ns < NS_PER_S ? Math.round(ns / 1e6) + "ms" : Math.round(ns / 1e9) + "s";
    }
}
