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

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;

/**
 * One thread acquires and releases one lock, over and over: {@code java -jar jmh/target/benchmarks.jar
 * AcquireReleaseBenchmark -prof gc}.
 */
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AcquireReleaseBenchmark
{
    /**
     * Name of the transport.
     */
    @Param({"netty", "lettuce"})
    public String transport;

    /**
     * The engine's driver.
     */
    @Param
    public LockMode mode;

    private Redlock redlock;
    private LockHandle handle;

    /*
     * JMH sets up a state of a thread on that very thread, so in invoker mode it owns the client, as it must.
     */
    /**
     * Connects.
     *
     * @param servers to connect to.
     */
    @Setup
    public void connect(final Servers servers)
    {
        redlock = mode.connect(servers, transport);
        handle = redlock.handle("jmh:" + Thread.currentThread().getName());
    }

    /**
     * Disconnects.
     */
    @TearDown
    public void close()
    {
        redlock.close();
    }

    /**
     * Cycles per second.
     *
     * @return the outcome of the release.
     */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.SECONDS)
    public Outcome throughput()
    {
        return cycle();
    }

    /**
     * Percentiles of a cycle.
     *
     * @return the outcome of the release.
     */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Outcome latency()
    {
        return cycle();
    }

    private Outcome cycle()
    {
        final long term = handle.tryAcquire();
        if (term < 0)
        {
            throw new IllegalStateException("not acquired: " + Outcome.of(term) + " " + handle.votes());
        }
        final Outcome released = handle.release(term);
        if (released != Outcome.RELEASED)
        {
            throw new IllegalStateException("not released: " + released);
        }

        return released;
    }
}
