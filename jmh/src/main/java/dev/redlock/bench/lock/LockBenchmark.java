// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

import dev.redlock.LockHandle;

/**
 * A lock and its release over real servers, by handles: {@code java -jar jmh/target/benchmarks.jar
 * LockBenchmark}. Add {@code -t 8} for threads, {@code -p nodes=5 -p transport=netty -p mode=dedicated} for
 * one case instead of all, {@code -bm thrpt -prof gc -p signs=false -r 10} for what is allocated: what is
 * left then is JMH's own, some 10 kB for each iteration, and the closing of the client in the last.
 * <p>
 * This is a closed loop: a thread asks for the next lock when it has released the last one, so whatever is
 * slow slows the load down, too, and what would have waited meanwhile is not measured. The rig has the open
 * loop, at a fixed rate: docs/measurement.md.
 */
@BenchmarkMode({Mode.SampleTime, Mode.Throughput})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class LockBenchmark
{
    /**
     * Gets a lock and releases it.
     *
     * @param caller of this thread.
     * @param signs  of this thread.
     * @return the outcome, so that nothing is optimised away.
     */
    @Benchmark
    public long acquireAndRelease(final LockingThread caller, final Signs signs)
    {
        signs.areOf(caller);
        final LockHandle handle = caller.nextHandle();
        final long startNs = System.nanoTime();
        final long term = handle.tryAcquire();
        signs.acquired(System.nanoTime() - startNs);
        if (term < 0)
        {
            signs.failures++;

            return term;
        }

        return handle.release(term).ordinal();
    }
}
