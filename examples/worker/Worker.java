// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

import java.time.Duration;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;

/**
 * Imports a file in steps, on only one of several machines. The lease is extended while this process lives,
 * for an hour at most. If it is lost the worker stops before the next step: another machine may have started
 * the import.
 */
public final class Worker
{
    private static final LockOptions OPTIONS = LockOptions.DEFAULT
        .withTtl(Duration.ofSeconds(10)).withAutoExtend(Duration.ofHours(1));

    private final Redlock redlock;

    public Worker(final Redlock redlock)
    {
        this.redlock = redlock;
    }

    /** Returns the number of completed steps. */
    public int work(final int steps, final Runnable step) throws InterruptedException
    {
        int done = 0;
        try (Lease lease = redlock.acquire("import", Duration.ofMinutes(1), OPTIONS))
        {
            // A step that blocks for long can wait on lease.lost() as well.
            while (done < steps && lease.isHeld())
            {
                step.run();
                done++;
            }
        }

        return done;
    }

    public static void main(final String[] nodes) throws InterruptedException
    {
        // Only for a trial: in production leave out assumeNodesFresh().
        try (Redlock redlock = Redlock.builder().nodes(nodes).assumeNodesFresh().build())
        {
            System.out.println("steps: " + new Worker(redlock).work(3, () -> System.out.println("one step")));
        }
    }
}
