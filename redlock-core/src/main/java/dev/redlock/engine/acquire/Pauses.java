// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.ClaimList;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.watch.Backoff;
import dev.redlock.engine.watch.Stakes;

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
    static final long LONGEST_NS = 250_000_000;

    private final long longestAttemptNs;
    private final Capacity capacity;
    private final Timers timers;
    private final Backoff backoff;
    private final Stakes stakes;
    private final ClaimList<Claim> awaitingNodes;
    private final ClaimList<Claim> awaitingRoom = new ClaimList<>();

    public Pauses(final EngineConfig config, final Capacity capacity, final Timers timers,
        final Backoff backoff, final Stakes stakes)
    {
        longestAttemptNs = config.maxNodeTimeoutNs();
        this.capacity = capacity;
        this.timers = timers;
        this.backoff = backoff;
        this.stakes = stakes;
        awaitingNodes = stakes.awaitingNodes();
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
        capacity.explainNoRoom(claim);
        pause(claim, LONGEST_NS, nowNs);
    }

    void pause(final Claim claim, final long delayNs, final long nowNs)
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
        if (claim.pausedIn == awaitingRoom && !claim.isTimeUp(nowNs) && !capacity.makeRoom(nowNs))
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
        final int voters = capacity.voters(nowNs);
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
