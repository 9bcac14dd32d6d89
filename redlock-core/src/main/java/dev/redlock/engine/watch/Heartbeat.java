// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import java.util.Arrays;
import java.util.SplittableRandom;

import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.port.Trouble;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;
import dev.redlock.text.DurationText;

/**
 * At a steady beat, every node that is up brings back a number, tells its time, and says what it is and, if
 * it must have one, its marker; with every few beats also whether it may evict keys.
 */
public final class Heartbeat
{
    /*
     * A policy is set by a person, and INFO memory costs a node more than the rest of a heartbeat.
     */
    private static final int BEATS_PER_LOOK = 4;

    private static final long NS_PER_MS = 1_000_000;

    /*
     * Half a minute: a right that is taken away may come back, and servers note the same refusal within a
     * minute as one.
     */
    private static final int BEATS_WITHOUT_ROLE = 60;

    private static final class Rhythm
    {
        long lastBeatNs;

        /*
         * Whether the node told its role on this connection; heartbeats to skip after it refused; whether the
         * refusal was reported.
         */
        boolean tellsRole;
        int beatsWithoutRole;
        boolean isToldOfRole;

        boolean isToldOfSlowness;

        /*
         * Heartbeats until it is asked for its memory policy again.
         */
        int beatsToLook;
    }

    private final EngineConfig config;
    private final Nodes nodes;
    private final Sender sender;
    private final Timers timers;
    private final Meter meter;
    private final NodePolicy policy;
    private final ClockGuard clockGuard;
    private final NodeEvents events;
    private final SplittableRandom nonces;
    private final Rhythm[] rhythms;

    public Heartbeat(final EngineConfig config, final Nodes nodes, final Sender sender, final Timers timers,
        final Meter meter, final NodePolicy policy, final ClockGuard clockGuard, final NodeEvents events,
        final long seed)
    {
        this.config = config;
        this.nodes = nodes;
        this.sender = sender;
        this.timers = timers;
        this.meter = meter;
        this.policy = policy;
        this.clockGuard = clockGuard;
        this.events = events;
        nonces = new SplittableRandom(~seed);
        rhythms = config.slots().of(Rhythm[]::new);
        Arrays.setAll(rhythms, (i) -> new Rhythm());
    }

    void begin(final Node node, final long nowNs)
    {
        final Rhythm rhythm = rhythms[node.index];
        rhythm.lastBeatNs = nowNs - config.heartbeatNs();
        rhythm.beatsWithoutRole = 0;
        rhythm.tellsRole = false;
        rhythm.isToldOfRole = false;
        rhythm.isToldOfSlowness = false;
        rhythm.beatsToLook = BEATS_PER_LOOK;
    }

    /**
     * Beats if it is time, disconnects a silent node, and plans the next beat.
     *
     * @return the nodes that were sent a heartbeat, a bit each.
     */
    int onTimer(final Node node, final long nowNs)
    {
        if (policy.isSilent(node, nowNs))
        {
            policy.hangUpOnSilent(node);
            timers.arm(node, nowNs + config.silenceNs());

            return 0;
        }

        int beaten = 0;
        if (nowNs - rhythms[node.index].lastBeatNs >= config.heartbeatNs())
        {
            beaten = beat(node, nowNs) | beatWhoIsDueSoon(nowNs);
        }
        arm(node, nowNs);

        return beaten;
    }

    /*
     * Each wake-up of an idle client costs more than a beat. Nodes that beat once together stay together.
     */
    private int beatWhoIsDueSoon(final long nowNs)
    {
        int beaten = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (node.isUp() && !node.isHungUp() && nowNs - rhythms[i].lastBeatNs >= config.heartbeatNs() / 2)
            {
                beaten |= beat(node, nowNs);
                arm(node, nowNs);
            }
        }

