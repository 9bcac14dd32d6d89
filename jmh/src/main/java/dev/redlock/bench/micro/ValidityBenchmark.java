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

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Validity;

/**
 * From a start and a time to live to an instant, and to a yes or no: {@code java -jar
 * jmh/target/benchmarks.jar ValidityBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(value = 3, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ValidityBenchmark
{
    private Drift drift = Drift.SPECIFICATION;
    private long startNs = 1_000_000_007L;
    private long ttlNs = 30_000_000_000L;
    private long minimumNs = 5_000_000L;

    /**
     * Until when.
     *
     * @return an instant.
     */
    @Benchmark
    public long until()
    {
        return Validity.untilNs(startNs, ttlNs, drift);
    }

    /**
     * Whether enough is left.
     *
     * @return true.
     */
    @Benchmark
    public boolean isWorthHaving()
    {
        return Validity.isWorthHaving(Validity.untilNs(startNs, ttlNs, drift), minimumNs, startNs + 60_000);
    }
}
