// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.outcome.Suspicion;
import dev.redlock.spi.Reply;

/**
 * Acts on what the samples of the clocks prove. A node whose clock was set forward, or runs too fast, lets
 * keys expire before their lease is over.
 * <p>
 * <b>A node's clock moved</b> ({@link ClockSampler} says when that is certain): what the node has granted to
 * us ends earlier by as much, at once, and the reply that shows it is no grant. Then we see who is to blame.
 * If a majority of the nodes has moved alike, at what may have been one moment, it was our own monotonic
 * clock that stood still, or is wrong. Otherwise the node is quarantined. Until that is known, which is at
 * its next heartbeat, it does not vote.
 * <p>
 * <b>A node is new to us</b>: its clock is compared with those of the other nodes. If it is more than {@link
 * #EPSILON_NS} from a majority that agree within that, it was perhaps set before we came, and is quarantined,
 * once: a clock that is off by a constant is harmless, and from then on our own samples decide. If there is
 * no such majority there is nobody to compare with, and the nodes vote; but not before all of them have told
 * their time, or have had the time to connect. Then our own wall clock stands in for one that did not.
 * <p>
 * <b>Our own clock stood still</b> while the wall clock went on: all that the nodes have granted ends
 * earlier by as much. Who set the wall clock forward ends leases early, never late.
 */
final class ClockGuard
{
    /**
     * More than leap smearing (half a second), and than what NTP tolerates before it sets a clock.
     */
    static final long EPSILON_NS = 1_000_000_000L;

    private static final long NS_PER_MS = 1_000_000;
    private static final long WALL_SLACK_NS = 10 * NS_PER_MS;

    private final EngineConfig config;
    private final Nodes nodes;
    private final AttemptPool attempts;
    private final Meter meter;
    private final Quarantine quarantine;
    private final DurableVotes durableVotes;
    private final Tenure tenure;
    private final NodeEvents events;
    private final boolean isOn;
    private final int majority;
    private final ClockSampler wall;
    private boolean hasNewVoter;

    ClockGuard(final Parts parts, final Quarantine quarantine, final DurableVotes durableVotes,
        final Tenure tenure, final NodeEvents events)
    {
        config = parts.config();
        nodes = parts.nodes();
        attempts = parts.attempts();
        meter = parts.meter();
        this.quarantine = quarantine;
        this.durableVotes = durableVotes;
        this.tenure = tenure;
        this.events = events;
        isOn = config.quarantine() != QuarantineLevel.OFF;
        majority = nodes.count() / 2 + 1;
        wall = new ClockSampler(config.drift().ratePpm(), WALL_SLACK_NS);
    }

    /**
     * A node has told its time. Call it before what else the reply says is looked at.
     *
     * @param timeUs of the node, in microseconds.
     * @param sentNs local time before the question left.
     * @param isBeat whether that was part of a heartbeat.
     * @param nowNs  local time after the answer came.
     * @return by how much the votes of all questions that the node was asked before end earlier, in
     *         nanoseconds; this has been done except for the one that this reply may bring.
     */
    long onTime(final Node node, final long timeUs, final long sentNs, final boolean isBeat, final long nowNs)
    {
        final ClockSampler clock = node.clock;
        final boolean isNew = !clock.knowsTime();
        clock.sample(timeUs, sentNs, nowNs);
        if (!isOn)
        {
            return 0;
        }

        if (isNew)
        {
            node.isClockNew = true;
            node.clockNewNs = nowNs;
        }
        long shortenedNs = 0;
        if (clock.hasMoved())
        {
            shortenedNs = onMoved(node, isBeat, nowNs);
        }
        else
        {
            clock.takeExcuse();
            if (isBeat && node.isClockSuspect)
            {
                judge(node, nowNs);
            }
        }
        if (node.isClockNew)
        {
            compareNewcomers(nowNs);
        }

        return shortenedNs;
    }

    /**
     * An attempt has got an answer. Some tell the node's time.
     */
    void onVote(
        final Node node, final Asked asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        if (VoteRule.tellsTime(reply))
        {
            // When an earlier round began is not known any more; a wider interval proves less, never more.
            final long sentNs =
                asked.round == attempt.round.number ? attempt.round.startNs : attempt.startNs;
            asked.untilNs -= onTime(node, reply.number(VoteRule.TIME), sentNs, false, nowNs);
        }
    }

