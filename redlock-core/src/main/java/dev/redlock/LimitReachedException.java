// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.outcome.Outcome;

/**
 * A limit of this client is reached: locks, handles or operations in flight; or its engine thread did not
 * answer, as a callback blocks it or it gets no core, although enough nodes are connected. Neither the nodes
 * nor other holders are to blame: slow down, raise the limit that the message names, or free the thread.
 */
public final class LimitReachedException extends RedlockException
{
    private static final long serialVersionUID = 1L;

    LimitReachedException(final String message, final Outcome outcome, final List<NodeVote> votes)
    {
        super(message, outcome, votes);
    }
}
