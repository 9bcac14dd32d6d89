// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.outcome.Suspicion;

/**
 * Keeps out the votes of nodes that may have forgotten a lock, or let it expire early, until every lock that
 * they may have forgotten is over by itself: delayed restarts, as the Redlock specification asks for, but
 * counted by the client. Exclusion then does not depend on what a node remembers.
 * <p>
 * <b>The claim:</b> no client counts a vote of an incarnation of a node before the longest time to live has
 * passed since its birth. A lock that counted a vote of the dead incarnation got it before that birth, so it
 * no longer counts on it. The longest time to live is one of the deployment, and all clients obey.
 * <p>
 * <b>What it does not do:</b> commands go to such a node as to any other, so it can refuse, and knows the
 * present locks when its quarantine ends; only its grants count as faults. The quorum never shrinks.
 * <p>
 * <b>Who begins one:</b> whoever has a reason, at any time, with {@link #begin}, which is all that is needed:
 * it drops what the node has granted to this client, so that leases below the quorum are lost at once, and
 * tells of it. A missing marker (EMPTIED) or a wrong clock (CLOCK_*) is noticed in a reply: call it from
 * {@code Engine.onReply} before an attempt gets that reply, or in a heartbeat, but not from an attempt's
 * machine, since it moves attempts itself. The reply's own grant then does not count either.
 * <p>
 * It is counted by our monotonic clock from the moment at which we knew. It survives reconnects; another
 * begin can only make it longer.
 */
public final class Quarantine
{
    private final EngineConfig config;
    private final Timers timers;
    private final Meter meter;
    private final NodeEvents events;
    private final Grants grants;

    /*
     * By node: whether it was ever up, a bit each; of what it is suspected; what was told of that, and until
     * when it would last.
     */
    private int met;
    private final Suspicion[] suspectedOf;
    private final int[] suspicionsTold;
    private final long[] toldUntilNs;

    public Quarantine(final EngineConfig config, final Timers timers, final Meter meter,
        final NodeEvents events, final Grants grants)
    {
        this.config = config;
        this.timers = timers;
        this.meter = meter;
        this.events = events;
        this.grants = grants;
        suspectedOf = config.slots().of(Suspicion[]::new);
        suspicionsTold = config.slots().ints();
        toldUntilNs = config.slots().longs();
    }

    /**
     * A node comes up, and may vote once it cannot have forgotten a lock any more.
     */
    public void onUp(final Node node, final Admitted admitted, final long nowNs)
    {
        final int bit = 1 << node.index;
        if (admitted.isEmptied())
        {
            begin(node, Suspicion.EMPTIED, nowNs);
        }
        if (admitted.isRestarted())
        {
            meter.count(Counter.NODE_RESTARTS);
            begin(node, Suspicion.RESTARTED, nowNs);
        }
        else if ((met & bit) == 0)
        {
            onMet(node, admitted.livedNs(), nowNs);
        }
        met |= bit;
    }

    /**
     * A node may have forgotten a lock, or let one expire, at any time up to now. Its votes are dropped; with
     * {@link QuarantineLevel#OFF} that is all.
     */
    public void begin(final Node node, final Suspicion suspicion, final long nowNs)
    {
        final boolean wasInQuarantine = node.isInQuarantine(nowNs);
        begin(node, suspicion, config.quarantineNs(), nowNs);
        if (!wasInQuarantine)
        {
            grants.drop(node.index, nowNs);
        }
    }

    /**
     * Drops what a node has granted, without a quarantine.
     */
    void dropVotesOf(final Node node, final long nowNs)
    {
        grants.drop(node.index, nowNs);
    }

    /*
     * It is met for the first time: what its process has granted since its start it still knows.
     */
    private void onMet(final Node node, final long livedNs, final long nowNs)
    {
        final long certainNs = Math.max(0, livedNs - config.drift().of(Math.max(0, livedNs)));
        if (!config.areNodesFresh() && certainNs < config.quarantineNs())
        {
            begin(node, livedNs < 0 ? Suspicion.INHERITED : Suspicion.YOUNG,
                config.quarantineNs() - certainNs, nowNs);
        }
    }

    /*
     * A clock that is wrong again and again moves the end with each answer: that costs little, and is told
     * when the end has come that was told last.
     */
    private void begin(final Node node, final Suspicion suspicion, final long lengthNs, final long nowNs)
    {
        if (config.quarantine() == QuarantineLevel.OFF)
        {
            return;
        }

        assert lengthNs > 0 : "a quarantine without length";
        if (!node.isQuarantined() || nowNs + lengthNs - node.quarantinedUntilNs() > 0)
        {
            final int bit = 1 << suspicion.ordinal();
            final int told = node.isQuarantined() ? suspicionsTold[node.index] : 0;
            final boolean isUntold = (told & bit) == 0;
            suspicionsTold[node.index] = told | bit;
            node.quarantineUntil(nowNs + lengthNs);
            if (isUntold)
            {
                meter.count(Counter.QUARANTINES);
            }
            if (isUntold || !isOfClock(suspicion))
            {
                suspectedOf[node.index] = suspicion;
                tell(node);
            }
        }
        arm(node);
    }

    private static boolean isOfClock(final Suspicion suspicion)
    {
        return suspicion == Suspicion.CLOCK_STEPPED || suspicion == Suspicion.CLOCK_RATE ||
            suspicion == Suspicion.CLOCK_STANDS_STILL;
    }

    private void tell(final Node node)
    {
        assert node.isQuarantined() && suspectedOf[node.index] != null :
            "tells of a quarantine that has not begun";
        toldUntilNs[node.index] = node.quarantinedUntilNs();
        events.onNodeQuarantined(node.index, suspectedOf[node.index], node.quarantinedUntilNs());
    }

    /**
     * Ends a quarantine whose time is over, and says so; until then, has the node's timer come in time.
     *
     * @return whether it has ended now.
     */
    public boolean endIfOver(final Node node, final long nowNs)
    {
        if (!node.isQuarantined())
        {
            return false;
        }
        if (node.isInQuarantine(nowNs))
        {
            if (nowNs - toldUntilNs[node.index] >= 0)
            {
                tell(node);
            }
            arm(node);

            return false;
        }

        node.endQuarantine();
        events.onNodeQuarantineOver(node.index);

        return true;
    }

    private void arm(final Node node)
    {
        timers.arm(node, node.quarantinedUntilNs());
    }
}
