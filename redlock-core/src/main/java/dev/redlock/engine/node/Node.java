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
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;

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
    public final SideLink side;

    private Link link = Link.DOWN;

    /*
     * DOWN: when to connect again. CONNECTING: when to give up. UP: not used.
     */
    private long dueNs;

    /*
     * Set from disconnect until onDown.
     */
    private String hungUpBecause;
    private DownReason hungUpAs;

    /*
     * Of its latest connection: whether it leads to our own machine; whether the node answers TIME; what its
     * marker must be, which is not used by commands that do not look at it.
     */
    private boolean isLocal;
    private boolean tellsTime = true;
    private boolean doesWake;
    private long upNs;
    private ReleaseMethod releaseMethod = ReleaseMethod.SCRIPT;
    private byte[] marker;

    /*
     * In doubt, it gets no acquires until it has confirmed a release, on any connection, and releases go to
     * it one at a time.
     */
    private boolean isDoubtful;

    /*
     * A quarantine outlives connections, and is told when it is over.
     */
    private boolean isQuarantined;
    private long quarantinedUntilNs;

    /*
     * Its clock showed a part of a standstill of ours, so its next answer is awaited; it moved, and it is not
     * known yet whether that was ours; it is far from another node's, and nobody knows yet which is right.
     */
    private boolean isClockAwaited;
    private boolean isClockSuspect;
    private boolean isClockContradicted;

    Node(final Connection connection, final Connection confirming, final EngineConfig config,
        final long nowNs)
    {
        this.connection = connection;
        side = confirming == null ? null : new SideLink(this, confirming, config.maxInFlightPerNode());
        index = connection.node();
        inFlight = new InFlight(config.maxInFlightPerNode());
        rtt = new NodeRtt(config.minNodeTimeoutNs(), config.maxNodeTimeoutNs(), nowNs);
        releases = new ArrayDeque<>(config.maxLocks());
        clock = new ClockSampler(config.drift().ratePpm(), config.drift().constantNs());
    }

    public Link link()
    {
        return link;
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

    public boolean isQuarantined()
    {
        return isQuarantined;
    }

    public long quarantinedUntilNs()
    {
        return quarantinedUntilNs;
    }

    public boolean isClockAwaited()
    {
        return isClockAwaited;
    }

    public boolean isClockSuspect()
    {
        return isClockSuspect;
    }

    public boolean isClockContradicted()
    {
        return isClockContradicted;
    }

    public long dueNs()
    {
        return dueNs;
    }

    public boolean isHungUp()
    {
        return hungUpBecause != null;
    }

    public String hungUpBecause()
    {
        return hungUpBecause;
    }

    public DownReason hungUpAs()
    {
        return hungUpAs;
    }

    public boolean isLocal()
    {
        return isLocal;
    }

    /**
     * Whether the scripts of fenced locks could work there.
     */
    public boolean tellsTime()
    {
        return tellsTime;
    }

    /**
     * When its present connection came up.
     */
    public long upNs()
    {
        return upNs;
    }

    /**
     * Whether it tells us when a lock that we wait for is given to us.
     */
    public boolean doesWake()
    {
        return doesWake;
    }

    public ReleaseMethod releaseMethod()
    {
        return releaseMethod;
    }

    public byte[] marker()
    {
        return marker;
    }

    public boolean isDoubtful()
    {
        return isDoubtful;
    }

    /*
     * What changes it. Each method belongs to one class, see the writers in docs/design.md.
     */

    public void connecting(final long giveUpNs)
    {
        assert link == Link.DOWN : "connects although it is not down";
        link = Link.CONNECTING;
        dueNs = giveUpNs;
    }

    public void giveUpAgain(final long giveUpNs)
    {
        assert link == Link.CONNECTING : "is given up although nobody connects it";
        dueNs = giveUpNs;
    }

    public void up(final Admitted admitted, final boolean isOnOurMachine, final long nowNs)
    {
        assert link == Link.CONNECTING : "is up although nobody connected it";
        link = Link.UP;
        releaseMethod = admitted.releaseMethod();
        marker = admitted.marker();
        tellsTime = admitted.tellsTime();
        doesWake = admitted.doesWake();
        upNs = nowNs;
        isLocal = isOnOurMachine;
    }

    public void down(final long reconnectNs)
    {
        assert link != Link.DOWN : "its end is told twice";
        link = Link.DOWN;
        dueNs = reconnectNs;
        hungUpBecause = null;
    }

    public void reconnectSooner(final long reconnectNs)
    {
        assert link == Link.DOWN && reconnectNs - dueNs < 0 :
            "is connected sooner although it is not down, or later than before";
        dueNs = reconnectNs;
    }

    public void hangUp(final DownReason reason, final String why)
    {
        assert link != Link.DOWN : "hangs up although it is down: the next connection would count as ended";
        hungUpBecause = why;
        hungUpAs = reason;
    }

    public void doubt()
    {
        isDoubtful = true;
    }

    public void believe()
    {
        isDoubtful = false;
    }

    /**
     * Its own command has failed.
     */
    public void releaseByScript()
    {
        releaseMethod = ReleaseMethod.SCRIPT;
    }

    public void quarantineUntil(final long untilNs)
    {
        assert !isQuarantined || untilNs - quarantinedUntilNs > 0 : "a quarantine becomes shorter";
        isQuarantined = true;
        quarantinedUntilNs = untilNs;
    }

    public void endQuarantine()
    {
        assert isQuarantined : "a quarantine ends that has not begun";
        isQuarantined = false;
    }

    public void awaitClock(final boolean isAwaited)
    {
        isClockAwaited = isAwaited;
    }

    public void suspectClock()
    {
        isClockSuspect = true;
    }

    public void judgeClock()
    {
        assert isClockSuspect : "judged for nothing";
        isClockSuspect = false;
    }

    public void contradictClock(final boolean isContradicted)
    {
        isClockContradicted = isContradicted;
    }
}
