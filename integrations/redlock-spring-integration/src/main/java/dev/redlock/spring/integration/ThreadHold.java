// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.outcome.Outcome;

/**
 * The lease of one thread, and how often the thread has locked it. Only that thread touches the count.
 */
final class ThreadHold
{
    /*
     * Of the time to live. Who comes back cannot be promised more than what is left, and will look again only
     * after the next piece of work.
     */
    private static final int LEAST_SHARE = 3;

    private final Lease lease;
    private Duration ttl;
    private int count = 1;

    ThreadHold(final Lease lease, final Duration ttl)
    {
        this.lease = lease;
        this.ttl = ttl;
    }

    /**
     * The same thread locks again.
     */
    void enter()
    {
        count++;
    }

    /**
     * Whether the thread has locked more often than it has unlocked since, so that the lease stays.
     */
    boolean isReentered()
    {
        return count > 1;
    }

    /**
     * The thread unlocks what it has locked again.
     */
    void leave()
    {
        count--;
    }

    /**
     * Extends the lease.
     *
     * @param newTtl null for the present time to live.
     */
    Outcome extend(final @Nullable Duration newTtl)
    {
        final Duration wanted = newTtl == null ? ttl : newTtl;
        final Outcome outcome = lease.extend(wanted);
        if (outcome == Outcome.EXTENDED)
        {
            ttl = wanted;
        }

        return outcome;
    }

    /**
     * Whether so much validity is left that the thread may go on without an extension.
     */
    boolean isLastingWithoutExtension()
    {
        return lease.remaining().compareTo(ttl.dividedBy(LEAST_SHARE)) >= 0;
    }

    Lease lease()
    {
        return lease;
    }
}