        return beaten;
    }

    private void arm(final Node node, final long nowNs)
    {
        long nextNs = rhythms[node.index].lastBeatNs + config.heartbeatNs();
        if (!node.inFlight.isEmpty())
        {
            nextNs = Math.min(nextNs - nowNs, config.silenceNs() - policy.silentNs(node, nowNs)) + nowNs;
        }
        timers.arm(node, nextNs);
    }

    /**
     * Beats at once. What their clocks gained while ours stood still is excused by this beat, and a clock
     * that is set afterwards is not: no later vote is granted before this is answered.
     *
     * @return the nodes that are up, a bit each.
     */
    public int beatAll(final long nowNs)
    {
        int beaten = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (nodes.at(i).isUp())
            {
                beaten |= beat(nodes.at(i), nowNs);
            }
        }

        return beaten;
    }

    private int beat(final Node node, final long nowNs)
    {
        final Rhythm rhythm = rhythms[node.index];
        rhythm.lastBeatNs = nowNs;
        node.rtt.refresh(nowNs);
        tellOfSlowness(node, rhythm);
        sender.sendBeat(node, OperationKind.PING, nonces.nextLong() >>> 1, nowNs);
        sender.sendBeat(node, OperationKind.TIME, nowNs, nowNs);
        if (node.marker() != null)
        {
            // Without a lock no command would look at it.
            sender.sendBeat(node, OperationKind.MARKER, nowNs, nowNs);
        }
        if (rhythm.beatsWithoutRole > 0)
        {
            rhythm.beatsWithoutRole--;
        }
        else
        {
            sender.sendBeat(node, OperationKind.REPLICATION, nowNs, nowNs);
        }
        if (rhythm.tellsRole && --rhythm.beatsToLook <= 0)
        {
            // It takes the same right.
            rhythm.beatsToLook = BEATS_PER_LOOK;
            sender.sendBeat(node, OperationKind.MEMORY, nowNs, nowNs);
        }

        return 1 << node.index;
    }

    /*
     * Its votes come too late as a rule, which only a person can change.
     */
    private void tellOfSlowness(final Node node, final Rhythm rhythm)
    {
        final long medianNs = node.rtt.beyondLimitNs();
        if (medianNs > 0 != rhythm.isToldOfSlowness)
        {
            rhythm.isToldOfSlowness = medianNs > 0;
            events.onNodeTrouble(node.index, Trouble.SLOWNESS, medianNs == 0 ? "" : "answers after " +
                DurationText.spaced(medianNs - medianNs % NS_PER_MS) + ", but the limit is " +
                DurationText.spaced(config.maxNodeTimeoutNs()) + ": raise maxNodeTimeout (in Spring " +
                "Boot redlock.max-node-timeout), or find out what delays its answers");
        }
    }

    /**
     * Part of a heartbeat was answered, or its answer was lost.
     */
    public void onReply(final OpenQuestion asked, final Node node, final Reply reply, final long nowNs)
    {
        if (asked.kind() == OperationKind.TIME)
        {
            // Its mark says when it was queued: the node may have read its clock before we knew it had left.
            onTime(node, reply, asked.untilNs, nowNs);
        }
        else if (asked.kind() == OperationKind.REPLICATION)
        {
            onRole(node, reply);
        }
        else if (asked.kind() == OperationKind.MARKER && reply.kind() == Reply.Kind.TEXT && node.isUp() &&
            !node.isHungUp())
        {
            events.onMarkerKept(node.index, asked.untilNs);
        }

        final boolean owesNothing = node.releases.size() == 0 && node.inFlight.isEmpty();
        if (node.isDoubtful() && owesNothing && reply.kind() != Reply.Kind.LOST)
        {
            policy.believe(node);
        }
    }

    /*
     * A node that never gave this right was warned of when it was admitted.
     */
    private void onRole(final Node node, final Reply reply)
    {
        final Rhythm rhythm = rhythms[node.index];
        if (reply.errorCode() == ErrorCode.NOPERM || reply.errorCode() == ErrorCode.UNKNOWN_COMMAND)
        {
            rhythm.beatsWithoutRole = BEATS_WITHOUT_ROLE;
            if (rhythm.tellsRole)
            {
                rhythm.tellsRole = false;
                rhythm.isToldOfRole = true;
                events.onNodeTrouble(node.index, Trouble.ROLE, "no longer says whether it is a master (" +
                    reply.errorCode() + " to INFO), so nobody would notice if it became a replica; allow " +
                        "INFO to its user (ACL: +info)");
            }
        }
        else if (reply.kind() == Reply.Kind.TEXT)
        {
            rhythm.tellsRole = true;
            if (rhythm.isToldOfRole)
            {
                rhythm.isToldOfRole = false;
                events.onNodeTrouble(node.index, Trouble.ROLE, "");
            }
        }
    }

    private void onTime(final Node node, final Reply reply, final long sentNs, final long nowNs)
    {
        if (reply.kind() == Reply.Kind.NUMBERS && reply.size() == 2)
        {
            clockGuard.onTime(node, reply.number(0) * 1_000_000 + reply.number(1), sentNs, true, nowNs);
            meter.offset(node.index, node.clock.lowNs(), node.clock.highNs());
            if (node.clock.knowsRate())
            {
                meter.clock(node.index, node.clock.lowPpm(), node.clock.highPpm());
            }
        }
    }
}
