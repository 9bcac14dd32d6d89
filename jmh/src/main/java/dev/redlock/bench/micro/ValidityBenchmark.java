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
