// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.redlock.outcome.Outcome;

/**
 * A required lock was not obtained or not kept. Its class is the kind of remedy, so that a policy of retries
 * can choose by it:
 * <ul>
 * <li>{@link LockContendedException}: try again later, or wait longer.</li>
 * <li>{@link NoQuorumException}: look at the nodes; a retry helps when they are back.</li>
 * <li>{@link LimitReachedException}: slow down, or raise a limit of this client.</li>
 * <li>{@link RedlockMisuseException}: change the program or the configuration; a retry cannot help.</li>
 * <li>{@link LeaseLostException}: the work was done, but not protected to its end; do not repeat it
 * blindly.</li>
 * </ul>
 * The message says what happened, node by node, and what to do next. Methods that return an {@link Outcome}
 * or its code never throw it.
 */
public abstract sealed class RedlockException extends RuntimeException
    permits LockContendedException, NoQuorumException, LimitReachedException, RedlockMisuseException,
    LeaseLostException
{
    private static final long serialVersionUID = 1L;

    private final Outcome outcome;
    private final transient @Nullable List<NodeVote> votes;

    RedlockException(final String message, final Outcome outcome, final List<NodeVote> votes)
    {
        super(message);
        this.outcome = outcome;
        this.votes = List.copyOf(votes);
    }

    /**
     * How the acquisition, the start of the client, or the lease ended.
     *
     * @return never a success.
     */
    public Outcome outcome()
    {
        return outcome;
    }

    /**
     * How the nodes voted in the last attempt, by index.
     *
     * @return immutable; empty if there was no attempt, or after serialisation.
     */
    public List<NodeVote> votes()
    {
        return votes == null ? List.of() : votes;
    }
}
