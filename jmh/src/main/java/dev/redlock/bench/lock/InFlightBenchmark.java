// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;

/**
 * Cycles per second by the number of locks in flight, each with a key of its own, on one engine thread:
 * {@code java -jar jmh/target/benchmarks.jar InFlightBenchmark -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class InFlightBenchmark
{
    private static final int BATCH = 4_096;
    private static final long LOOK_NS = 50_000;

    /**
     * Name of the transport.
     */
    @Param({"netty", "lettuce"})
    public String transport;

    /**
     * Locks in flight.
     */
    @Param({"1", "16", "64", "256"})
    public int inFlight;

    private final AtomicLong toBegin = new AtomicLong();
    private final AtomicLong toEnd = new AtomicLong();
    private final List<Relay> relays = new ArrayList<>();
    private Redlock redlock;

    /**
     * Connects.
     *
     * @param servers to connect to.
     */
    @Setup
    public void connect(final Servers servers)
    {
        redlock = LockMode.DEDICATED.connect(servers, transport);
        for (int i = 0; i < inFlight; i++)
        {
            final Relay relay = new Relay(toBegin, toEnd);
            final LockHandle handle = redlock.lock("jmh:" + i, LockOptions.DEFAULT, relay);
            relay.use(handle);
            relays.add(relay);
        }
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
     * A batch of cycles; at its end fewer and fewer are in flight, which costs a few percent.
     *
     * @return how many are left, none.
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long throughput()
    {
        toBegin.set(BATCH);
        toEnd.set(BATCH);
        relays.forEach(Relay::begin);
        while (toEnd.get() > 0)
        {
            LockSupport.parkNanos(LOOK_NS);
        }
        if (toEnd.get() < 0)
        {
            throw new IllegalStateException("a lock in flight was not acquired, or not released");
        }

        return toEnd.get();
    }
}
