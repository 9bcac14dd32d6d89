// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.engine.EngineConfig;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.Client;

/**
 * The cause of a failed acquisition, and the remedy. If the time was over, the votes of the last attempt
 * decide: failed nodes, if they block a quorum by themselves; else our own limits, if these kept enough nodes
 * from being asked; else another holder, here or elsewhere.
 */
final class Diagnosis
{
    private final Outcome outcome;
    private final Client client;
    private final int faults;
    private final int manyInFlight;
    private final int manyLocks;
    private final boolean isHeldHere;

    Diagnosis(final Outcome outcome, final List<NodeVote> votes, final Client client)
    {
        this.outcome = outcome;
        this.client = client;
        faults = count(votes, Cause.NOT_CONNECTED) + count(votes, Cause.DISCONNECTED) +
            count(votes, Cause.TIMEOUT) + count(votes, Cause.SERVER_ERROR) +
            count(votes, Cause.UNEXPECTED_REPLY);
        manyInFlight = count(votes, Cause.BACK_PRESSURED);
        manyLocks = count(votes, Cause.TOO_MANY_LOCKS);
        isHeldHere = count(votes, Cause.HELD_BY_THIS_CLIENT) > 0;
    }

    private static int count(final List<NodeVote> votes, final Cause cause)
    {
        return (int)votes.stream().filter(vote -> vote.cause() == cause).count();
    }

    RedlockException.Category category()
    {
        switch (outcome)
        {
            case NO_QUORUM:
            case TOO_LATE:
                return RedlockException.Category.NODES;

            case CONTENDED:
                return RedlockException.Category.CONTENTION;

            case TIMED_OUT:
                return categoryOfVotes();

            default:
                return RedlockException.Category.CLIENT;
        }
    }

    private RedlockException.Category categoryOfVotes()
    {
        final int blocking = client.engine().quorum().blocking();
        if (faults >= blocking)
        {
            return RedlockException.Category.NODES;
        }

        return faults + manyInFlight + manyLocks >= blocking ?
            RedlockException.Category.CLIENT : RedlockException.Category.CONTENTION;
    }

    String advice()
    {
        switch (outcome)
        {
            case CONTENDED:
                return isHeldHere ? heldHere() : "somebody else holds it: try again later, or wait longer";

            case TIMED_OUT:
                return adviceOnVotes();

            case NO_QUORUM:
                return "too few nodes answered: look at those that did not";

            case TOO_LATE:
                return "the nodes are too slow for the time to live: use a longer one, or find out why";

            case BACK_PRESSURED:
                return limit();

            case CLOSED:
                return "the client is closed: build another";

            default:
                return "the acquisition was given up";
        }
    }

    private String adviceOnVotes()
    {
        switch (categoryOfVotes())
        {
            case NODES:
                return "too many nodes failed in the last attempt: look at them";

            case CLIENT:
                return limit();

            default:
                return isHeldHere ? heldHere() :
                    "somebody else holds it, or time was short: try again later, or wait longer";
        }
    }

    private static String heldHere()
    {
        return "another caller of this client holds it, or tried first: release it there, or wait longer";
    }

    private String limit()
    {
        final EngineConfig engine = client.engine();
        if (manyLocks > 0)
        {
            return "the limit of " + engine.maxAttempts() + " locks at a time is reached: hold fewer, or " +
                "raise RedlockBuilder.maxLocks";
        }
        if (manyInFlight > 0)
        {
            return "the limit of " + engine.inFlightPerNode() + " operations in flight per node is " +
                "reached: slow down, or raise RedlockBuilder.maxInFlightPerNode";
        }

        return "the ring of " + client.ringCapacity() + " commands on their way to the engine is full: " +
            "wait with patience, slow down, or share the keys among RedlockBuilder.engines";
    }
}
