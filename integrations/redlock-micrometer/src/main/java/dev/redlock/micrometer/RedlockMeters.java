// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.redlock.Metrics;
import dev.redlock.NodeClock;
import dev.redlock.Redlock;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Quantity;

/**
 * All that a client counts and measures, as meters that are read when the registry is: no lock pays for them,
 * and no other reader is disturbed.
 * <pre>{@code
 * new RedlockMeters(redlock).bindTo(registry);
 * }</pre>
 * <p>
 * Counters are named after {@link Counter}, such as {@code redlock.leases.lost}; timers after {@link
 * Quantity}, such as {@code redlock.acquire}, with a count and a sum but no maximum. Meters of a node have
 * the tag {@code node}, its name without secrets. No meter has the name of a key, as each key would cost a
 * time series: see {@link NamedLock}.
 * <p>
 * The client is referred to strongly, so its last figures stay readable after it is closed; remove the meters
 * from the registry to let go of it.
 * <p>
 * <b>Threads:</b> any.
 */
public final class RedlockMeters implements MeterBinder
{
    private static final String PREFIX = "redlock.";

    private final Redlock redlock;
    private final Tags tags;
    private final double[] percentiles;

    /**
     * Meters without tags but the node's.
     *
     * @param redlock to read.
     */
    public RedlockMeters(final Redlock redlock)
    {
        this(redlock, Tags.empty(), new double[0]);
    }

    private RedlockMeters(final Redlock redlock, final Tags tags, final double[] percentiles)
    {
        this.redlock = Objects.requireNonNull(redlock, "redlock");
        this.tags = tags;
        this.percentiles = percentiles;
    }

    /**
     * Distinguishes several clients of one process, such as by {@code Tags.of("client", "orders")}. Without
     * tags of its own the meters of a second client in one registry are left out: Micrometer keeps the first.
     *
     * @param more tags of all meters.
     * @return a binder with these besides.
     */
    public RedlockMeters withTags(final Iterable<Tag> more)
    {
        return new RedlockMeters(redlock, tags.and(more), percentiles);
    }

    /**
     * Adds gauges of percentiles, each of the last ten seconds or more, as the registry is read. They cannot
     * be added or averaged over processes; for that use {@link NamedLock#withHistogram()}.
     *
     * @param values each from 0 to 1, such as 0.99.
     * @return a binder with these instead of earlier ones.
     */
    public RedlockMeters withPercentiles(final double... values)
    {
        for (final double value : values)
        {
            if (!(value >= 0 && value <= 1))
            {
                throw new IllegalArgumentException("a percentile is " + value +
                    " but must be from 0 to 1: write 0.99 for the 99th");
            }
        }

        return new RedlockMeters(redlock, tags, values.clone());
    }

    /*
     * Meters refer weakly to the object that they read. What keeps it are the functions: each reads the
     * object that it has captured, not the one that it is given.
     */
    @Override
    public void bindTo(final MeterRegistry registry)
    {
        final Metrics metrics = redlock.metrics();
        for (final Counter counter : Counter.values())
        {
            FunctionCounter
                .builder(Percentiles.nameOf(counter), metrics, (same) -> metrics.count(counter))
                .description(counter.label()).tags(tags).register(registry);
        }
        for (final Quantity quantity : Percentiles.TIMES)
        {
            FunctionTimer.builder(Percentiles.nameOf(quantity), metrics, (same) -> metrics.count(quantity),
                (same) -> metrics.sum(quantity), NANOSECONDS).tags(tags).register(registry);
        }
        Gauge.builder(PREFIX + "tokens.out", metrics, (same) -> metrics.tokensOut())
            .description("Owner tokens that may still be on some node").tags(tags).register(registry);
        Gauge.builder(PREFIX + "timers.armed", metrics, (same) -> metrics.timersArmed())
            .description("Timers that are armed").tags(tags).register(registry);
        for (int i = 0; i < metrics.nodes().size(); i++)
        {
            bindNode(registry, metrics, i);
        }
        if (percentiles.length > 0)
        {
            new Percentiles(metrics, registry.config().clock()).bindTo(registry, tags, percentiles);
        }
    }

    private void bindNode(final MeterRegistry registry, final Metrics metrics, final int node)
    {
        final Tags ofNode = tags.and("node", metrics.nodes().get(node));
        FunctionTimer.builder(PREFIX + "node.rtt", metrics, (same) -> metrics.rttCount(node),
            (same) -> metrics.rttSum(node), NANOSECONDS)
            .description("Round trips to the node").tags(ofNode).register(registry);
        for (final NodeStatus.State state : NodeStatus.State.values())
        {
            Gauge.builder(PREFIX + "node.state", redlock, (same) -> isIn(redlock.nodes(), node, state))
                .description("1 for the state that the node is in").tags(ofNode)
                .tag("state", state.name().toLowerCase(Locale.ROOT)).register(registry);
        }
        Gauge.builder(PREFIX + "node.clock.drift", metrics, (same) -> gain(metrics.clock(node)))
            .description("How fast the node's clock gains at most").baseUnit("ppm").tags(ofNode)
            .register(registry);
        Gauge.builder(PREFIX + "node.clock.drift.used", metrics, (same) -> used(metrics.clock(node)))
            .description("Share of the drift allowance that the node's clock uses at most").tags(ofNode)
            .register(registry);
    }

    private static double isIn(final List<NodeStatus> statuses, final int node, final NodeStatus.State state)
    {
        return statuses.get(node).state() == state ? 1 : 0;
    }

    private static double gain(final NodeClock clock)
    {
        return isRateKnown(clock) ? clock.highPpm() : Double.NaN;
    }

    private static double used(final NodeClock clock)
    {
        return isRateKnown(clock) ? clock.budgetUsedAtMost() : Double.NaN;
    }

    private static boolean isRateKnown(final NodeClock clock)
    {
        return clock.lowPpm() != 0 || clock.highPpm() != 0;
    }

    @Override
    public String toString()
    {
        return "meters of " + redlock + (percentiles.length == 0 ? "" :
            ", percentiles " + Arrays.toString(percentiles));
    }
}
