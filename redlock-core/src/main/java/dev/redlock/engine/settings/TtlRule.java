// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Validity;
import dev.redlock.text.DurationText;

/**
 * Whether a time to live leaves anything when the allowance for drift is taken off.
 */
public final class TtlRule
{
    private TtlRule()
    {
    }

    /**
     * Refuses a time to live with which no lock could ever be won.
     *
     * @param options with the time to live and the minimum validity.
     * @param drift   the allowance.
     * @throws IllegalArgumentException that names the shortest time to live that works.
     */
    public static void check(final ClaimOptions options, final Drift drift)
    {
        if (!isEnough(options.ttlMs(), options, drift))
        {
            final long ttlNs = options.ttlNs();
            final long allowanceNs = drift.of(ttlNs);
            final String allowance = "the drift allowance of " + DurationText.spaced(allowanceNs);

            throw new IllegalArgumentException("time to live of " + DurationText.spaced(ttlNs) +
                (ttlNs < allowanceNs ? " is shorter than " + allowance :
                " leaves " + DurationText.spaced(ttlNs - allowanceNs) + " after " + allowance +
                ", but at least " + DurationText.spaced(Math.max(1, options.minValidityNs())) +
                " must be left") + remedy(options, drift));
        }
    }

    /**
     * Refuses a time to live that is longer than the longest of the deployment: a node that has forgotten
     * such a lock would vote for another before it is over.
     *
     * @param ttlMs        wanted for a lock, its extension, or how long its key is kept after the release.
     * @param longestTtlNs of the deployment.
     * @throws IllegalArgumentException that names the setting.
     */
    public static void checkLongest(final long ttlMs, final long longestTtlNs)
    {
        final long ttlNs = ttlMs * ClaimOptions.NS_PER_MS;
        if (ttlNs > longestTtlNs)
        {
            throw new IllegalArgumentException("time to live of " + DurationText.spaced(ttlNs) +
                " is longer than the longest of the deployment, which is " +
                DurationText.spaced(longestTtlNs) + ": a node that restarts would vote again while such a " +
                "lock is held; raise RedlockBuilder.longestTtl (in Spring Boot redlock.longest-ttl) in all " +
                "clients, or set a shorter time to live, for all locks with " +
                "RedlockBuilder.defaults(LockOptions.DEFAULT.withTtl(...)) (in Spring Boot redlock.ttl); " +
                "withAutoExtend (in Spring Boot redlock.auto-extend) holds a lock longer than that");
        }
    }

    private static boolean isEnough(final long ttlMs, final ClaimOptions options, final Drift drift)
    {
        return Validity.isWorthHaving(
            Validity.untilNs(0, ttlMs * ClaimOptions.NS_PER_MS, drift), options.minValidityNs(), 0);
    }

    /*
     * The rest grows with the time to live, so bisection finds where it becomes enough.
     */
    private static String remedy(final ClaimOptions options, final Drift drift)
    {
        long tooShortMs = options.ttlMs();
        long enoughMs = ClaimOptions.MAX_TTL_MS;
        if (!isEnough(enoughMs, options, drift))
        {
            return "; no time to live is long enough: use a smaller drift";
        }
        while (enoughMs - tooShortMs > 1)
        {
            final long middleMs = (tooShortMs + enoughMs) / 2;
            if (isEnough(middleMs, options, drift))
            {
                enoughMs = middleMs;
            }
            else
            {
                tooShortMs = middleMs;
            }
        }

        return "; use at least " + DurationText.spaced(enoughMs * ClaimOptions.NS_PER_MS);
    }
}
