// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import java.util.ArrayDeque;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.Timed;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.ClockSampler;
import dev.redlock.engine.wire.NodeRtt;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Suspicion;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ReleaseMethod;

/**
 * What the engine knows of one node.
 */
public final class Node extends Timed
{
    /**
     * The state of its connection.
     */
    public enum Link
    {
        DOWN,
        CONNECTING,
        UP
    }

    public final int index;
    public final Connection connection;
    public final InFlight inFlight;
    public final NodeRtt rtt;
    public final ClockSampler clock;
    public final ArrayDeque<Attempt> releases;

    /*
     * Its second connection; null if locks cannot ask for durable votes.
     */
    public SideLink side;

    public Link link = Link.DOWN;
    public ReleaseMethod releaseMethod = ReleaseMethod.SCRIPT;

    /*
     * Whether its latest connection leads to our own machine.
     */
    public boolean isLocal;

    /*
     * What the node's marker must be; not used by commands that do not look at it.
     */
    public byte[] marker;

    /*
     * Connections in a row that failed; whether the last was refused for what only a person can change.
     */
    public int failures;
    public boolean isHopeless;

    /*
     * DOWN: when to connect again. CONNECTING: when to give up. UP: not used.
     */
    public long dueNs;
    public long lastHeardNs;
    public long lastBeatNs;
    public long releaseRetryNs;
    public boolean refusesReleases;
    public boolean isToldToLeaveReleases;

    /*
     * Whether it was ever up. A quarantine outlives connections, and is told when it is over.
     */
    public boolean isMet;
    public boolean isQuarantined;
    public Suspicion suspectedOf;
    public long quarantinedUntilNs;
    public int suspicionsTold;
    public long toldUntilNs;

    /*
     * It showed a part of a standstill of ours, so its next answer is awaited.
     */
    public boolean isClockAwaited;

    /*
     * Its clock moved, and it is not known yet whether that was ours; then: of what it will be accused, since
     * when, and whether our wall clock says that it was ours.
     */
    public boolean isClockSuspect;
    public boolean isClockExcused;
    public Suspicion clockSuspicion;
    public long clockSuspectNs;

    /*
     * Its clock is to be compared with those of the other nodes, since when; it is far from one of them, and
     * nobody knows yet which is right.
     */
    public boolean isClockNew;
    public boolean isClockContradicted;
    public long clockNewNs;

    /*
     * In doubt, it gets no acquires until it has confirmed a release, on any connection, and releases go to
     * it one at a time.
     */
    public boolean isDoubtful;

    /*
     * The attempt with which the upkeep of leases goes on at the next heartbeat.
     */
    public int tendedTo;

    /*
     * Whether the node told its role on this connection; heartbeats to skip after it refused; whether the
     * refusal was reported.
     */
    public boolean tellsRole;
    public int beatsWithoutRole;
    public boolean isToldOfRole;

    /*
     * Heartbeats until it is asked for its memory policy again.
     */
    public int beatsToLook;

    /*
     * Set from disconnect until onDown. A strike is a disconnect because of an answer, or an end of the
     * node's own making: the dialogue of the next connection may succeed, and the same come again.
     */
    public String hungUpBecause;
    public DownReason hungUpAs;
    public int strikes;
    public long lastStrikeNs;

    /*
     * When it came up last, and how many connections in a row ended soon after that.
     */
    public long upNs;
    public int shortLives;
    public final UnaskedShare unasked;

    Node(final Connection connection, final EngineConfig config, final long nowNs)
    {
        this.connection = connection;
        index = connection.node();
        inFlight = new InFlight(config.maxInFlightPerNode());
        rtt = new NodeRtt(config.minNodeTimeoutNs(), config.maxNodeTimeoutNs(), nowNs);
        releases = new ArrayDeque<>(config.maxLocks());
        clock = new ClockSampler(config.drift().ratePpm(), config.drift().constantNs());
        releaseRetryNs = nowNs;
        unasked = new UnaskedShare(nowNs);
    }

    public boolean isUp()
    {
        return link == Link.UP;
    }

    /**
     * Whether its grants count.
     */
    public boolean mayVote(final long nowNs)
    {
        return !isClockSuspect && !isClockAwaited && !isClockContradicted && !isInQuarantine(nowNs);
    }

    /**
     * Why its grants do not count.
     */
    public Cause whyNoVote(final long nowNs)
    {
        return isInQuarantine(nowNs) ? Cause.QUARANTINED : Cause.CLOCK_DOUBTED;
    }

    public boolean isInQuarantine(final long nowNs)
    {
        return isQuarantined && nowNs - quarantinedUntilNs < 0;
    }

    public boolean isHungUp()
    {
        return hungUpBecause != null;
    }
}
