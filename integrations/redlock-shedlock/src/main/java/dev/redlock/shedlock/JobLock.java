// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

import dev.redlock.Lease;
import dev.redlock.outcome.Outcome;
import dev.redlock.text.Printable;

/**
 * The lock of a job that runs.
 */
final class JobLock extends AbstractSimpleLock
{
    private static final System.Logger LOG = System.getLogger("dev.redlock.shedlock");

    /*
     * Nodes count in whole milliseconds, as we do.
     */
    private static final Duration A_TICK = Duration.ofMillis(2);

    /*
     * The time of the round has no part in it, but is in the validity: more than the paranoid allowance for
     * clocks is a slow round.
     */
    private static final double LARGEST_STRETCH = 1.25;

    private final Lease lease;
    private final Duration longestTtl;

    /*
     * Age of the lease when the job started, or was extended.
     */
    private final long startNs;

    /*
     * How much longer a node is asked to keep the key, as its clock may gain: as much as the time to live is
     * longer than the validity.
     */
    private final double stretch;

    JobLock(final LockConfiguration configuration, final Lease lease, final Duration longestTtl,
        final double leastStretch)
    {
        super(configuration);
        this.lease = lease;
        this.longestTtl = longestTtl;
        startNs = lease.ageNs();
        final double ttlNs = configuration.getLockAtMostFor().toNanos();
        final double ownStretch = ttlNs / Math.max(1, lease.remainingNs());
        stretch = Math.max(leastStretch, Math.min(LARGEST_STRETCH, ownStretch));
    }

    /*
     * Never throws for a lock that was lost: ShedLock unlocks in a finally block, and what the job threw
     * would be forgotten.
     */
    @Override
    protected void doUnlock()
    {
        final long passedNs = lease.ageNs() - startNs;
        final long keepNs = lockConfiguration.getLockAtLeastFor().toNanos() - passedNs;
        final Outcome outcome = keepNs > 0 ? keep(keepNs) : lease.release();
        final String name = Printable.of(lockConfiguration.getName());
        switch (outcome)
        {
            case EXPIRED, STALE_TERM -> LOG.log(WARNING,
                "job ''{0}'' outlived its lock, so it may have run elsewhere meanwhile: set lockAtMostFor, " +
                "now {1}, to more than its longest run, or look at the nodes that forgot the key",
                name, lockConfiguration.getLockAtMostFor());
            case CLOSED -> LOG.log(WARNING,
                "job ''{0}'' ran when the client was closed, and was not protected from then on: close the " +
                "client after the scheduler has stopped", name);
            default -> warnIfNotKept(outcome, keepNs, name);
        }
    }

    private static void warnIfNotKept(final Outcome outcome, final long keepNs, final String name)
    {
        if (keepNs > 0 && outcome != Outcome.RELEASED)
        {
            LOG.log(WARNING, "job ''{0}'' may begin again before its lockAtLeastFor is over, of which {1} " +
                "ms are left: too few nodes confirmed that they keep the key; look at the nodes", name,
                keepNs / 1_000_000);
        }
    }

    private Outcome keep(final long keepNs)
    {
        final Duration stretched = Duration.ofNanos((long)(keepNs * stretch)).plus(A_TICK);
        final Duration longest = longestTtl.truncatedTo(ChronoUnit.MILLIS);

        return lease.releaseAfter(stretched.compareTo(longest) < 0 ? stretched : longest);
    }

    @Override
    protected Optional<SimpleLock> doExtend(final LockConfiguration newConfiguration)
    {
        final Outcome outcome = extend(newConfiguration);

        return switch (outcome)
        {
            case EXTENDED -> Optional.of(new JobLock(newConfiguration, lease, longestTtl, stretch));
            case LOST, STALE_TERM, CLOSED ->
            {
                lease.close();
                yield Optional.empty();
            }
            default -> throw new LockException("lock '" + Printable.of(newConfiguration.getName()) +
                "' was not extended: " + outcome + "; it is held for another " + lease.remaining() +
                " as before: look at the nodes, and try again before that is over");
        };
    }

    private Outcome extend(final LockConfiguration newConfiguration)
    {
        try
        {
            return lease.extend(newConfiguration.getLockAtMostFor());
        }
        catch (final IllegalArgumentException ex)
        {
            throw TtlRefusal.of(
                newConfiguration.getName(), newConfiguration.getLockAtMostFor(), longestTtl, ex);
        }
    }
}
