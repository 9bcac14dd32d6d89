// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.lease.DeferredReleases;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.Wire;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Quorum;

/**
 * Whether an attempt could win now, and if not, why: nodes that vote, and room within our own limits.
 */
public final class Capacity
{
    private final Quorum quorum;
    private final Nodes nodes;
    private final Wire wire;
    private final AttemptPool attempts;
    private final DeferredReleases deferred;

    public Capacity(final EngineConfig config, final Nodes nodes, final Wire wire, final AttemptPool attempts,
        final DeferredReleases deferred)
    {
        quorum = config.quorum();
        this.nodes = nodes;
        this.wire = wire;
        this.attempts = attempts;
        this.deferred = deferred;
    }

    /**
     * Whether the nodes that vote are enough for the claim.
     */
    boolean hasNodes(final Claim claim, final long nowNs)
    {
        return claim.quorumToWin.isMetBy(voters(nowNs));
    }

    /**
     * The nodes that vote, a bit each.
     */
    int voters(final long nowNs)
    {
        return nodes.voters(nowNs);
    }

    /**
     * Makes room for an attempt if possible: a patient claim does not begin an attempt that our own limits
     * would prevent from winning. A claim that needs more votes than a lease begins all the same: at the head
     * of those that wait it would hold up the others.
     *
     * @return whether there is room.
     */
    boolean makeRoom(final long nowNs)
    {
        int withRoom = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            withRoom |= wire.hasRoom(nodes.at(i)) ? 1 << i : 0;
        }

        return quorum.isMetBy(withRoom) && makeRoomForToken(nowNs);
    }

    boolean makeRoomForToken(final long nowNs)
    {
        return deferred.makeRoom(nowNs);
    }

    /**
     * Names the nodes that cannot vote, before any is asked.
     */
    void explainMissingNodes(final Claim claim, final long nowNs)
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
    boolean isTimeMissing(final Claim claim)
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

        return hasFailed && claim.quorumToWin.isOutOfReachWithout(timeless);
    }

    void explainNoRoom(final Claim claim)
    {
        final boolean isPoolEmpty = attempts.isExhausted();
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (isPoolEmpty)
            {
                claim.explain(i, Cause.TOO_MANY_LOCKS);
            }
            else if (!wire.hasRoom(node))
            {
                claim.explain(i, node.isUp() ? Cause.BACK_PRESSURED : Cause.NOT_CONNECTED);
            }
        }
    }
}
