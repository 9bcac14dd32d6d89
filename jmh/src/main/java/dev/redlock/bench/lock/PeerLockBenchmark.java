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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

import dev.redlock.bench.contender.Contender;
import dev.redlock.bench.contender.ContenderKind;
import dev.redlock.bench.contender.Mutex;
import dev.redlock.bench.contender.Target;

/**
 * The same as {@link LockBenchmark} with what people use otherwise: a key of its own for each thread.
 */
@BenchmarkMode({Mode.SampleTime, Mode.Throughput})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Fork(value = 1, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class PeerLockBenchmark
{
    private static final long TTL_MS = 30_000;

    /**
     * By the labels of the rig. Those that end in {@code -1} use the first node alone.
     */
    @Param({"jedis-by-hand", "redisson-rlock-1", "redisson-redlock"})
    public String peer;

    private Contender contender;
    private Mutex mutex;

    /**
     * Connects.
     *
     * @param nodes  to lock on.
     * @param params of this thread.
     */
    @Setup
    public void open(final BenchmarkNodes nodes, final ThreadParams params)
    {
        contender = ContenderKind.of(peer).open(new Target(nodes.all(), TTL_MS, null));
        mutex = contender.mutex("peer:" + params.getThreadIndex());
    }

    /**
     * Disconnects.
     */
    @TearDown
    public void close()
    {
        contender.close();
    }

    /**
     * Gets a lock and releases it.
     *
     * @return whether both succeeded.
     * @throws InterruptedException if the thread is interrupted.
     */
    @Benchmark
    public boolean acquireAndRelease() throws InterruptedException
    {
        return mutex.acquire(0) && mutex.release();
    }
}
