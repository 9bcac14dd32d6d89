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

    private final boolean isHeldByThisThread;

    LockContendedException(final String message, final Outcome outcome, final List<NodeVote> votes,
        final boolean isHeldByThisThread)
    {
        super(message, outcome, votes);
        this.isHeldByThisThread = isHeldByThisThread;
    }

    /**
     * Whether the thread that failed had acquired the lock itself, and still held it then: it waited for
     * itself, unless another thread was to release that lease.
     *
     * @return false where somebody else holds the lock, or {@code acquireAsync} has won it, for any thread.
     */
    public boolean isHeldByThisThread()
    {
        return isHeldByThisThread;
    }
}
