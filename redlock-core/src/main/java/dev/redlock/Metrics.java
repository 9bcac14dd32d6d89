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
 * What the client counts and measures. Reading stops nothing. Histograms are in nanoseconds unless they say
 * otherwise and hold what was recorded since the last reading of the same one, so there should be one reader
 * ({@link MetricsLog} is one); what is longer than a day counts as a day. Counters count from the start.
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
     * How often something happened since the client was made.
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
     * confirmed yet. Whoever is told of a lease finds it counted.
     *
     * @return 0 when nothing of this client is left on any node, as far as it can know.
     */
    public int tokensOut()
    {
        return meters.stream().mapToInt(ClientMeter::tokensOut).sum();
    }

    /**
     * Timers that are armed: one per node, for its next heartbeat or its next connection, and those of locks.
     * A timer of a lock that has lost its use is taken off only when it lies more than half a second ahead;
     * an earlier one is left to fire and to find nothing to do. So a client that has been at rest for a
     * second has exactly as many timers as nodes, and more is a leak. As of the engine's last duty cycle.
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
     * The rate by which a node's clock gains on the local monotonic clock: at least so much.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long clockLowPpm(final int nodeIndex)
    {
        return meters.get(0).lowPpm(nodeIndex);
    }

    /**
     * The rate by which a node's clock gains on the local monotonic clock: at most so much.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long clockHighPpm(final int nodeIndex)
    {
        return meters.get(0).highPpm(nodeIndex);
    }

    /**
     * What is known of a node's clock, and how much of the drift allowance that leaves. Not a reading that
     * resets anything: any thread, any number of readers.
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
     * How fast the nodes' clocks may have gained on ours, in the worst case that their samples allow: one
     * value per sample of any node, 0 for a clock that loses. What {@link Drift#partsPerMillion()} does not
     * cover endangers exclusion. High in the first minute of a connection, because samples a second apart
     * cannot tell more.
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
