// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges runs of one job in real time: no two at once, and no two starts within {@code lockAtLeastFor}.
 */
final class RunJudge
{
    /*
     * A run is protected for lockAtMostFor, which its process may outlive by standing still, and
     * lockAtLeastFor begins when the lock is won: a process that stands still after that starts its job late,
     * and the next start may be closer to it. The instant at which it asked is before the lock was won, so
     * what is too close to that is too close however long anybody stood still. The rest is counted.
     */
    private final Duration lockAtMostFor;
    private final Duration lockAtLeastFor;
    private final List<String> violations = new ArrayList<>();
    private long leastDistanceNs = Long.MAX_VALUE;
    private int outlived;
    private int startedLate;

    RunJudge(final Duration lockAtMostFor, final Duration lockAtLeastFor)
    {
        this.lockAtMostFor = lockAtMostFor;
        this.lockAtLeastFor = lockAtLeastFor;
    }

    RunJudge judge(final List<JobRun> runs)
    {
        JobRun former = null;
        JobRun lasting = null;
        for (final JobRun run : runs.stream().sorted(comparingLong(JobRun::startNs)).toList())
        {
            outlived += protectedUntilNs(run) - run.endNs() < 0 ? 1 : 0;
            if (lasting != null && run.startNs() - protectedUntilNs(lasting) < 0)
            {
                violations.add(run + " began within " + lasting);
            }
            if (former != null)
            {
                compareStarts(former, run);
            }
            if (lasting == null || protectedUntilNs(run) - protectedUntilNs(lasting) > 0)
            {
                lasting = run;
            }
            former = run;
        }

        return this;
    }

    private long protectedUntilNs(final JobRun run)
    {
        return Math.min(run.endNs(), run.askedNs() + lockAtMostFor.toNanos());
    }

    private void compareStarts(final JobRun former, final JobRun run)
    {
        final long distanceNs = run.startNs() - former.startNs();
        leastDistanceNs = Math.min(leastDistanceNs, distanceNs);
        if (run.startNs() - former.askedNs() < lockAtLeastFor.toNanos())
        {
            violations.add(run + " began " + distanceNs + " ns after the start of " + former);
        }
        else if (distanceNs < lockAtLeastFor.toNanos())
        {
            startedLate++;
        }
    }

    /**
     * What must not be.
     */
    List<String> violations()
    {
        return violations;
    }

    /**
     * Of two starts in a row; all there is if nothing ran twice.
     */
    Duration leastDistance()
    {
        return Duration.ofNanos(leastDistanceNs);
    }

    /**
     * Runs that lasted for longer than their lock.
     */
    int outlived()
    {
        return outlived;
    }

    /**
     * Runs that were followed too soon only because they had begun so long after the lock was asked for.
     */
    int startedLate()
    {
        return startedLate;
    }
}
