// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * No benchmark is dead. Says nothing about speed.
 */
@Tag("proof")
class SmokeTest
{
    private static final int MICRO = 8;

    /*
     * JMH wants to be alone on the machine, for the sake of its figures. Here nobody looks at them.
     */
    @BeforeAll
    static void shareTheMachine()
    {
        System.setProperty("jmh.ignoreLock", "true");
    }

    private static ChainedOptionsBuilder options(final String pattern)
    {
        return new OptionsBuilder().include(pattern).forks(0).warmupIterations(0)
            .measurementIterations(1).measurementTime(TimeValue.milliseconds(50)).shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    }

    @Test
    void shouldRunEveryMicroBenchmark() throws RunnerException
    {
        // Long enough for minutes on the engine's clock.
        final Collection<RunResult> results = new Runner(options("dev\\.redlock\\.bench\\.micro\\.")
            .measurementTime(TimeValue.milliseconds(300)).build()).run();

        assertThat(results).hasSize(MICRO);
        assertThat(results).allSatisfy(result ->
        {
            assertThat(result.getPrimaryResult().getScore()).isPositive();
            assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("ns/op");
        });
    }

    @Test
    void shouldMeasureLocksAndWhatTheClientSeesBeside() throws RunnerException
    {
        final Collection<RunResult> results = new Runner(options("\\.LockBenchmark\\.").param("nodes", "3")
            .param("transport", "netty").param("keys", "1").mode(Mode.SampleTime).build()).run();

        assertThat(results).hasSize(4);
        assertThat(results).allSatisfy(result ->
        {
            assertThat(sign(result, "failures")).isZero();
            assertThat(sign(result, "roundTripUs")).isPositive();
            assertThat(sign(result, "leastValidityMs")).isBetween(1.0, 30_000.0);
        });
    }

    @Test
    void shouldMeasureManyLocksAtATime() throws RunnerException
    {
        final Collection<RunResult> results = new Runner(options("\\.InFlightBenchmark\\.")
            .param("nodes", "3").param("transport", "netty").build()).run();

        assertThat(results).hasSize(2);
        assertThat(results).allSatisfy((result) ->
        {
            assertThat(result.getPrimaryResult().getScore()).isPositive();
            assertThat(sign(result, "failures")).isZero();
        });
    }

    private static double sign(final RunResult result, final String name)
    {
        return result.getSecondaryResults().get(name).getScore();
    }

    @Test
    void shouldMeasurePeers() throws RunnerException
    {
        assertThat(new Runner(options("\\.PeerLockBenchmark\\.").param("nodes", "3")
            .mode(Mode.SampleTime).build()).run()).hasSize(3);
    }
}
