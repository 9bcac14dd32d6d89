// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import java.util.Arrays;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.ClaimList;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.SideLink;
import dev.redlock.engine.settings.EngineConfig;

/**
 * What may be lost while nodes are away, and so how early the next look at them has to come: after a tenth of
 * the time that is left, or sooner.
 */
public final class Stakes
{
    /*
     * A lease needs the nodes that are away if those that could extend it now are too few; a claim needs
     * them if it waits for a quorum; and who is away may know whose clock is wrong. Nobody else hurries: an
     * idle client, or one whose leases have a quorum without the dead node, keeps to the back-off.
     *
     * A claim loses less than a lease, and there may be many clients with one, so it looks ten times a
     * second at most; and it does not hurry to a node that refuses us for its settings.
     *
     * All leases are surveyed when a connection that was up has ended, and otherwise at most once in ten
     * milliseconds, when an attempt to connect has failed.
     * Between two surveys a lease that cannot be extended, and a claim that begins to wait, speak up.
     */
    private static final int SHARE = 10;
    private static final long LEAST_NS = 10_000_000L;
    private static final long LEAST_OF_A_CLAIM_NS = 100_000_000L;
    private static final long NONE_NS = Long.MAX_VALUE;

    private final Nodes nodes;
    private final AttemptPool attempts;
    private final Timers timers;
    private final NodePolicy policy;
    private final Backoff backoff;
    private final ClaimList<KeyLine.Place> awaitingNodes = new ClaimList<>();

    /*
     * What is left, by node, as of the survey: to the leases that need it, and to the claims.
     */
    private final long[] leftNs;
    private long claimLeftNs = NONE_NS;
    private long surveyedNs;

    public Stakes(final EngineConfig config, final Nodes nodes, final AttemptPool attempts,
        final Timers timers, final NodePolicy policy, final Backoff backoff, final long nowNs)
    {
        this.nodes = nodes;
        this.attempts = attempts;
        this.timers = timers;
        this.policy = policy;
        this.backoff = backoff;
        leftNs = config.slots().longs();
        Arrays.fill(leftNs, NONE_NS);
        surveyedNs = nowNs;
    }

    /**
     * The claims that wait for a quorum.
     */
    public ClaimList<KeyLine.Place> awaitingNodes()
    {
        return awaitingNodes;
    }

    /**
     * Whether enough nodes are there to extend a lease.
     *
     * @param helping what {@link NodePolicy#helping} says.
     */
    public boolean isExtensible(final Attempt attempt, final int helping)
    {
        final int able = attempt.mayCarry() & (attempt.isDurable() ? confirming(helping) : helping);

        return nodes.members().toKeep().isMetBy(able);
    }

    /**
     * Whether enough nodes are there to extend a lease now.
     */
    public boolean isExtensible(final Attempt attempt, final long nowNs)
    {
        return isExtensible(attempt, policy.helping(nowNs));
    }

    /**
     * The pause before the next try at what has so much time left.
     */
    public static long pauseNs(final long leftNs)
    {
        return Math.max(LEAST_NS, leftNs / SHARE);
    }

    /**
     * A connection has ended, or could not be made: brings forward the next looks at all nodes that are
     * needed.
     *
     * @param wasUp whether it was up.
     */
    public void onDown(final boolean wasUp, final long nowNs)
    {
        if (wasUp || nowNs - surveyedNs >= LEAST_NS)
        {
            survey(nowNs);
        }
        final long sinceNs = nowNs - surveyedNs;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (leftNs[i] != NONE_NS)
            {
                bringForward(node, pauseNs(leftNs[i] - sinceNs), nowNs);
            }
            if (claimLeftNs != NONE_NS)
            {
                bringForwardForClaim(node, claimLeftNs - sinceNs, nowNs);
            }
        }
    }

    /**
     * An extension of a lease has had no quorum.
     */
    public void onNotExtended(final Attempt attempt, final long nowNs)
    {
        final long pauseNs = pauseNs(attempt.validUntilNs() - nowNs);
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (attempt.mayCarryAt(i))
            {
                bringForward(nodes.at(i), pauseNs, nowNs);
            }
        }
    }

    /**
     * A claim begins to wait for a quorum.
     */
    public void onWaiting(final Claim claim, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            bringForwardForClaim(nodes.at(i), claim.giveUpNs() - nowNs, nowNs);
        }
    }

    /**
     * It is not known whose clock is wrong, and no vote of a node in doubt counts: who is away may tell.
     */
    void onDoubt(final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (!policy.isHopeless(nodes.at(i)))
            {
                bringForward(nodes.at(i), LEAST_OF_A_CLAIM_NS, nowNs);
            }
        }
    }

    private void survey(final long nowNs)
    {
        surveyedNs = nowNs;
        Arrays.fill(leftNs, NONE_NS);
        final int helping = policy.helping(nowNs);
        int unseen = attempts.inUse();
        for (int i = 0; unseen > 0; i++)
        {
            final Attempt attempt = attempts.at(i);
            if (attempt.phase != Attempt.Phase.FREE)
            {
                unseen--;
                if (isExtensibleLater(attempt, nowNs) && !isExtensible(attempt, helping))
                {
                    note(attempt, nowNs);
                }
            }
        }

        claimLeftNs = NONE_NS;
        for (KeyLine.Place place = awaitingNodes.first(); place != null; place = place.next())
        {
            claimLeftNs = Math.min(claimLeftNs, place.claim.giveUpNs() - nowNs);
        }
    }

    private static boolean isExtensibleLater(final Attempt attempt, final long nowNs)
    {
        return attempt.phase == Attempt.Phase.HOLDING && !attempt.extending.isLimitReached() &&
            nowNs - attempt.validUntilNs() < 0;
    }

    private void note(final Attempt attempt, final long nowNs)
    {
        for (int left = attempt.mayCarry(); left != 0; left &= left - 1)
        {
            final int i = Integer.numberOfTrailingZeros(left);
            leftNs[i] = Math.min(leftNs[i], attempt.validUntilNs() - nowNs);
        }
    }

    private int confirming(final int helping)
    {
        int confirming = helping;
        for (int left = helping; left != 0; left &= left - 1)
        {
            final SideLink side = nodes.at(Integer.numberOfTrailingZeros(left)).side;
            if (side == null || side.state() != SideLink.State.UP)
            {
                confirming &= ~Integer.lowestOneBit(left);
            }
        }

        return confirming;
    }

    private void bringForwardForClaim(final Node node, final long claimNs, final long nowNs)
    {
        if (!policy.isHopeless(node))
        {
            bringForward(node, Math.max(LEAST_OF_A_CLAIM_NS, pauseNs(claimNs)), nowNs);
        }
    }

    private void bringForward(final Node node, final long pauseNs, final long nowNs)
    {
        if (node.link() == Node.Link.DOWN && node.dueNs() - nowNs > pauseNs)
        {
            node.reconnectSooner(nowNs + backoff.jitteredNs(pauseNs));
            timers.arm(node, node.dueNs());
        }

        final SideLink side = node.side;
        if (node.isUp() && side != null && side.state() == SideLink.State.DOWN &&
            side.dueNs() - nowNs > pauseNs)
        {
            side.reconnectSooner(nowNs + backoff.jitteredNs(pauseNs));
            timers.arm(side, side.dueNs());
        }
    }
}
