// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.lease.DeferredReleases;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.Sender;
import dev.redlock.outcome.Cause;

/**
 * Whether an attempt could win now, and if not, why: nodes that vote, and room within our own limits.
 */
public final class Capacity
{
    private final Nodes nodes;
    private final Sender sender;
    private final AttemptPool attempts;
    private final DeferredReleases deferred;

    public Capacity(final Nodes nodes, final Sender sender, final AttemptPool attempts,
        final DeferredReleases deferred)
    {
        this.nodes = nodes;
        this.sender = sender;
        this.attempts = attempts;
        this.deferred = deferred;
    }

    /**
     * Whether the nodes that vote are enough for the claim.
     */
    public boolean hasNodes(final Claim claim, final long nowNs)
    {
        return nodes.members().toWin(claim.minGrants()).isMetBy(nodes.voters(nowNs));
    }

    /**
     * Makes room for an attempt if possible: a patient claim does not begin an attempt that our own limits
     * would prevent from winning. A claim that needs more votes than a lease begins all the same: at the head
     * of those that wait it would hold up the others.
     *
     * @return whether there is room.
     */
    public boolean makeRoom(final long nowNs)
    {
        int withRoom = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            withRoom |= sender.hasRoom(nodes.at(i)) ? 1 << i : 0;
        }

        return nodes.members().toKeep().isMetBy(withRoom) && makeRoomForToken(nowNs);
    }

    public boolean makeRoomForToken(final long nowNs)
    {
        return deferred.makeRoom(nowNs);
    }

    /**
     * Names the nodes that cannot vote, before any is asked.
     */
    public void explainMissingNodes(final Claim claim, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (!node.isUp())
            {
                claim.explain(i, Cause.NOT_CONNECTED);
            }
            else if (!node.mayVote(nowNs))
            {
                claim.explain(i, node.whyNoVote(nowNs));
            }
        }
    }

    /**
     * Whether a fenced attempt was lost to nodes that do not tell their time, and so many that no other could
     * be won. A script has failed on one of them, and none has worked on those that count here: something in
     * between may keep TIME from us, and not from scripts.
     */
    public boolean isTimeMissing(final Claim claim)
    {
        int timeless = 0;
        boolean hasFailed = false;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            final Cause cause = claim.cause(i);
            if (node.isUp() && !node.tellsTime() && cause != Cause.GRANTED &&
                cause != Cause.HELD_BY_ANOTHER && cause != Cause.TOKEN_REFUSED)
            {
                timeless |= 1 << i;
                hasFailed |= cause == Cause.SERVER_ERROR;
            }
        }

        return hasFailed && nodes.members().toWin(claim.minGrants()).isOutOfReachWithout(timeless);
    }

    public void explainNoRoom(final Claim claim)
    {
        final boolean isPoolEmpty = attempts.isExhausted();
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (isPoolEmpty)
            {
                claim.explain(i, Cause.TOO_MANY_LOCKS);
            }
            else if (!sender.hasRoom(node))
            {
                claim.explain(i, node.isUp() ? Cause.BACK_PRESSURED : Cause.NOT_CONNECTED);
            }
        }
    }
}
