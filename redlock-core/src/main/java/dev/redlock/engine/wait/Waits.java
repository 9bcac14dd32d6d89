// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.ClaimList;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.watch.Backoff;
import dev.redlock.engine.watch.Stakes;
import dev.redlock.outcome.Counter;

/**
 * When the claim that has its line is tried again: at a random time after a lost attempt; after node
 * failures, as soon as enough nodes are up; without room in our own limits, when there is some; and first of
 * all when other clients have had their turn. A claim that pauses keeps its line.
 */
public final class Waits
{
    /*
     * It does not help to ask failing nodes again and again; when one comes back we ask at once.
     */
    private static final long FIRST_AFTER_FAULT_NS = 4_000_000;
    static final long LONGEST_NS = 250_000_000;

    private final Capacity capacity;
    private final Timers timers;
    private final Meter meter;
    private final Backoff backoff;
    private final Delays delays;
    private final Stakes stakes;

    /*
     * What claims wait for, besides the end of their pause.
     */
    private final ClaimList<KeyLine.Place> awaitingNodes;
    private final ClaimList<KeyLine.Place> awaitingRoom = new ClaimList<>();

    public Waits(final EngineConfig config, final Capacity capacity, final Timers timers,
        final Meter meter, final Backoff backoff, final Stakes stakes)
    {
        this.capacity = capacity;
        this.timers = timers;
        this.meter = meter;
        this.backoff = backoff;
        this.stakes = stakes;
        delays = new Delays(backoff, config.maxNodeTimeoutNs());
        awaitingNodes = stakes.awaitingNodes();
    }

    /**
     * A claim has come to an empty line: a key that was free for a while was free for others, too.
     */
    public void onFirst(final Claim claim, final long nowNs)
    {
        Turns.noteGap(claim.place.line, nowNs);
    }

    public void onWon(final Claim claim, final long nowNs)
    {
        claim.place.line.won(nowNs);
    }

    /**
     * A claim has met another client.
     */
    public void onContended(final Claim claim, final long nowNs)
    {
        Turns.seeOthers(claim.place.line, claim.options, nowNs);
    }

    /**
     * Ends the turn of the line that a claim takes over, if it has lasted and there is patience.
     *
     * @return whether it has ended, and the claim pauses.
     */
    public boolean endTurn(final Claim claim, final long nowNs)
    {
        final KeyLine line = claim.place.line;
        final boolean isEnd =
            Turns.isOver(line, nowNs) && giveWay(claim, Turns.pauseNs(claim.options), nowNs);
        if (isEnd)
        {
            Turns.end(line);
        }

        return isEnd;
    }

    /**
     * Makes a patient claim pause before it begins, if others wait for room, or if it is the others' turn and
     * there is time for that.
     *
     * @return whether it pauses.
     */
    public boolean giveWay(final Claim claim, final long nowNs)
    {
        if (awaitingRoom.first() != null)
        {
            awaitRoom(claim, nowNs);

            return true;
        }

        return claim.place.line.takeOthersTurn(nowNs) &&
            giveWay(claim, delayNs(claim, 1, 0), nowNs);
    }

    private boolean giveWay(final Claim claim, final long delayNs, final long nowNs)
    {
        final boolean isTime = !claim.isTimeUp(nowNs + delayNs);
        if (isTime)
        {
            meter.count(Counter.TURNS_GIVEN);
            claim.giveWay(nowNs + delayNs);
            arm(claim, nowNs);
        }

        return isTime;
    }

    /**
     * After an attempt that was lost.
     *
     * @param attemptNs what it took.
     */
    public void backOff(final Claim claim, final long attemptNs, final long nowNs)
    {
        long delayNs = delayNs(claim, claim.attemptsLost(), attemptNs);
        if (claim.faultsInARow() > 0)
        {
            delayNs = Math.max(delayNs,
                backoff.reconnectNs(claim.faultsInARow(), FIRST_AFTER_FAULT_NS, LONGEST_NS));
            awaitingNodes.add(claim.place);
            stakes.onWaiting(claim, nowNs);
        }
        claim.pause(nowNs + delayNs);
        arm(claim, nowNs);
    }

    private long delayNs(final Claim claim, final int lost, final long attemptNs)
    {
        final ClaimOptions options = claim.options;

        return delays.afterLossNs(lost, attemptNs, options.minRetryNs(), options.maxRetryNs());
    }

    /**
     * There is no room for an attempt.
     */
    public void awaitRoom(final Claim claim, final long nowNs)
    {
        awaitingRoom.add(claim.place);
        claim.giveWay(nowNs + LONGEST_NS);
        capacity.explainNoRoom(claim);
        arm(claim, nowNs);
    }

    /**
     * The claim that has waited longest for room; null if none does.
     */
    public Claim firstForRoom()
    {
        return awaitingRoom.first() == null ? null : awaitingRoom.first().claim;
    }

    /**
     * Lets the claim go on pausing, unless its pause or its time is over.
     *
     * @return whether it goes on pausing.
     */
    public boolean goOn(final Claim claim, final long nowNs)
    {
        if (nowNs - claim.wakeNs(nowNs) >= 0 && awaitingRoom.has(claim.place) && !claim.isTimeUp(nowNs) &&
            !capacity.makeRoom(nowNs))
        {
            capacity.explainNoRoom(claim);
            claim.pause(nowNs + LONGEST_NS);
        }

        final boolean isPausing = nowNs - claim.wakeNs(nowNs) < 0;
        if (isPausing)
        {
            arm(claim, nowNs);
        }

        return isPausing;
    }

    /**
     * A node has come up, or its quarantine is over: ends the pauses of those whose attempts failed for want
     * of nodes, if now there are as many as they need.
     */
    public void onVoter(final long nowNs)
    {
        KeyLine.Place next;
        for (KeyLine.Place place = awaitingNodes.first(); place != null; place = next)
        {
            next = place.next();
            if (capacity.hasNodes(place.claim, nowNs))
            {
                wake(place.claim, nowNs);
            }
        }
    }

    /*
     * A claim is told to try.
     */
    private void wake(final Claim claim, final long nowNs)
    {
        claim.place.leaveList();
        claim.wake(nowNs);
        arm(claim, nowNs);
    }

    private void arm(final Claim claim, final long nowNs)
    {
        timers.arm(claim, claim.wakeNs(nowNs));
    }
}
