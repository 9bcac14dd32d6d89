// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;

import dev.redlock.outcome.Quantity;
import dev.redlock.runtime.metrics.ClientMeter;
import dev.redlock.runtime.metrics.HistogramReader;
import dev.redlock.runtime.nodes.NodeIndex;

/**
 * One reader's place in what a client measures: histograms of what was recorded since <em>its</em> last
 * reading, each quantity for itself. The first reading begins with the client, so that of a new cursor has
 * everything. Every value is read exactly once, whatever other cursors do.
 * <p>
 * <b>Values</b> are exact below 256, and to 1/128 above; negative ones count as 0, those above a day as a
 * day. The histograms have two significant digits.
 * <p>
 * <b>Cost:</b> about 42 kB for each quantity and each node that was ever read here, and as much garbage with
 * every reading. A cursor needs no closing, and one that nobody reads costs nothing: the client does not know
 * its cursors.
 * <p>
 * <b>Threads:</b> any. Two threads that read the same quantity share its values: give each a cursor of its
 * own.
 */
public final class MetricsCursor
{
    private final HistogramReader[] quantities;
    private final HistogramReader[] rtts;

    MetricsCursor(final List<ClientMeter> meters, final int nodeCount)
    {
        final long startedMs = meters.get(0).startedMs();

        quantities = Stream.of(Quantity.values())
            .map(quantity -> meters.stream().map(meter -> meter.of(quantity)).toList())
            .map(sources -> new HistogramReader(sources, startedMs)).toArray(HistogramReader[]::new);
        rtts = IntStream.range(0, nodeCount)
            .mapToObj(i -> meters.stream().map(meter -> meter.rttOf(i)).toList())
            .map(sources -> new HistogramReader(sources, startedMs)).toArray(HistogramReader[]::new);
    }

    /**
     * What was recorded of a quantity since the last reading of it.
     *
     * @param quantity which.
     * @return a histogram that belongs to the caller, in the unit of the quantity.
     */
    public Histogram interval(final Quantity quantity)
    {
        return quantities[quantity.ordinal()].take();
    }

    /**
     * Round trips of one node since the last reading of them, late answers included.
     *
     * @param nodeIndex of the node.
     * @return a histogram of nanoseconds that belongs to the caller.
     */
    public Histogram rttInterval(final int nodeIndex)
    {
        NodeIndex.check(nodeIndex, rtts.length);

        return rtts[nodeIndex].take();
    }
}
