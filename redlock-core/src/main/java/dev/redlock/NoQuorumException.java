// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.outcome.Outcome;

/**
 * Too many nodes failed, or were too slow, for a quorum: whether the lock is held cannot be known. Look at
 * the nodes, which {@link #votes()} and {@link Redlock#nodes()} name; a retry helps when they are back, and
 * needs pauses. {@link RedlockBuilder#build()} throws it if no quorum comes up in time.
 */
public final class NoQuorumException extends RedlockException
{
    private static final long serialVersionUID = 1L;

    NoQuorumException(final String message, final Outcome outcome, final List<NodeVote> votes)
    {
        super(message, outcome, votes);
    }
}
