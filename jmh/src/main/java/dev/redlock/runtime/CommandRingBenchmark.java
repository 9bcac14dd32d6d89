// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import dev.redlock.engine.Engine;

/**
 * The hand-off from an application thread to the engine thread: {@code java -jar jmh/target/benchmarks.jar
 * CommandRingBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(value = 3, jvmArgsAppend = {"-Xms256m", "-Xmx256m"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class CommandRingBenchmark
{
    private static final int CAPACITY = 4_096;

    private static final class Nothing extends Command
    {
        @Override
        void run(final Engine engine, final long nowNs)
        {
        }

        @Override
        void refuse()
        {
        }
    }

    /**
     * A second thread, which hands back what it gets.
     */
    @State(Scope.Thread)
    public static class Echo
    {
        private final CommandRing there = new CommandRing(CAPACITY);
        private final CommandRing back = new CommandRing(CAPACITY);
        private volatile boolean isRunning = true;
        private Thread thread;

        /**
         * Starts it.
         */
        @Setup
        public void setUp()
        {
            thread = new Thread(this::run, "echo");
            thread.setDaemon(true);
            thread.start();
        }

        /**
         * Ends it.
         *
         * @throws InterruptedException when the benchmark is to end at once.
         */
        @TearDown
        public void tearDown() throws InterruptedException
        {
            isRunning = false;
            thread.join();
        }

        private void run()
        {
            while (isRunning)
            {
                final Command taken = there.poll();
                if (taken == null)
                {
                    Thread.yield();
                }
                else
                {
                    back.offer(taken, false);
                }
            }
        }
    }

    private final CommandRing alone = new CommandRing(CAPACITY);
    private final Command command = new Nothing();

    /**
     * What the ring costs without a second thread.
     *
     * @return the command.
     */
    @Benchmark
    public Object offerAndPoll()
    {
        alone.offer(command, false);

        return alone.poll();
    }

    /**
     * To another thread and back: two hand-offs, between two threads that yield.
     *
     * @param echo the other thread.
     * @return the command.
     */
    @Benchmark
    public Object thereAndBack(final Echo echo)
    {
        echo.there.offer(command, false);
        Command answer = echo.back.poll();
        while (answer == null)
        {
            Thread.yield();
            answer = echo.back.poll();
        }

        return answer;
    }
}
