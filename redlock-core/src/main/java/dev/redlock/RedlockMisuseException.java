// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.outcome.Outcome;

/**
 * The client is closed, the nodes are configured so that no quorum is possible, or a thread would wait for
 * itself. A retry cannot help: change the program or the configuration. Arguments and settings that are wrong
 * by themselves are {@link IllegalArgumentException}s; a wait in a callback is an {@link
 * IllegalStateException}.
 */
public final class RedlockMisuseException extends RedlockException
{
    private static final long serialVersionUID = 1L;

    RedlockMisuseException(final String message, final Outcome outcome, final List<NodeVote> votes)
    {
        super(message, outcome, votes);
    }
}
