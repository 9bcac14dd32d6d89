// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Many locks of one caller at a time, driven by callbacks: {@value Batch#SIZE} are asked for at once, and
 * when all are there, all are released: {@code java -jar jmh/target/benchmarks.jar InFlightBenchmark}. What
 * is shown is one lock and its release.
 * <p>
 * Between the two halves of a batch, and between batches, nothing is in flight. The rig's {@code in-flight}
 * scenarios keep that many in flight all the time: docs/measurement.md.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class InFlightBenchmark
{
    /**
     * Gets all locks of a batch, and releases them.
     *
     * @param batch of this thread.
     * @return how many it did not get.
     */
    @Benchmark
    @OperationsPerInvocation(Batch.SIZE)
    public int acquireAndRelease(final Batch batch)
    {
        batch.acquireAll();

        return batch.releaseAll();
    }
}
