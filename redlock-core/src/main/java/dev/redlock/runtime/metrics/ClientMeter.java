// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.metrics;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;

import dev.redlock.engine.port.Meter;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Quantity;

/**
 * Counters and histograms of one engine. Written by the engine thread without allocation or waiting; read by
 * any.
 */
public final class ClientMeter implements Meter
{
    /*
     * A day, the longest time to live; what is longer counts as a day.
     */
    private static final long HIGHEST_NS = 86_400_000_000_000L;

    /*
     * Counters are a cache line apart. The engine thread is the only writer of its own array; what other
     * threads count goes to the second.
     */
    private static final int STRIDE = 8;

    private final AtomicLongArray byEngine = new AtomicLongArray((Counter.values().length + 1) * STRIDE);
    private final AtomicLongArray byOthers = new AtomicLongArray((Counter.values().length + 1) * STRIDE);
    private final long startedMs = System.currentTimeMillis();
    private final SingleWriterHistogram[] quantities;
    private final SingleWriterHistogram[] rtts;
    private final AtomicLongArray ppm;
    private final AtomicLongArray offsetsNs;
    private final AtomicLongArray samples;
    private final AtomicInteger tokensOut = new AtomicInteger();
    private final AtomicInteger timersArmed = new AtomicInteger();

    /**
     * Nothing counted yet.
     *
     * @param slots how many places there are for nodes.
     */
    public ClientMeter(final int slots)
    {
        rtts = histograms(slots);
        quantities = histograms(Quantity.values().length);
        ppm = new AtomicLongArray(slots * 2);
        offsetsNs = new AtomicLongArray(slots * 2);
        samples = new AtomicLongArray(slots);
    }

    private static SingleWriterHistogram[] histograms(final int count)
    {
        return Stream.generate(() -> new SingleWriterHistogram(HIGHEST_NS)).limit(count)
            .toArray(SingleWriterHistogram[]::new);
    }

    /**
     * Counts on the engine thread only; counts of other threads get lost here: {@link
     * #countOutside(Counter)}.
     */
    @Override
    public void count(final Counter counter)
    {
        final int index = indexOf(counter);
        byEngine.lazySet(index, byEngine.getPlain(index) + 1);
    }

    /**
     * Counts what happened on any thread.
     *
     * @param counter what.
     */
    public void countOutside(final Counter counter)
    {
        byOthers.incrementAndGet(indexOf(counter));
    }

    @Override
    public void rtt(final int nodeIndex, final long durationNs)
    {
        rtts[nodeIndex].record(durationNs);
    }

    @Override
    public void waited(final long durationNs)
    {
        of(Quantity.WAIT).record(durationNs);
    }

    @Override
    public void acquired(final long durationNs, final long marginNs)
    {
        of(Quantity.ACQUIRE).record(durationNs);
        of(Quantity.VALIDITY_MARGIN).record(marginNs);
    }

    @Override
    public void extended(final long durationNs)
    {
        of(Quantity.EXTEND).record(durationNs);
    }

    @Override
    public void released(final long heldNs, final long durationNs)
    {
        of(Quantity.HOLD).record(heldNs);
        of(Quantity.RELEASE).record(durationNs);
    }

    @Override
    public void clock(final int nodeIndex, final long lowPpm, final long highPpm)
    {
        ppm.lazySet(nodeIndex * 2, lowPpm);
        ppm.lazySet(nodeIndex * 2 + 1, highPpm);
        of(Quantity.DRIFT_PPM).record(highPpm);
    }

    /*
     * The count is written last: a reader that sees it sees an interval. Its two ends may be of two samples;
     * each is a bound of its own.
     */
    @Override
    public void offset(final int nodeIndex, final long lowNs, final long highNs)
    {
        offsetsNs.lazySet(nodeIndex * 2, lowNs);
        offsetsNs.lazySet(nodeIndex * 2 + 1, highNs);
        samples.lazySet(nodeIndex, samples.getPlain(nodeIndex) + 1);
    }

    @Override
    public void tokensOut(final int number)
    {
        tokensOut.lazySet(number);
    }

    /**
     * Engine thread, once per duty cycle.
     */
    public void timersArmed(final int number)
    {
        timersArmed.lazySet(number);
    }

    /**
     * Owner tokens that may still be on some node. A token counts before its lease is told, and
     * until all nodes have confirmed its release. Any thread.
     *
     * @return see {@link dev.redlock.engine.Engine#tokensOut()}.
     */
    public int tokensOut()
    {
        return tokensOut.get();
    }

    /**
     * Timers that are armed, as of the engine's last duty cycle. Any thread.
     *
     * @return see {@link dev.redlock.engine.Engine#timersArmed()}.
     */
    public int timersArmed()
    {
        return timersArmed.get();
    }

    /**
     * How often something happened since the client was made. Any thread.
     *
     * @param counter what.
     * @return the count.
     */
    public long value(final Counter counter)
    {
        return byEngine.get(indexOf(counter)) + byOthers.get(indexOf(counter));
    }

    /**
     * When this was made.
     *
     * @return milliseconds since the epoch.
     */
    public long startedMs()
    {
        return startedMs;
    }

    /**
     * All that was recorded of a quantity.
     *
     * @param quantity which.
     * @return live.
     */
    public SingleWriterHistogram of(final Quantity quantity)
    {
        return quantities[quantity.ordinal()];
    }

    /**
     * All round trips of a node.
     *
     * @param nodeIndex of the node.
     * @return live, in nanoseconds.
     */
    public SingleWriterHistogram rttOf(final int nodeIndex)
    {
        return rtts[nodeIndex];
    }

    /**
     * Lower bound of the rate by which a node's clock gains on ours.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long lowPpm(final int nodeIndex)
    {
        return ppm.get(nodeIndex * 2);
    }

    /**
     * Upper bound of the rate by which a node's clock gains on ours.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long highPpm(final int nodeIndex)
    {
        return ppm.get(nodeIndex * 2 + 1);
    }

    /**
     * How often a node's clock was read. Any thread.
     *
     * @param nodeIndex of the node.
     * @return 0 before its offset is known.
     */
    public long clockSamples(final int nodeIndex)
    {
        return samples.get(nodeIndex);
    }

    /**
     * Lower bound of what a node's clock showed more than ours at its last sample. Any thread.
     *
     * @param nodeIndex of the node.
     * @return nanoseconds.
     */
    public long offsetLowNs(final int nodeIndex)
    {
        return offsetsNs.get(nodeIndex * 2);
    }

    /**
     * Upper bound of what a node's clock showed more than ours at its last sample. Any thread.
     *
     * @param nodeIndex of the node.
     * @return nanoseconds.
     */
    public long offsetHighNs(final int nodeIndex)
    {
        return offsetsNs.get(nodeIndex * 2 + 1);
    }

    private static int indexOf(final Counter counter)
    {
        return (counter.ordinal() + 1) * STRIDE;
    }
}
