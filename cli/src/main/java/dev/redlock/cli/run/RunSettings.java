// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.time.Duration;
import java.util.List;

import dev.redlock.LockOptions;
import dev.redlock.cli.output.Prose;
import dev.redlock.quorum.Drift;

/**
 * What to run and how to lock.
 *
 * @param key      of the lock.
 * @param ttl      time to live.
 * @param maxHold  the lock is not extended beyond.
 * @param grace    between the request to end and the end.
 * @param isFenced whether with a fencing token.
 * @param hasNodes whether the command gets the variable that names the nodes.
 * @param isGrouped whether in a control group, where one can be made.
 * @param command  program and arguments.
 */
record RunSettings(
    String key,
    Duration ttl,
    Duration maxHold,
    Duration grace,
    boolean isFenced,
    boolean hasNodes,
    boolean isGrouped,
    List<String> command)
{
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(5);
    private static final Duration USUAL_MAX_HOLD = Duration.ofHours(1);
    private static final long SLACK_NS = 100_000_000L;

    /*
     * The lease is extended when a third of it has passed. A grace of more than half of it would leave little
     * time for that, and one of two thirds would end every command. What is wrong is said before any node is
     * asked.
     */
    RunSettings
    {
        LockOptions.DEFAULT.withTtl(ttl);
        if (grace.compareTo(ttl.dividedBy(2)) > 0)
        {
            throw new IllegalArgumentException("--grace is " + Prose.duration(grace) +
                " but must be at most half of --ttl, " + Prose.duration(ttl.dividedBy(2)) +
                ": make it shorter or the ttl longer");
        }
        if (maxHold.compareTo(ttl) < 0)
        {
            throw new IllegalArgumentException("--max-hold is " + Prose.duration(maxHold) +
                " but must be at least --ttl, " + Prose.duration(ttl) +
                ": make it longer or the ttl shorter");
        }
    }

    /**
     * How the lock is taken; it is extended no longer than {@link #maxHold()}.
     */
    LockOptions lockOptions()
    {
        final LockOptions options = LockOptions.DEFAULT.withTtl(ttl).withAutoExtend(maxHold);

        return isFenced ? options.withFencing() : options;
    }

    static Duration defaultGrace(final Duration ttl)
    {
        final Duration third = ttl.dividedBy(3);

        return third.compareTo(LONGEST_GRACE) < 0 ? third : LONGEST_GRACE;
    }

    static Duration defaultMaxHold(final Duration ttl)
    {
        return ttl.compareTo(USUAL_MAX_HOLD) > 0 ? ttl : USUAL_MAX_HOLD;
    }

    /**
     * Whether a lease that reaches so far has come to the maximum hold, less the drift of its last extension.
     *
     * @param reachNs from the acquisition to the end of the validity.
     */
    boolean isAtLimit(final long reachNs)
    {
        return reachNs >= maxHold.toNanos() - Drift.SPECIFICATION.of(ttl.toNanos()) - SLACK_NS;
    }
}
