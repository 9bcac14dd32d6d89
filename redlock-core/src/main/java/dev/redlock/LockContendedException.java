// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.outcome.Outcome;

/**
 * Somebody else holds the lock, here or elsewhere, or the caller's patience was over before an attempt could
 * win, and no node is to blame. Normal under load: try again later, or wait longer. {@link
 * Redlock#tryAcquire(String)} returns empty instead.
 */
public final class LockContendedException extends RedlockException
{
    private static final long serialVersionUID = 1L;

    LockContendedException(final String message, final Outcome outcome, final List<NodeVote> votes)
    {
        super(message, outcome, votes);
    }
}