    /**
     * Whether a node that did not vote for its clock's sake may vote again; forgets it.
     */
    boolean takeNewVoter()
    {
        final boolean isTaken = hasNewVoter;
        hasNewVoter = false;

        return isTaken;
    }

    /**
     * Our own wall clock was read.
     *
     * @param timeMs   what it showed, in milliseconds.
     * @param beforeNs local time before that.
     * @param nowNs    local time after that.
     * @return how far it was ahead of the monotonic clock at most.
     */
    long onWallTime(final long timeMs, final long beforeNs, final long nowNs)
    {
        wall.sample(timeMs * NS_PER_MS, NS_PER_MS, beforeNs, nowNs);
        if (wall.hasMoved() && wall.movedNs() > 0)
        {
            meter.count(Counter.CLIENT_PAUSES);
            final long lostNs = wall.movedAtMostNs();
            for (int i = 0, n = nodes.count(); i < n; i++)
            {
                nodes.at(i).clock.excuse(lostNs);
                shortenUnderWay(nodes.at(i), lostNs);
            }
            for (int i = 0; i < attempts.capacity(); i++)
            {
                shortenAll(attempts.at(i), lostNs, nowNs);
            }
        }

        return wall.mostNs();
    }

    private void shortenAll(final Attempt attempt, final long byNs, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            attempt.standing.shorten(i, byNs);
        }
        attempt.startNs -= byNs;
        if (attempt.phase == Attempt.Phase.HOLDING)
        {
            attempt.extendNs -= byNs;
            tenure.onShortened(attempt, nowNs);
        }
    }

    private void shortenUnderWay(final Node node, final long byNs)
    {
        node.inFlight.shorten(byNs);
        durableVotes.shorten(node.index, byNs);
    }

    private void shorten(final Node node, final long byNs, final long nowNs)
    {
        shortenUnderWay(node, byNs);
        for (int i = 0; i < attempts.capacity(); i++)
        {
            final Attempt attempt = attempts.at(i);
            attempt.standing.shorten(node.index, byNs);
            if (attempt.phase == Attempt.Phase.HOLDING && attempt.standing.stands(node.index))
            {
                tenure.onShortened(attempt, nowNs);
            }
        }
    }

    private long onMoved(final Node node, final boolean isBeat, final long nowNs)
    {
        final ClockSampler clock = node.clock;
        final long excuseNs = clock.takeExcuse();
        final long shortenedNs = Math.max(0, clock.movedAtMostNs() - excuseNs);
        if (node.isClockSuspect && isBeat)
        {
            blame(node, nowNs);
        }
        node.isClockSuspect = true;
        node.isClockExcused = excuseNs > 0 && clock.movedNs() - excuseNs <= WALL_SLACK_NS;
        node.clockSuspectNs = nowNs;
        node.clockSuspicion = clock.hasStoodStill() ? Suspicion.CLOCK_STANDS_STILL :
            clock.hasJumped() ? Suspicion.CLOCK_STEPPED : Suspicion.CLOCK_RATE;
        if (shortenedNs > 0)
        {
            shorten(node, shortenedNs, nowNs);
        }
        judge(node, nowNs);

        return shortenedNs;
    }

    private void judge(final Node node, final long nowNs)
    {
        final int alike = countAlike(node.clock);
        final boolean isOurs = alike >= majority && (nodes.count() > 1 || node.isClockExcused);
        if (isOurs)
        {
            if (alike == majority && !node.isClockExcused)
            {
                meter.count(Counter.CLIENT_PAUSES);
            }
            absolveAlike(node.clock);
        }
        else if (!mayBeOurs(node))
        {
            blame(node, nowNs);
        }
        else if (nowNs - node.clockSuspectNs >= config.connectTimeoutNs())
        {
            if (node.isClockExcused)
            {
                absolve(node);
            }
            else
            {
                blame(node, nowNs);
            }
        }
    }

    private int countAlike(final ClockSampler clock)
    {
        int alike = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            alike += nodes.at(i).clock.hasMovedAs(clock, WALL_SLACK_NS) ? 1 : 0;
        }

        return alike;
    }

    /*
     * Whether a majority may still turn out to have moved alike: not if too many nodes were read since, and
     * had not moved.
     */
    private boolean mayBeOurs(final Node node)
    {
        int honest = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            honest += i != node.index && nodes.at(i).clock.wasHonestAfter(node.clock) ? 1 : 0;
        }

        return nodes.count() - honest >= majority && (nodes.count() > 1 || node.isClockExcused);
    }

    private void absolveAlike(final ClockSampler clock)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (nodes.at(i).clock.hasMovedAs(clock, WALL_SLACK_NS))
            {
                absolve(nodes.at(i));
            }
        }
    }

    private void absolve(final Node node)
    {
        hasNewVoter |= node.isClockSuspect;
        node.isClockSuspect = false;
    }

    private void blame(final Node node, final long nowNs)
    {
        node.isClockSuspect = false;
        quarantine(node, node.clockSuspicion, nowNs);
    }

    private void quarantine(final Node node, final Suspicion suspicion, final long nowNs)
    {
        meter.count(suspicion == Suspicion.CLOCK_STEPPED ? Counter.CLOCK_STEPS :
            suspicion == Suspicion.CLOCK_RATE ? Counter.CLOCK_RATES : Counter.CLOCK_STANDSTILLS);
        quarantine.begin(node, suspicion, nowNs);
    }

    private void compareNewcomers(final long nowNs)
    {
        final int center = centerOfMajority(nowNs);
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (node.isClockNew && node.clock.knowsTime())
            {
                if (center >= 0)
                {
                    settle(node);
                    if (!areNear(node.clock, nodes.at(center).clock))
                    {
                        quarantine(node, Suspicion.CLOCK_STEPPED, nowNs);
                    }
                }
                else if (isContradicted(node))
                {
                    compareLater(node, nowNs);
                }
            }
        }
    }

    private void settle(final Node node)
    {
        hasNewVoter |= node.isClockContradicted;
        node.isClockNew = false;
        node.isClockContradicted = false;
    }

    /*
     * Two nodes are far apart, and no majority says which of them is right, or not yet.
     */
    private void compareLater(final Node node, final long nowNs)
    {
        if (haveAllTold() || hasWaited(node, nowNs))
        {
            settle(node);
            events.onNodeTrouble(node.index, "its clock is more than a second from another node's, and no " +
                "majority of the nodes agrees: a new client could not tell if one of them was set forward; " +
                "synchronise the clocks of the nodes (NTP)");
        }
        else if (!node.isClockContradicted)
        {
            node.isClockContradicted = true;
            quarantine.dropVotesOf(node, nowNs);
        }
    }

    private boolean haveAllTold()
    {
        boolean haveAll = true;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            haveAll &= nodes.at(i).clock.knowsTime();
        }

        return haveAll;
    }

    private boolean hasWaited(final Node node, final long nowNs)
    {
        return nowNs - node.clockNewNs >= config.connectTimeoutNs();
    }

    /*
     * A node with which a majority agrees, itself included; -1 if there is none.
     */
    private int centerOfMajority(final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            int near = 0;
            for (int k = 0; k < n; k++)
            {
                near += areNear(node.clock, nodes.at(k).clock) ? 1 : 0;
            }
            near += !haveAllTold() && hasWaited(node, nowNs) && areNear(node.clock, wall) ? 1 : 0;
            if (near >= majority)
            {
                return i;
            }
        }

        return -1;
    }

    private boolean isContradicted(final Node node)
    {
        boolean isContradicted = false;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final ClockSampler other = nodes.at(i).clock;
            isContradicted |= other.knowsTime() && !areNear(node.clock, other);
        }

        return isContradicted;
    }

    private static boolean areNear(final ClockSampler one, final ClockSampler other)
    {
        return one.knowsTime() && other.knowsTime() &&
            one.lowNs() - other.highNs() <= EPSILON_NS && other.lowNs() - one.highNs() <= EPSILON_NS;
    }
}
