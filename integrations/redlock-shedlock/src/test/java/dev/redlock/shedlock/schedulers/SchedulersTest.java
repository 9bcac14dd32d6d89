// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.test.Await;

/**
 * A hundred schedulers in ten processes, whose wall clocks are up to two seconds apart, and one job every
 * five seconds, while nodes die and come back empty: no two runs overlap, and no two start within {@code
 * lockAtLeastFor} of real time.
 * <p>
 * It takes a minute; {@code -Dredlock.schedulers.minutes=20} is the long run.
 */
@Tag("proof")
class SchedulersTest
{
    private static final Duration LENGTH =
        Duration.ofMinutes(Integer.getInteger("redlock.schedulers.minutes", 0));
    private static final int RUNS_WHILE_DEAD = 2;
    private static final int DEATHS_PER_HASTE = 4;
    private static final int HASTY = 3;

    private final SplittableRandom random = new SplittableRandom();

    @AutoClose
    private final ForgetfulServers nodes = new ForgetfulServers();

    @AutoClose
    private final SchedulerFleet fleet = new SchedulerFleet();

    private int turns;
    private int hastes;

    @Test
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void shouldRunAJobOnceAtATimeAndNotTooSoonAgainWhileNodesDie()
    {
        fleet.start(nodes.uris());
        final long endNs = System.nanoTime() + LENGTH.toNanos();
        do
        {
            killOne();
            if (turns % DEATHS_PER_HASTE == 0)
            {
                restartAMajority();
            }
            turns++;
        }
        while (System.nanoTime() - endNs < 0);
        fleet.stop();
        check();
    }

    /*
     * During a run, or at any time after one. The job goes on without it, and while it may not vote.
     */
    private void killOne()
    {
        fleet.awaitRuns(1);
        if (random.nextBoolean())
        {
            Await.parking().untilNs(
                System.nanoTime() + random.nextLong(JobScheduler.LOCK_AT_LEAST_FOR.toNanos()));
        }
        final int node = nodes.draw();
        nodes.kill(node);
        fleet.awaitRuns(RUNS_WHILE_DEAD);
        nodes.start(node);
        nodes.awaitVotes();
    }

    /*
     * Who restarts a majority within one lock has taken all memory of it from them: only quarantine keeps
     * others from the job then. Nobody gets a quorum until that is over.
     */
    private void restartAMajority()
    {
        fleet.awaitRuns(1);
        final long begunNs = System.nanoTime();
        final int first = nodes.draw();
        for (int node = first; node < first + HASTY; node++)
        {
            nodes.kill(node);
            nodes.start(node);
        }
        final long tookNs = System.nanoTime() - begunNs;
        hastes += tookNs < JobScheduler.LOCK_AT_LEAST_FOR.toNanos() ? 1 : 0;
        nodes.awaitVotes();
        fleet.awaitRuns(1);
    }

    private void check()
    {
        final List<JobRun> runs = fleet.runs();
        final RunJudge judge =
            new RunJudge(JobScheduler.LOCK_AT_MOST_FOR, JobScheduler.LOCK_AT_LEAST_FOR).judge(runs);
        final long attempts = fleet.read(RunNotes.ATTEMPTS);
        final long failures = fleet.read(RunNotes.FAILURES);
        final long quarantines = fleet.read(RunNotes.QUARANTINES);
        System.out.println("schedulers: " + runs.size() + " runs in " +
            runs.stream().map(JobRun::process).distinct().count() + " processes, " + attempts +
            " attempts, " + failures + " without a quorum; " + nodes.deaths() + " nodes died, " + hastes +
            " times a majority within a lock, " + quarantines +
            " quarantines seen by all clients; starts " + judge.leastDistance().toMillis() +
            " ms apart at least, " + judge.startedLate() + " runs started late, " + judge.outlived() +
            " outlived their locks; violations: " + judge.violations().size());

        assertThat(judge.violations()).isEmpty();
        assertThat(quarantines).as("one for each death, by some client")
            .isGreaterThanOrEqualTo(nodes.deaths());
        assertThat(runs).hasSizeGreaterThanOrEqualTo((1 + RUNS_WHILE_DEAD) * turns);
        assertThat(attempts - failures).as("skipped").isGreaterThan(runs.size());
    }
}
