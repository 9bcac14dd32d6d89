// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.ClaimList;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.lease.DeferredReleases;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.Wire;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.Meter;
import dev.redlock.engine.watch.Backoff;
import dev.redlock.engine.watch.Stakes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Quorum;

/**
 * Claims that pause: for a random time after a lost attempt; after node failures, at most until a node comes
 * up; without room in our own limits, until there is some. A pausing claim keeps its place in line.
 */
public final class Pauses
{
    /*
     * It does not help to ask failing nodes again and again; when one comes back we ask at once.
     */
    private static final long FIRST_AFTER_FAULT_NS = 4_000_000;
    private static final long LONGEST_NS = 250_000_000;

    /*
     * A line that gives way pauses longer than others do, if their options are like ours.
     */
    private static final long BEYOND_A_PAUSE_NS = 3_000_000;

    private final Quorum quorum;
    private final long longestAttemptNs;
    private final Nodes nodes;
    private final Wire wire;
    private final AttemptPool attempts;
    private final DeferredReleases deferred;
    private final Timers timers;
    private final Meter meter;
    private final Backoff backoff;
    private final Stakes stakes;
    private final ClaimList<Claim> awaitingNodes;
    private final ClaimList<Claim> awaitingRoom = new ClaimList<>();

    public Pauses(final EngineConfig config, final Nodes nodes, final Wire wire, final AttemptPool attempts,
        final Timers timers, final Meter meter, final Backoff backoff, final Stakes stakes,
        final DeferredReleases deferred)
    {
        quorum = config.quorum();
        longestAttemptNs = config.maxNodeTimeoutNs();
        this.nodes = nodes;
        this.wire = wire;
        this.attempts = attempts;
        this.timers = timers;
        this.meter = meter;
        this.backoff = backoff;
        this.stakes = stakes;
        awaitingNodes = stakes.awaitingNodes();
        this.deferred = deferred;
    }

    /**
     * Ends the turn of the line that a claim takes over, if it has lasted and there is patience.
     *
     * @return whether it has ended, and the claim pauses.
     */
    boolean endTurn(final Claim claim, final long nowNs)
    {
        final ClaimOptions options = claim.options;
        if (!claim.line.isTurnOver(nowNs))
        {
            return false;
        }

        final long wayNs = Math.min(LONGEST_NS, Math.min(options.minRetryNs(), LONGEST_NS) +
            Math.min(options.maxRetryNs(), LONGEST_NS) + BEYOND_A_PAUSE_NS);
        if (claim.isTimeUp(nowNs + wayNs))
        {
            return false;
        }

        claim.line.endTurn();
        meter.count(Counter.TURNS_GIVEN);
        claim.clearCauses();
        pause(claim, wayNs, nowNs);

        return true;
    }

    /**
     * Makes a patient claim pause before it begins, if others wait for room, or if it is the others' turn and
     * there is time for that.
     *
     * @return whether it pauses.
     */
    boolean giveWay(final Claim claim, final long nowNs)
    {
        if (awaitingRoom.first() != null)
        {
            awaitRoom(claim, nowNs);

            return true;
        }

        final boolean isOthersTurn = claim.line.isOthersTurn(nowNs);
        claim.line.endOthersTurn(nowNs);
        if (!isOthersTurn)
        {
            return false;
        }

        claim.clearCauses();
        backOff(claim, 1, 0, nowNs);
        if (claim.isTimeUp(claim.retryNs))
        {
            return false;
        }

        meter.count(Counter.TURNS_GIVEN);

        return true;
    }

    /**
     * After an attempt that was lost.
     *
     * @param lost      attempts lost so far, at least 1.
     * @param attemptNs what the last one took. What is beyond the patience with a node is a halt of ours: not
     *                  the distance of the nodes, which the next attempts of several clients have to respect.
     */
    void backOff(final Claim claim, final int lost, final long attemptNs, final long nowNs)
    {
        final ClaimOptions options = claim.options;
        final long distanceNs = Math.min(attemptNs, longestAttemptNs);
        long delayNs = backoff.retryNs(lost, distanceNs, options.minRetryNs(), options.maxRetryNs());
        if (claim.faultsInARow > 0)
        {
            delayNs = Math.max(delayNs,
                backoff.reconnectNs(claim.faultsInARow, FIRST_AFTER_FAULT_NS, LONGEST_NS));
            add(claim, awaitingNodes);
            stakes.onWaiting(claim, nowNs);
        }
        pause(claim, delayNs, nowNs);
    }

    void awaitRoom(final Claim claim, final long nowNs)
    {
        claim.clearCauses();
        add(claim, awaitingRoom);
        awaitRoomLonger(claim, nowNs);
    }

    private void awaitRoomLonger(final Claim claim, final long nowNs)
    {
        explainNoRoom(claim);
        pause(claim, LONGEST_NS, nowNs);
    }

    private void pause(final Claim claim, final long delayNs, final long nowNs)
    {
        claim.pause(nowNs + delayNs);
        arm(claim, nowNs);
    }

    void leaveList(final Claim claim)
    {
        if (claim.pausedIn != null)
        {
            claim.pausedIn.remove(claim);
            claim.pausedIn = null;
        }
    }

    /**
     * Lets the claim go on pausing, unless its pause or its time is over.
     *
     * @return whether it goes on pausing.
     */
    boolean goOn(final Claim claim, final long nowNs)
    {
        if (nowNs - claim.retryNs < 0 && !claim.isTimeUp(nowNs))
        {
            arm(claim, nowNs);

            return true;
        }
        if (claim.pausedIn == awaitingRoom && !claim.isTimeUp(nowNs) && !makeRoom(nowNs))
        {
            awaitRoomLonger(claim, nowNs);

            return true;
        }

        return false;
    }

    /**
     * A node has come up, or its quarantine is over: ends the pauses of those whose attempts failed for want
     * of nodes, if now there are as many as they need.
     */
    public void onVoter(final long nowNs)
    {
        final int voters = nodes.voters(nowNs);
        Claim next;
        for (Claim claim = awaitingNodes.first(); claim != null; claim = next)
        {
            next = claim.nextInLine;
            if (claim.quorumToWin.isMetBy(voters))
            {
                leaveList(claim);
                claim.faultsInARow = 0;
                claim.retryNs = nowNs;
                arm(claim, nowNs);
            }
        }
    }

    /**
     * The claim that has waited longest for room; null if none does.
     */
    Claim firstForRoom()
    {
        return awaitingRoom.first();
    }

    /**
     * Makes room for an attempt if possible: a patient claim does not begin an attempt that our own limits
     * would prevent from winning.
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

        return quorum.isMetBy(withRoom) && deferred.makeRoom(nowNs);
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

    private static void add(final Claim claim, final ClaimList<Claim> list)
    {
        assert claim.pausedIn == null : "claim waits in two lists at a time: its links would tear both";

        claim.pausedIn = list;
        list.add(claim);
    }

    private void arm(final Claim claim, final long nowNs)
    {
        timers.arm(claim, nowNs + Math.min(claim.retryNs - nowNs, claim.giveUpNs - nowNs));
    }
}
