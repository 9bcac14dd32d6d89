// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;

import dev.redlock.MetricsCursor;
import dev.redlock.outcome.Quantity;

/**
 * What the client measures beside the benchmark. JMH adds up what threads, iterations and forks report,
 * so each reports its share of a mean, but counts as they are.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Signs
{
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final Histogram NOTHING = new Histogram(1);

    /**
     * Attempts that did not get the lock.
     */
    public long failures;

    private final Histogram acquiredNs = new Histogram(LONGEST_NS, 3);
    private MetricsCursor cursor;
    private int nodes;
    private int shares;

    /*
     * JMH would give a set-up method another caller than the benchmark has.
     */
    void areOf(final LockingThread caller)
    {
        if (cursor == null && caller.signs)
        {
            cursor = caller.metrics().cursor();
            nodes = caller.metrics().nodes().size();
        }
    }

    void acquired(final long tookNs)
    {
        acquiredNs.recordValue(Math.min(tookNs, LONGEST_NS));
    }

    /**
     * Forgets what came before the iteration.
     *
     * @param thread    of this.
     * @param iteration that begins.
     * @param benchmark as it was called.
     */
    @Setup(Level.Iteration)
    public void forget(
        final ThreadParams thread, final IterationParams iteration, final BenchmarkParams benchmark)
    {
        failures = 0;
        acquiredNs.reset();
        shares = thread.getThreadCount() * iteration.getCount() * Math.max(1, benchmark.getForks());
        if (cursor != null)
        {
            roundTripUs();
            leastValidityMs();
            mostDriftPpm();
        }
    }

    /**
     * Median time from the call to the lock, without the release: the mean over iterations.
     *
     * @return this share of it, in microseconds.
     */
    public double acquireP50Us()
    {
        return acquiredNs.getValueAtPercentile(50) / NS_PER_US / shares;
    }

    /**
     * Mean round trip of a command to a node.
     *
     * @return this share of it, in microseconds.
     */
    public double roundTripUs()
    {
        double sumNs = 0;
        for (int i = 0; i < nodes; i++)
        {
            sumNs += cursor.rttInterval(i).getMean();
        }

        return nodes == 0 ? 0 : sumNs / nodes / NS_PER_US / shares;
    }

    /**
     * Least validity that was left when a lock was got: the mean over iterations.
     *
     * @return this share of it, in milliseconds.
     */
    public double leastValidityMs()
    {
        final Histogram margins = interval(Quantity.VALIDITY_MARGIN);

        return margins.getTotalCount() == 0 ? 0 : margins.getMinValue() / NS_PER_MS / shares;
    }

    /**
     * How fast a node's clock may have gained on ours at most: the mean over iterations. The drift budget is
     * 10,000 ppm.
     *
     * @return this share of it, in parts per million.
     */
    public double mostDriftPpm()
    {
        final Histogram drifts = interval(Quantity.DRIFT_PPM);

        return drifts.getTotalCount() == 0 ? 0 : (double)drifts.getMaxValue() / shares;
    }

    private Histogram interval(final Quantity quantity)
    {
        return cursor == null ? NOTHING : cursor.interval(quantity);
    }
}
