// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
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

    private static Collection<RunResult> run(final String pattern) throws RunnerException
    {
        final Options options = new OptionsBuilder().include(pattern).forks(0).warmupIterations(0)
            .measurementIterations(1).measurementTime(TimeValue.milliseconds(50)).shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT).build();

        return new Runner(options).run();
    }

    @Test
    void shouldRunEveryMicroBenchmark() throws RunnerException
    {
        final Collection<RunResult> results = run("dev\\.redlock\\.bench\\.micro\\.");

        assertThat(results).hasSize(MICRO);
        assertThat(results).allSatisfy(result ->
        {
            assertThat(result.getPrimaryResult().getScore()).isPositive();
            assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("ns/op");
        });
    }
}
