// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.HdrHistogram.Histogram;

import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Drift;
import dev.redlock.runtime.ClientMeter;

/**
 * What the client counts and measures. Reading stops nothing. Histograms are in nanoseconds unless stated
 * otherwise and hold what was recorded since their last reading, so there should be one reader ({@link
 * MetricsLog} is one); values above a day count as a day. Counters count from the start.
 * <p>
 * <b>Threads:</b> any for counters; one at a time for histograms.
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
     * From the start of a winning attempt to its decision.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram acquire()
    {
        return sum(meter -> meter.interval(ClientMeter.Quantity.ACQUIRE));
    }

    /**
     * From the start of a winning extension to its decision.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram extend()
    {
        return sum(meter -> meter.interval(ClientMeter.Quantity.EXTEND));
    }

    /**
     * From a release to its confirmation by a quorum.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram release()
    {
        return sum(meter -> meter.interval(ClientMeter.Quantity.RELEASE));
    }

    /**
     * From the start of a winning attempt to the release.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram hold()
    {
        return sum(meter -> meter.interval(ClientMeter.Quantity.HOLD));
    }

    /**
     * Validity that was left when an attempt was won.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram validityMargin()
    {
        return sum(meter -> meter.interval(ClientMeter.Quantity.MARGIN));
    }

    /**
     * Round trips of one node, late answers included.
     *
     * @param nodeIndex of the node.
     * @return nanoseconds since the last reading.
     */
    public Histogram rtt(final int nodeIndex)
    {
        return sum(meter -> meter.rttInterval(nodeIndex));
    }

    /**
     * How fast a node's clock gains on the local monotonic clock, at least.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long clockLowPpm(final int nodeIndex)
    {
        return meters.get(0).lowPpm(nodeIndex);
    }

    /**
     * How fast a node's clock gains on the local monotonic clock, at most.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long clockHighPpm(final int nodeIndex)
    {
        return meters.get(0).highPpm(nodeIndex);
    }

    /**
     * What is known of a node's clock, and how much of the drift allowance it leaves. Resets nothing: any
     * thread, any number of readers.
     *
     * @param nodeIndex of the node.
     * @return as of the node's last TIME sample, which comes with every heartbeat.
     */
    public NodeClock clock(final int nodeIndex)
    {
        final ClientMeter meter = meters.get(0);

        return new NodeClock(meter.clockSamples(nodeIndex), meter.offsetLowNs(nodeIndex),
            meter.offsetHighNs(nodeIndex), meter.lowPpm(nodeIndex), meter.highPpm(nodeIndex),
            drift.partsPerMillion());
    }

    /**
     * How fast the nodes' clocks may have gained on ours, at worst by their samples: one value per sample of
     * any node, 0 for a clock that loses. Values above {@link Drift#partsPerMillion()} endanger exclusion.
     * High in the first minute of a connection, because samples a second apart are imprecise.
     *
     * @return parts per million, since the last reading.
     */
    public Histogram driftPpm()
    {
        return sum(meter -> meter.interval(ClientMeter.Quantity.DRIFT_PPM));
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

    private Histogram sum(final Function<ClientMeter, Histogram> reading)
    {
        final Histogram sum = reading.apply(meters.get(0));
        for (int i = 1; i < meters.size(); i++)
        {
            sum.add(reading.apply(meters.get(i)));
        }

        return sum;
    }
}
