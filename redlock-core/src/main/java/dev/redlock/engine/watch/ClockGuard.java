// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.ClockSampler;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.outcome.Suspicion;
import dev.redlock.quorum.Members;
import dev.redlock.spi.Reply;

/**
 * Acts on what the samples of the clocks prove. A node whose clock was set forward, or runs too fast, lets
 * keys expire before their lease is over.
 * <p>
 * <b>A node's clock moved</b> ({@link ClockSampler} says when that is certain): what the node has granted to
 * us ends earlier by as much, at once, and the reply that shows it is no grant. If it moved forward, its
 * grants to those who do not hold yet are withdrawn: the node may have let somebody else's key expire before.
 * Then heartbeats show who is to blame. If a majority of the nodes has moved alike, at what may have been one
 * moment, and no other node disproves it, our own monotonic clock stood still, or is wrong; a node that has
 * not spoken since is waited for, until it is silent, and as long as a connection may take.
 * Otherwise the nodes are quarantined. Until that is known they do not vote. A node on our own machine is
 * {@linkplain ClockWitnesses no witness} against those elsewhere.
 * <p>
 * <b>A node is new to us</b>: its clock is {@linkplain ClockComparison compared} with those of the others.
 * <p>
 * <b>Our own clock stood still</b> while the wall clock went on: all that the nodes have granted ends
 * earlier by as much. Who set the wall clock forward ends leases early, never late.
 */
public final class ClockGuard
{
    private static final long NS_PER_MS = 1_000_000;

    private final EngineConfig config;
    private final Nodes nodes;
    private final Meter meter;
    private final Quarantine quarantine;
    private final Grants grants;
    private final boolean isOn;
    private final Members members;

    /*
     * All nodes that are up are asked again within a heartbeat, and answer before they count as silent; who
     * is away is connected at once.
     */
    private final long longestWaitNs;
    private final Stakes stakes;
    private final ClockSampler wall;
    private final ClockComparison comparison;
    private final ClockWitnesses witnesses;

    /*
     * By node, of a clock that is suspect: since when; of what the node will be accused; whether our wall
     * clock says that it was ours.
     */
    private final long[] suspectNs;
    private final Suspicion[] suspicions;
    private final boolean[] isExcused;
    private boolean hasNewVoter;
    private boolean hasSeenPause;

    /**
     * Knows of no clock yet.
     */
    public ClockGuard(final EngineConfig config, final Nodes nodes, final Meter meter,
        final Quarantine quarantine, final Grants grants, final Stakes stakes, final NodeEvents events)
    {
        this.config = config;
        this.nodes = nodes;
        this.meter = meter;
        this.quarantine = quarantine;
        this.grants = grants;
        this.stakes = stakes;
        isOn = config.quarantine() != QuarantineLevel.OFF;
        members = nodes.members();
        longestWaitNs = Math.max(config.heartbeatNs() + config.silenceNs(), config.connectTimeoutNs());
        // Both are clocks of one machine. What nodes may gain would hide a pause of a tenth of a second.
        wall = new ClockSampler(ClockSampler.LEAST_PPM, EngineConfig.WALL_SLACK_NS);
        comparison = new ClockComparison(config, nodes, meter, wall, quarantine, events);
        witnesses = new ClockWitnesses(nodes);
        suspectNs = config.slots().longs();
        suspicions = config.slots().of(Suspicion[]::new);
        isExcused = config.slots().booleans();
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
        final boolean isMove = clock.sample(timeUs, sentNs, nowNs);
        if (!isOn)
        {
            return 0;
        }

        if (isNew)
        {
            comparison.add(node, nowNs);
        }
        // Until the rest of our standstill is heard, it may hide a move of the node's own.
        hasNewVoter |= node.isClockAwaited() && !clock.showsPart();
        node.awaitClock(clock.showsPart());
        long shortenedNs = 0;
        if (isMove)
        {
            shortenedNs = onMoved(node, isBeat, nowNs);
        }
        else
        {
            clock.forgetExcuse();
            if (isBeat)
            {
                judgeThoseBefore(node, sentNs, nowNs);
            }
        }
        if (comparison.awaits(node))
        {
            hasNewVoter |= comparison.compare(nowNs);
        }

        return shortenedNs;
    }

