// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import java.util.ArrayDeque;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Suspicion;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ReleaseMethod;

/**
 * What the engine knows of one node.
 */
final class Node extends Timed
{
    enum Link
    {
        DOWN,
        CONNECTING,
        UP
    }

    final int index;
    final InFlight inFlight;
    final NodeRtt rtt;
    final ClockSampler clock;
    final ArrayDeque<Attempt> releases;

    /*
     * Its second connection; null if locks cannot ask for durable votes.
     */
    SideLink side;

    Link link = Link.DOWN;
    ReleaseMethod releaseMethod = ReleaseMethod.SCRIPT;

    /*
     * Whether its latest connection leads to our own machine.
     */
    boolean isLocal;

    /*
     * What the node's marker must be; not used by commands that do not look at it.
     */
    byte[] marker;

    /*
     * Connections in a row that failed; whether the last was refused for what only a person can change.
     */
    int failures;
    boolean isHopeless;

    /*
     * DOWN: when to connect again. CONNECTING: when to give up. UP: not used.
     */
    long dueNs;
    long lastHeardNs;
    long lastBeatNs;
    boolean isBeatUntended;
    long releaseRetryNs;
    boolean refusesReleases;
    boolean isToldToLeaveReleases;

    /*
     * Whether it was ever up. A quarantine outlives connections, and is told when it is over.
     */
    boolean isMet;
    boolean isQuarantined;
    Suspicion suspectedOf;
    long quarantinedUntilNs;
    int suspicionsTold;
    long toldUntilNs;

    /*
     * It showed a part of a standstill of ours, so its next answer is awaited.
     */
    boolean isClockAwaited;

    /*
     * Its clock moved, and it is not known yet whether that was ours; then: of what it will be accused, since
     * when, and whether our wall clock says that it was ours.
     */
    boolean isClockSuspect;
    boolean isClockExcused;
    Suspicion clockSuspicion;
    long clockSuspectNs;

    /*
     * Its clock is to be compared with those of the other nodes, since when; it is far from one of them, and
     * nobody knows yet which is right.
     */
    boolean isClockNew;
    boolean isClockContradicted;
    long clockNewNs;

    /*
     * In doubt, it gets no acquires until it has confirmed a release, on any connection, and releases go to
     * it one at a time.
     */
    boolean isDoubtful;

    /*
     * The attempt with which the upkeep of leases goes on at the next heartbeat.
     */
    int tendedTo;

    /*
     * Whether the node told its role on this connection; heartbeats to skip after it refused; whether the
     * refusal was reported.
     */
    boolean tellsRole;
    int beatsWithoutRole;
    boolean isToldOfRole;

    /*
     * Heartbeats until it is asked for its memory policy again.
     */
    int beatsToLook;

    /*
     * Set from disconnect until onDown. A strike is a disconnect because of an answer, or an end of the
     * node's own making: the dialogue of the next connection may succeed, and the same come again.
     */
    String hungUpBecause;
    DownReason hungUpAs;
    int strikes;
    long lastStrikeNs;

    /*
     * When it came up last, and how many connections in a row ended soon after that.
     */
    long upNs;
    int shortLives;
    final UnaskedShare unasked;

    Node(final int index, final EngineConfig config, final long nowNs)
    {
        this.index = index;
        inFlight = new InFlight(config.inFlightPerNode());
        rtt = new NodeRtt(config.minNodeTimeoutNs(), config.maxNodeTimeoutNs(), nowNs);
        releases = new ArrayDeque<>(config.maxAttempts());
        clock = new ClockSampler(config.drift().ratePpm(), config.drift().constantNs());
        releaseRetryNs = nowNs;
        unasked = new UnaskedShare(nowNs);
    }

    boolean isUp()
    {
        return link == Link.UP;
    }

    /**
     * Whether its grants count.
     */
    boolean mayVote(final long nowNs)
    {
        return !isClockSuspect && !isClockAwaited && !isClockContradicted && !isInQuarantine(nowNs);
    }

    /**
     * Why its grants do not count.
     */
    Cause whyNoVote(final long nowNs)
    {
        return isInQuarantine(nowNs) ? Cause.QUARANTINED : Cause.CLOCK_DOUBTED;
    }

    boolean isInQuarantine(final long nowNs)
    {
        return isQuarantined && nowNs - quarantinedUntilNs < 0;
    }

    boolean isHungUp()
    {
        return hungUpBecause != null;
    }
}
