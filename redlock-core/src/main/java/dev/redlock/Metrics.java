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
package dev.redlock;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.HdrHistogram.Histogram;

import dev.redlock.outcome.Counter;
import dev.redlock.runtime.ClientMeter;

/**
 * What the client counts and measures. Reading stops nothing. Histograms are in nanoseconds and hold what was
 * recorded since the last reading of the same one, so there should be one reader; what is longer than a day
 * counts as a day. Counters count from the start.
 * <p>
 * <b>Threads:</b> any for counters; one at a time for histograms.
 */
public final class Metrics
{
    private final ClientMeter meter;
    private final List<String> nodes;

    Metrics(final ClientMeter meter, final List<String> nodes)
    {
        this.meter = meter;
        this.nodes = nodes;
    }

    /**
     * How often something happened since the client was made.
     *
     * @param counter what.
     * @return the count.
     */
    public long count(final Counter counter)
    {
        return meter.value(counter);
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
            counts.put(counter, meter.value(counter));
        }

        return counts;
    }

    /**
     * Owner tokens that may still be on some node: attempts, leases, and releases that not all nodes have
     * confirmed yet. As of the engine's last duty cycle; in invoker mode that is the last call that polled.
     *
     * @return 0 when nothing of this client is left on any node, as far as it can know.
     */
    public int tokensOut()
    {
        return meter.tokensOut();
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
        return meter.timersArmed();
    }

    /**
     * From the start of a winning attempt to its decision.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram acquire()
    {
        return meter.interval(ClientMeter.Quantity.ACQUIRE);
    }

    /**
     * From the start of a winning extension to its decision.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram extend()
    {
        return meter.interval(ClientMeter.Quantity.EXTEND);
    }

    /**
     * From a release to its confirmation by a quorum.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram release()
    {
        return meter.interval(ClientMeter.Quantity.RELEASE);
    }

    /**
     * From the start of a winning attempt to the release.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram hold()
    {
        return meter.interval(ClientMeter.Quantity.HOLD);
    }

    /**
     * Validity that was left when an attempt was won.
     *
     * @return nanoseconds since the last reading.
     */
    public Histogram validityMargin()
    {
        return meter.interval(ClientMeter.Quantity.MARGIN);
    }

    /**
     * Round trips of one node, late answers included.
     *
     * @param nodeIndex of the node.
     * @return nanoseconds since the last reading.
     */
    public Histogram rtt(final int nodeIndex)
    {
        return meter.rttInterval(nodeIndex);
    }

    /**
     * The rate by which a node's clock gains on the local monotonic clock: at least so much.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long clockLowPpm(final int nodeIndex)
    {
        return meter.lowPpm(nodeIndex);
    }

    /**
     * The rate by which a node's clock gains on the local monotonic clock: at most so much.
     *
     * @param nodeIndex of the node.
     * @return parts per million; 0 before it is known.
     */
    public long clockHighPpm(final int nodeIndex)
    {
        return meter.highPpm(nodeIndex);
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
}