    /**
     * A node has come up, and that was told.
     */
    public void onUp(final Node node)
    {
        comparison.onUp(node);
    }

    /**
     * An attempt has got an answer. Some tell the node's time.
     */
    public void onVote(
        final Node node, final OpenQuestion asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        if (ReplyFacts.tellsTime(reply))
        {
            // When an earlier round began is not known any more; a wider interval proves less, never more.
            final long sentNs = asked.isOf(attempt.round) ? attempt.round.startNs : attempt.startNs();
            asked.shorten(onTime(node, ReplyFacts.timeUs(reply), sentNs, false, nowNs));
        }
    }

    /**
     * Whether a node that did not vote for its clock's sake may vote again; forgets it.
     */
    public boolean takeNewVoter()
    {
        final boolean isTaken = hasNewVoter;
        hasNewVoter = false;

        return isTaken;
    }

    /**
     * Whether the last reading of our wall clock showed that we had stood still.
     */
    public boolean hasSeenPause()
    {
        return hasSeenPause;
    }

    /**
     * Our own wall clock was read.
     *
     * @param timeMs   what it showed, in milliseconds.
     * @param beforeNs local time before that.
     * @param nowNs    local time after that.
     * @return how far it was ahead of the monotonic clock at most.
     */
    public long onWallTime(final long timeMs, final long beforeNs, final long nowNs)
    {
        hasSeenPause = wall.sample(timeMs * NS_PER_MS, EngineConfig.WALL_TICK_NS, beforeNs, nowNs) &&
            wall.movedNs() > 0;
        if (hasSeenPause)
        {
            meter.count(Counter.CLIENT_PAUSES);
            final long lostNs = wall.movedAtMostNs();
            for (int i = 0, n = nodes.count(); i < n; i++)
            {
                nodes.at(i).clock.excuse(lostNs, nowNs);
            }
            grants.shortenAll(lostNs, nowNs);
        }

        return wall.mostNs();
    }

    private void shorten(final Node node, final long byNs, final long nowNs)
    {
        grants.shorten(node, byNs, node.isClockSuspect() && !isExcused[node.index], nowNs);
    }

    /*
     * Whose vote shows a move is judged by heartbeats, later: that vote does not count, whoever is to blame.
     */
    private long onMoved(final Node node, final boolean isBeat, final long nowNs)
    {
        final ClockSampler clock = node.clock;
        assert clock.hasMoved() : "judged for a move that was none";
        final long excuseNs = clock.takeExcuse();
        final long shortenedNs = Math.max(0, clock.movedAtMostNs() - excuseNs);
        final boolean wasBlameless = !node.isClockSuspect() || isExcused[node.index];
        final boolean isJoined = !wasBlameless && clock.joinMoves();
        if (!isJoined && !wasBlameless)
        {
            blame(node, nowNs);
        }
        suspectNs[node.index] = nowNs;
        node.suspectClock();
        isExcused[node.index] = excuseNs > 0 && clock.movedNs() - excuseNs <= EngineConfig.WALL_SLACK_NS;
        if (!isExcused[node.index] && !node.isInQuarantine(nowNs))
        {
            stakes.onDoubt(nowNs);
        }
        suspicions[node.index] = isJoined && suspicions[node.index] == Suspicion.CLOCK_STEPPED ?
            Suspicion.CLOCK_STEPPED : clock.hasStoodStill() ? Suspicion.CLOCK_STANDS_STILL :
            clock.hasJumped() ? Suspicion.CLOCK_STEPPED : Suspicion.CLOCK_RATE;
        if (isBeat)
        {
            judgeSuspects(nowNs);
        }
        if (shortenedNs > 0)
        {
            shorten(node, shortenedNs, nowNs);
        }

        return shortenedNs;
    }

