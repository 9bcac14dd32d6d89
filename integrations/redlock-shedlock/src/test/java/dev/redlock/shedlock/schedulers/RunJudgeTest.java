// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

/**
 * A run is protected for 1,000 ns here, and no other may begin within 500 ns of its start.
 */
class RunJudgeTest
{
    private final RunJudge judge = new RunJudge(Duration.ofNanos(1_000), Duration.ofNanos(500));

    @Test
    void shouldPassRunsThatAreFarEnoughFromEachOther()
    {
        judge.judge(List.of(run(0, 10, 60), run(600, 605, 700), run(1_105, 1_105, 1_200)));

        assertThat(judge.violations()).isEmpty();
        assertThat(judge.leastDistance()).isEqualTo(Duration.ofNanos(500));
        assertThat(judge.outlived() + judge.startedLate()).isZero();
    }

    @Test
    void shouldFindAStartThatIsTooEarly()
    {
        judge.judge(List.of(run(499, 509, 560), run(0, 10, 60)));
        assertThat(judge.violations()).isEmpty();
        assertThat(judge.startedLate()).as("509 - 10, but asked at 0").isOne();

        judge.judge(List.of(run(490, 499, 560), run(0, 10, 60)));
        assertThat(judge.violations()).singleElement().asString().contains("began 489 ns after");
    }

    @Test
    void shouldFindRunsThatOverlap()
    {
        judge.judge(List.of(run(0, 10, 900), run(600, 605, 610)));

        assertThat(judge.violations()).singleElement().asString().contains("began within");
    }

    @Test
    void shouldFindARunWithinALongOneThatIsNotTheLast()
    {
        judge.judge(List.of(run(0, 10, 990), run(1_500, 1_500, 2_490), run(2_001, 2_001, 2_010),
            run(2_480, 2_480, 2_485), run(2_480, 2_489, 2_495)));

        assertThat(judge.violations()).filteredOn((text) -> text.contains("began within")).hasSize(3);
    }

    @Test
    void shouldOnlyCountARunThatOutlivedItsLock()
    {
        judge.judge(List.of(run(0, 10, 5_000), run(1_000, 1_001, 1_060)));
        assertThat(judge.violations()).isEmpty();
        assertThat(judge.outlived()).isOne();

        judge.judge(List.of(run(0, 10, 5_000), run(900, 999, 1_060)));
        assertThat(judge.violations()).as("its lock was not over").hasSize(1);
    }

    @Test
    void shouldReadWhatARunWrites()
    {
        final JobRun run = run(1, 2, 3);

        assertThat(JobRun.parse(run.line())).isEqualTo(run);
    }

    private static JobRun run(final long askedNs, final long startNs, final long endNs)
    {
        return new JobRun(7, askedNs, startNs, endNs);
    }
}
