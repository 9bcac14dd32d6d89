// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Quantity;
import dev.redlock.quorum.Drift;
import dev.redlock.runtime.metrics.ClientMeter;
import dev.redlock.runtime.metrics.SingleWriterHistogram;
import dev.redlock.runtime.nodes.NodeIndex;

/**
 * What the client counts and measures. Reading stops nothing and disturbs no other reader: counts and sums
 * begin with the client and never fall, and each {@link #cursor()} gives intervals of its own. A count and a
 * sum that are read one after the other may be a few values apart while the client works.
 * <p>
 * <b>Threads:</b> any.
 */
public final class Metrics
{
    private final List<ClientMeter> meters;
    private final List<String> nodes;
    private final Drift drift;

    Metrics(final List<ClientMeter> meters, final List<String> nodes, final Drift drift)
    {
        this.meters = meters;
        this.nodes = nodes;
        this.drift = drift;
    }

    /**
     * How often something has happened since the client was built.
     *
     * @param counter what.
     * @return the count.
     */
    public long count(final Counter counter)
    {
        long sum = 0;
        for (final ClientMeter meter : meters)
        {
            sum += meter.value(counter);
        }

        return sum;
    }

    /**
     * All counters.
     *
     * @return a new map.
     */
    public Map<Counter, Long> counts()
    {
        final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        for (final Counter counter : Counter.values())
        {
            counts.put(counter, count(counter));
        }

        return counts;
    }

    /**
     * Owner tokens that may still be on some node: attempts, leases, and releases that not all nodes have
     * confirmed yet. A lease is counted before anybody is told of it.
     *
     * @return 0 when nothing of this client is left on any node, as far as it can know.
     */
    public int tokensOut()
    {
        return meters.stream().mapToInt(ClientMeter::tokensOut).sum();
    }

    /**
     * Timers that are armed: one per node, for its next heartbeat or its next connection, and those of locks.
     * A useless timer of a lock is removed only if it is more than half a second ahead; an earlier one fires
     * and finds nothing to do. So a client that has been idle for a second has exactly as many timers as
     * nodes; more is a leak. As of the engine's last duty cycle.
     *
     * @return the number of timers.
     */
    public int timersArmed()
    {
        return meters.stream().mapToInt(ClientMeter::timersArmed).sum();
    }

    /**
     * How many values of a quantity were recorded since the client was built.
     *
     * @param quantity which.
     * @return the count.
     */
    public long count(final Quantity quantity)
    {
        return count(meter -> meter.of(quantity));
    }

    /**
     * The sum of all values of a quantity since the client was built, as timers of other libraries want it
     * beside the count. Each value counts as the middle of its bucket, which is at most 1/256 of it away; one
     * above a day counts as a day.
     *
     * @param quantity which.
     * @return the sum, in the unit of the quantity: nanoseconds, but for {@link Quantity#DRIFT_PPM}.
     */
    public double sum(final Quantity quantity)
    {
        return sum(meter -> meter.of(quantity));
    }

    /**
     * How often a node has answered since the client was built, in time or late.
     *
     * @param nodeIndex of the node.
     * @return the count.
     */
    public long rttCount(final int nodeIndex)
    {
        NodeIndex.check(nodeIndex, nodes.size());

        return count(meter -> meter.rttOf(nodeIndex));
    }

    /**
     * The sum of all round trips of a node since the client was built, as {@link #sum(Quantity)}.
     *
     * @param nodeIndex of the node.
     * @return nanoseconds.
     */
    public double rttSum(final int nodeIndex)
    {
        NodeIndex.check(nodeIndex, nodes.size());

        return sum(meter -> meter.rttOf(nodeIndex));
    }

    /**
     * A new place to read histograms from, interval by interval. Every reader takes one of its own.
     *
     * @return one that has read nothing yet.
     */
    public MetricsCursor cursor()
    {
        return new MetricsCursor(meters, nodes.size());
    }

    /**
     * What is known of a node's clock, and how much of the drift allowance it leaves.
     *
     * @param nodeIndex of the node.
     * @return as of the node's last TIME sample, which comes with every heartbeat.
     */
    public NodeClock clock(final int nodeIndex)
    {
        NodeIndex.check(nodeIndex, nodes.size());
        final ClientMeter meter = meters.get(0);

        return new NodeClock(meter.clockSamples(nodeIndex), meter.offsetLowNs(nodeIndex),
            meter.offsetHighNs(nodeIndex), meter.lowPpm(nodeIndex), meter.highPpm(nodeIndex),
            drift.partsPerMillion());
    }

    /**
     * The nodes, by index.
     *
     * @return their names without secrets.
     */
    public List<String> nodes()
    {
        return nodes;
    }

    private long count(final Function<ClientMeter, SingleWriterHistogram> recorded)
    {
        return meters.stream().map(recorded).mapToLong(SingleWriterHistogram::count).sum();
    }

    private double sum(final Function<ClientMeter, SingleWriterHistogram> recorded)
    {
        double sum = 0;
        for (final ClientMeter meter : meters)
        {
            sum += recorded.apply(meter).sum();
        }

        return sum;
    }
}