    private void judgeSuspects(final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (nodes.at(i).isClockSuspect())
            {
                judge(nodes.at(i), nowNs);
            }
        }
    }

    /*
     * What the beat of a node shows of those that had moved before it, its own next move would hide.
     */
    private void judgeThoseBefore(final Node node, final long sentNs, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node suspect = nodes.at(i);
            if (suspect.isClockSuspect() && (suspect == node || sentNs - suspectNs[i] > 0))
            {
                judge(suspect, nowNs);
            }
        }
    }

    /*
     * Five ways out. All elsewhere that have spoken since have moved alike, and no node here has: our machine
     * stood still, once all have spoken, or could have. A majority has moved alike: these nodes are to blame
     * if another node disproves it, else our own clock, once all have spoken since, or could have. There is
     * no majority, and none can come any more, or none has come in time: the node is to blame. None has come
     * in time, but our wall clock speaks for the node, and no other node against it: it is absolved. Else
     * more has to be heard.
     */
    private void judge(final Node node, final long nowNs)
    {
        final ClockSampler clock = node.clock;
        final boolean hasWaited = nowNs - suspectNs[node.index] >= longestWaitNs;
        final boolean isHeard = hasWaited || witnesses.haveAllSpokenSince(clock);
        if (witnesses.mayBeOurMachine(node) && (!isHeard || witnesses.wasOurMachine(clock)))
        {
            if (isHeard)
            {
                absolveAlike(node, ClockWitnesses.LEAST_ELSEWHERE, true, nowNs);
            }
        }
        else if (witnesses.countAlike(clock) >= members.majority() &&
            (members.count() > 1 || isExcused[node.index]))
        {
            if (witnesses.areDisproving(clock))
            {
                blameAlike(clock, nowNs);
            }
            else if (isHeard)
            {
                absolveAlike(node, members.majority(), false, nowNs);
            }
        }
        else if (!mayBeOurs(node) || hasWaited && (!isExcused[node.index] || witnesses.areDisproving(clock)))
        {
            blame(node, nowNs);
        }
        else if (hasWaited)
        {
            absolve(node);
        }
    }

    /*
     * Whether a majority may still turn out to have moved alike: not if too many nodes were read since, and
     * had not moved. What our wall clock speaks for has to be disproved: they may have shown it before.
     */
    private boolean mayBeOurs(final Node node)
    {
        final int against =
            isExcused[node.index] ? witnesses.countDisproving(node.clock) : witnesses.countHonestAfter(node);

        return members.count() - against >= members.majority() &&
            (members.count() > 1 || isExcused[node.index]);
    }

    private void blameAlike(final ClockSampler clock, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (node.isClockSuspect() && ClockWitnesses.areAlike(node.clock, clock))
            {
                blame(node, nowNs);
            }
        }
    }

    /*
     * What our wall clock has shown was counted then, and so was what a node shows that comes back later.
     */
    private void absolveAlike(final Node node, final int least, final boolean isMachine, final long nowNs)
    {
        final ClockSampler clock = node.clock;
        final boolean isCounted = isExcused[node.index];
        int absolved = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node alike = nodes.at(i);
            if (alike.isClockSuspect() && ClockWitnesses.areAlike(alike.clock, clock))
            {
                absolve(alike);
                absolved++;
            }
        }
        if (!isCounted)
        {
            if (absolved >= least)
            {
                meter.count(Counter.CLIENT_PAUSES);
            }
            shortenOthers(clock, isMachine, nowNs);
        }
    }

    /*
     * What the others have granted ends earlier by as much as the furthest of those that moved alike has gone
     * on: nodes that have not spoken since will show the same, which is no news then, and those that stood
     * still with our machine will be put right.
     */
    private void shortenOthers(final ClockSampler clock, final boolean isMachine, final long nowNs)
    {
        final long longestNs = witnesses.longestAlikeNs(clock);
        for (int i = 0, n = nodes.count(); i < n && longestNs > 0; i++)
        {
            final Node other = nodes.at(i);
            if (isMachine && other.isLocal() || !ClockWitnesses.wasReadSince(other.clock, clock))
            {
                shorten(other, longestNs, nowNs);
                if (!other.isLocal())
                {
                    other.clock.excuse(longestNs, nowNs);
                }
            }
        }
    }

    private void absolve(final Node node)
    {
        hasNewVoter = true;
        node.judgeClock();
    }

    private void blame(final Node node, final long nowNs)
    {
        final Suspicion suspicion = suspicions[node.index];
        node.judgeClock();
        meter.count(suspicion == Suspicion.CLOCK_STEPPED ? Counter.CLOCK_STEPS :
            suspicion == Suspicion.CLOCK_RATE ? Counter.CLOCK_RATES : Counter.CLOCK_STANDSTILLS);
        quarantine.begin(node, suspicion, nowNs);
    }
}
