// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.util.List;

import dev.redlock.NodeVote;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Outcome;

/**
 * An attempt that did not get the lock.
 *
 * @param outcome of it.
 * @param votes   by node.
 */
record Attempt(Outcome outcome, List<NodeVote> votes)
{
    /**
     * Why it was lost, for people, without the nodes.
     */
    String reason()
    {
        return switch (outcome)
        {
            case CONTENDED -> isContention() ? "another client holds it" :
                "nodes refuse the fencing token: look at their clocks";
            case NO_QUORUM -> "too few nodes could vote";
            case TOO_LATE -> "the nodes answered too late";
            case TIMED_OUT -> "the time to wait is over";
            default -> outcome.toString();
        };
    }

    /**
     * Whether somebody else has the lock, so that waiting may help.
     */
    boolean isContention()
    {
        return outcome == Outcome.CONTENDED && (has(Cause.HELD_BY_ANOTHER) || !has(Cause.TOKEN_REFUSED));
    }

    private boolean has(final Cause cause)
    {
        return votes.stream().anyMatch((vote) -> vote.cause() == cause);
    }
}
