// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.node.InFlight;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.wire.Primitive;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.Reply;

/**
 * An answer on its way to a vote: what it counts for, why, and whether it has to wait until it is durable.
 * {@code Acquisition}, {@link Extension} and {@link BackFill} hand it what the answer says, and do with the
 * vote what it means for them.
 */
public final class Ballot
{
    private final Nodes nodes;
    private final Meter meter;
    private final DurableVotes durableVotes;

    public Ballot(final Nodes nodes, final Meter meter, final DurableVotes durableVotes)
    {
        this.nodes = nodes;
        this.meter = meter;
        this.durableVotes = durableVotes;
    }

    /**
     * Notes if an answer leaves no doubt that the node is without the key. An older round of an acquisition
     * says nothing of the present one, and the node may have the key by an earlier proposal. What is asked
     * outside of a round has the token that the lease was won with, and may bring the key after an extension
     * was refused.
     */
    public void noteKey(final OpenQuestion asked, final Attempt attempt, final Reply reply)
    {
        final Primitive primitive = attempt.primitive();
        final Vote said = primitive.vote(asked.command(), reply);
        final boolean isAside = asked.asker == InFlight.Asker.ASIDE;
        final boolean isWithout = !asked.kind().isAcquisition() ?
            said == Vote.REFUSED && !asked.kind().isRelease() &&
                (isAside || !attempt.isAskedToSetAnew(asked.nodeIndex)) :
            isAside ? said == Vote.REFUSED || primitive.isWithoutKey(said, reply, false) :
            asked.round == attempt.tokenRound() &&
                primitive.isWithoutKey(said, reply, attempt.proposals() > 1);
        if (isWithout)
        {
            attempt.certainlyWithout(asked.nodeIndex);
        }
    }

    /**
     * What an answer counts for: a grant of a node in quarantine may contradict one that the node has
     * forgotten, so it is worth no more than silence. A refusal is one, whoever refuses.
     *
     * @param said what it says.
     */
    Vote count(final OpenQuestion asked, final Attempt attempt, final Vote said, final Reply reply,
        final long nowNs)
    {
        if (said == Vote.GRANTED && !nodes.at(asked.nodeIndex).mayVote(nowNs))
        {
            meter.count(Counter.VOTES_QUARANTINED);

            return Vote.FAULTED;
        }
        if (attempt.primitive().isError(said, reply) && !asked.command().isScriptMissing(reply))
        {
            meter.count(Counter.NODE_ERRORS);
        }

        return said;
    }

    /**
     * Takes the answer to a round.
     *
     * @param said      what it says.
     * @param isCurrent whether the round is the one that is explained to the caller.
     * @return the vote; null if it waits until it is durable, and its verdict follows in a later input.
     */
    public Vote take(final OpenQuestion asked, final Attempt attempt, final Vote said, final Reply reply,
        final boolean isCurrent, final long nowNs)
    {
        final Vote vote = count(asked, attempt, said, reply, nowNs);
        if (isCurrent)
        {
            attempt.explain(asked.nodeIndex, vote == said ? attempt.primitive().causeOf(said, reply) :
                nodes.at(asked.nodeIndex).whyNoVote(nowNs), reply);
        }
        if (vote != Vote.GRANTED || !attempt.isDurable())
        {
            return vote;
        }

        return durableVotes.await(asked, attempt, nowNs) ? null :
            verdict(asked, attempt, false, isCurrent, nowNs);
    }

    /**
     * A grant that had to be durable is, or is not: then it is a fault.
     */
    public Vote verdict(final OpenQuestion asked, final Attempt attempt, final boolean isDurable,
        final boolean isCurrent, final long nowNs)
    {
        final Node node = nodes.at(asked.nodeIndex);
        final boolean mayVote = node.mayVote(nowNs);
        if (isCurrent)
        {
            attempt.explain(node.index, !mayVote ? node.whyNoVote(nowNs) :
                isDurable ? Cause.GRANTED : Cause.NOT_DURABLE);
        }

        return isDurable && mayVote ? Vote.GRANTED : Vote.FAULTED;
    }
}
