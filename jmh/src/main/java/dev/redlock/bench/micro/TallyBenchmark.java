// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.micro;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Tally;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Vote;

/**
 * Counting the votes of one round of five nodes: {@code java -jar jmh/target/benchmarks.jar TallyBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(value = 3, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class TallyBenchmark
{
    private static final int NODES = 5;

    private final Tally tally = new Tally(Quorum.majorityOf(NODES));
    private final Vote[] granted = {Vote.GRANTED, Vote.GRANTED, Vote.GRANTED, Vote.GRANTED, Vote.GRANTED};
    private final Vote[] mixed = {Vote.GRANTED, Vote.REFUSED, Vote.FAULTED, Vote.GRANTED, Vote.REFUSED};

    /**
     * Won by the third vote; two more come late.
     *
     * @return WON.
     */
    @Benchmark
    public TallyState fiveGrants()
    {
        return count(granted);
    }

    /**
     * Lost by the fifth vote.
     *
     * @return LOST.
     */
    @Benchmark
    public TallyState splitVote()
    {
        return count(mixed);
    }

    private TallyState count(final Vote[] votes)
    {
        tally.reset();
        for (int i = 0; i < NODES; i++)
        {
            tally.add(i, votes[i]);
        }

        return tally.state();
    }
}
