// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import java.util.SplittableRandom;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.DurationText;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * Keeps the connections: connects, gives up, connects again for ever with growing random delays, has every
 * node bring back a number, tell its time and say what it is at a steady beat, and drops a connection on
 * which nothing comes back.
 */
final class Nodes
{
    private static final int FAILURES_OF_A_HOPELESS_NODE = 10;

    /*
     * Hang-ups no further apart than so many of the longest delays before a reconnect are a row.
     */
    private static final int OFTEN = 2;

    /*
     * Half a minute: servers note the same refusal within a minute as one.
     */
    private static final int BEATS_WITHOUT_ROLE = 60;

    /*
     * Who looks so long after a node was due has stood still himself, and so may have what brings him the
     * answers. They get a moment to come in, once per round: a machine on which every look is late must still
     * come to an end.
     */
    private static final long STALL_NS = 5_000_000;
    private static final long FORGIVEN_NS = 10_000_000;

    private final Node[] nodes;
    private final EngineConfig config;
    private final Transport transport;
    private final Timers timers;
    private final Backoff backoff;
    private final SplittableRandom nonces;
    private final Meter meter;
    private final NodeEvents events;
    private final String notReady;
    private final String nothingHeard;
    private final Wire wire;
    private int upCount;
    private boolean isClosing;

    Nodes(
        final EngineConfig config,
        final Transport transport,
        final Wire wire,
        final Timers timers,
        final Backoff backoff,
        final SplittableRandom nonces,
        final Meter meter,
        final NodeEvents events,
        final long nowNs)
    {
        this.config = config;
        this.transport = transport;
        this.wire = wire;
        this.timers = timers;
        this.backoff = backoff;
        this.nonces = nonces;
        this.meter = meter;
        this.events = events;
        notReady = "no answer in " + DurationText.spaced(config.connectTimeoutNs()) +
            "; is it stopped or overloaded?";
        nothingHeard = "owed answers and sent nothing for " +
            DurationText.spaced(config.silenceNs());

        nodes = new Node[config.quorum().nodeCount()];
        for (int i = 0; i < nodes.length; i++)
        {
            nodes[i] = new Node(i, config, nowNs);
        }
    }

    int count()
    {
        return nodes.length;
    }

    Node at(final int index)
    {
        return nodes[index];
    }

    int upCount()
    {
        return upCount;
    }

    /**
     * When a node's vote in the present round of an attempt counts as a fault.
     */
    long dueNs(final int nodeIndex, final Attempt attempt)
    {
        return attempt.roundSentNs + nodes[nodeIndex].rtt.timeoutNs(attempt.roundTtlNs);
    }

    /**
     * Gives the nodes that have not voted a moment more, if it was us who stood still while they were due.
     */
    void forgiveStall(final Attempt attempt, final long nowNs)
    {
        final long overdueNs = nowNs - nextDueNs(attempt, nowNs);
        if (overdueNs > STALL_NS && !attempt.isStallForgiven)
        {
            attempt.isStallForgiven = true;
            attempt.roundSentNs += overdueNs + FORGIVEN_NS;
        }
    }

    /**
     * The first instant at which a node that has not voted yet is due; the limit if there is none before it.
     */
    long nextDueNs(final Attempt attempt, final long limitNs)
    {
        long nextNs = limitNs;
        for (int i = 0; i < nodes.length; i++)
        {
            if (attempt.awaits(i))
            {
                final long dueNs = dueNs(i, attempt);
                nextNs = dueNs - nextNs < 0 ? dueNs : nextNs;
            }
        }

        return nextNs;
    }

    void connectAll(final long nowNs)
    {
        for (final Node node : nodes)
        {
            connect(node, nowNs);
        }
    }

    void connectForReleasesOnly()
    {
        isClosing = true;
    }

    void onUp(final Node node, final ReleaseMethod method, final boolean restarted, final long nowNs)
    {
        node.link = Node.Link.UP;
        node.releaseMethod = method;
        node.failures = 0;
        node.lastHeardNs = nowNs;
        node.lastBeatNs = nowNs - config.heartbeatNs();
        node.releaseRetryNs = nowNs;
        node.refusesReleases = node.isDoubtful;
        node.isToldToLeaveReleases = false;
        node.beatsWithoutRole = 0;
        node.tellsRole = false;
        node.isToldOfRole = false;
        node.clock.reset();
        upCount++;
        meter.count(Counter.CONNECTS);
        events.onNodeUp(node.index, restarted);
        onTimer(node, nowNs);
    }

    void onDown(
        final Node node,
        final DownReason reason,
        final String detail,
        final boolean hopeless,
        final long nowNs)
    {
        if (node.isUp())
        {
            upCount--;
        }
        node.link = Node.Link.DOWN;
        node.failures =
            hopeless ? FAILURES_OF_A_HOPELESS_NODE : Math.max(node.failures + 1, strikes(node, nowNs));
        node.dueNs = nowNs +
            backoff.reconnectNs(node.failures, config.minReconnectNs(), config.maxReconnectNs());
        meter.count(Counter.DISCONNECTS);
        if (reason == DownReason.REFUSED)
        {
            meter.count(Counter.NODES_REFUSED);
        }
        final boolean isOurs = reason == DownReason.LOCAL && node.isHungUp();
        events.onNodeDown(
            node.index, isOurs ? node.hungUpAs : reason, isOurs ? node.hungUpBecause : detail);
        node.hungUpBecause = null;
        armWhileDown(node);
    }

    /**
     * Part of a heartbeat was answered, or its answer was lost.
     *
     * @param queuedNs the instant at which it was queued.
     */
    void onHeartbeat(
        final OperationKind kind, final Node node, final Reply reply, final long queuedNs, final long nowNs)
    {
        if (kind == OperationKind.TIME)
        {
            // When it was queued: the node may have read its clock before we knew that it had left.
            onTimeReply(node, reply, queuedNs, nowNs);
        }
        else if (kind == OperationKind.REPLICATION)
        {
            onRole(node, reply);
        }

        final boolean owesNothing = node.releases.size() == 0 && node.inFlight.isEmpty();
        if (node.isDoubtful && owesNothing && reply.kind() != Reply.Kind.LOST)
        {
            node.isDoubtful = false;
            node.refusesReleases = false;
        }
    }

    /*
     * A right that is taken away may come back, and each refusal is an entry in the node's log. Who never had
     * it was warned when the node was admitted.
     */
    private void onRole(final Node node, final Reply reply)
    {
        if (isNotToBeHad(reply.errorCode()))
        {
            node.beatsWithoutRole = BEATS_WITHOUT_ROLE;
            if (node.tellsRole)
            {
                node.tellsRole = false;
                node.isToldOfRole = true;
                events.onNodeTrouble(node.index, "does not say any more whether it is a master (" +
                    reply.errorCode() + " to INFO), so nobody notices if it becomes a replica: +info");
            }
        }
        else if (reply.kind() == Reply.Kind.TEXT)
        {
            node.tellsRole = true;
            if (node.isToldOfRole)
            {
                node.isToldOfRole = false;
                node.isToldToLeaveReleases = false;
                events.onNodeTrouble(node.index, "");
            }
        }
    }

    private static boolean isNotToBeHad(final ErrorCode error)
    {
        return error == ErrorCode.NOPERM || error == ErrorCode.UNKNOWN_COMMAND;
    }

    private void onTimeReply(final Node node, final Reply reply, final long sentNs, final long nowNs)
    {
        if (reply.kind() == Reply.Kind.NUMBERS && reply.size() == 2)
        {
            node.clock.sample(reply.number(0) * 1_000_000 + reply.number(1), sentNs, nowNs);
            meter.offset(node.index, node.clock.lowNs(), node.clock.highNs());
            if (node.clock.knowsRate())
            {
                meter.clock(node.index, node.clock.lowPpm(), node.clock.highPpm());
            }
        }
    }

    void onTimer(final Node node, final long nowNs)
    {
        switch (node.link)
        {
            case DOWN:
                reconnectIfDue(node, nowNs);
                break;

            case CONNECTING:
                giveUpIfDue(node, nowNs);
                break;

            default:
                beat(node, nowNs);
                break;
        }
    }

    private void reconnectIfDue(final Node node, final long nowNs)
    {
        if (isWanted(node) && nowNs - node.dueNs >= 0)
        {
            connect(node, nowNs);
        }
        else
        {
            armWhileDown(node);
        }
    }

    private void armWhileDown(final Node node)
    {
        if (isWanted(node))
        {
            timers.arm(node, node.dueNs);
        }
    }

    /*
     * A client that is closing connects again only to deliver the releases that wait for the node, until the
     * time to live has made them moot.
     */
    private boolean isWanted(final Node node)
    {
        return !isClosing || node.releases.size() > 0;
    }

    private void connect(final Node node, final long nowNs)
    {
        node.link = Node.Link.CONNECTING;
        node.dueNs = nowNs + config.connectTimeoutNs();
        timers.arm(node, node.dueNs);
        transport.connect(node.index);
    }

    private void giveUpIfDue(final Node node, final long nowNs)
    {
        if (nowNs - node.dueNs >= 0)
        {
            node.dueNs = nowNs + config.connectTimeoutNs();
            hangUp(node, DownReason.LOCAL, notReady);
        }

        timers.arm(node, node.dueNs);
    }

    private void beat(final Node node, final long nowNs)
    {
        final InFlight inFlight = node.inFlight;
        final long silenceNs = config.silenceNs();

        if (!inFlight.isEmpty() &&
            nowNs - inFlight.oldestSentNs() >= silenceNs && nowNs - node.lastHeardNs >= silenceNs)
        {
            meter.count(Counter.HALF_OPEN);
            hangUp(node, DownReason.LOCAL, nothingHeard);
            timers.arm(node, nowNs + silenceNs);

            return;
        }

        if (nowNs - node.lastBeatNs >= config.heartbeatNs())
        {
            node.lastBeatNs = nowNs;
            node.rtt.refresh(nowNs);
            wire.ping(node, nonces.nextLong() >>> 1, nowNs);
            wire.sendTime(node, nowNs);
            if (node.beatsWithoutRole > 0)
            {
                node.beatsWithoutRole--;
            }
            else
            {
                wire.askReplication(node, nowNs);
            }
        }

        long nextNs = node.lastBeatNs + config.heartbeatNs();
        if (!inFlight.isEmpty())
        {
            final long sinceNs = Math.max(inFlight.oldestSentNs() - nowNs, node.lastHeardNs - nowNs);
            nextNs = Math.min(nextNs - nowNs, sinceNs + silenceNs) + nowNs;
        }
        timers.arm(node, nextNs);
    }

    /**
     * Ends the connection of a node that is up for what it has said: none of its answers counts from here on.
     * It is connected again, and asked who it is; if that does not help, ever later.
     */
    void hangUpOnAnswer(final Node node, final DownReason reason, final String why, final long nowNs)
    {
        node.strikes = strikes(node, nowNs) + 1;
        node.lastStrikeNs = nowNs;
        hangUp(node, reason, why);
    }

    /*
     * Those in a row.
     */
    private int strikes(final Node node, final long nowNs)
    {
        return nowNs - node.lastStrikeNs < OFTEN * config.maxReconnectNs() ? node.strikes : 0;
    }

    /**
     * The nodes that are no help at present, a bit each: not connected, or late, or refusing to let go.
     */
    int troubled(final long nowNs)
    {
        int troubled = 0;
        for (final Node node : nodes)
        {
            if (!node.isUp() || node.isHungUp() || node.refusesReleases || isLate(node, nowNs))
            {
                troubled |= 1 << node.index;
            }
        }

        return troubled;
    }

    private static boolean isLate(final Node node, final long nowNs)
    {
        return !node.inFlight.isEmpty() &&
            nowNs - node.inFlight.oldestSentNs() >= node.rtt.timeoutNs(Long.MAX_VALUE);
    }

    /**
     * Whether there is anybody to hang up on for being late.
     */
    boolean isAnyLate(final long nowNs)
    {
        for (final Node node : nodes)
        {
            if (isLateAndUp(node, nowNs))
            {
                return true;
            }
        }

        return false;
    }

    private static boolean isLateAndUp(final Node node, final long nowNs)
    {
        return node.isUp() && !node.isHungUp() && isLate(node, nowNs);
    }

    void hangUpOnLate(final long nowNs)
    {
        for (final Node node : nodes)
        {
            if (isLateAndUp(node, nowNs))
            {
                meter.count(Counter.HALF_OPEN);
                doubt(node);
                hangUp(node, DownReason.LOCAL, "owed answers for too long, while all " +
                    config.maxAttempts() + " locks of the limit waited for it");
            }
        }
    }

    /**
     * Nothing is asked of a node any more but to let go, until it does.
     */
    void doubt(final Node node)
    {
        node.isDoubtful = true;
        node.refusesReleases = true;
    }

    void tellThatReleasesAreLeft(final Node node, final ErrorCode error)
    {
        if (!node.isToldToLeaveReleases)
        {
            node.isToldToLeaveReleases = true;
            events.onNodeTrouble(node.index, "answers releases with errors (" + error + "); the oldest are " +
                "left to their time to live, and their keys stay locked there until then: see its log, and " +
                "the rights of its user (ACL: +evalsha +eval +get +del)");
        }
    }

    void tellThatReleasesAreTaken(final Node node)
    {
        if (node.isToldToLeaveReleases)
        {
            node.isToldToLeaveReleases = false;
            events.onNodeTrouble(node.index, "");
        }
    }

    /*
     * The transport only knows that it was told to disconnect.
     */
    private void hangUp(final Node node, final DownReason reason, final String why)
    {
        node.hungUpBecause = why;
        node.hungUpAs = reason;
        transport.disconnect(node.index);
    }

    /**
     * Whether a node owes an answer.
     */
    boolean isAwaitingReplies()
    {
        for (final Node node : nodes)
        {
            if (!node.inFlight.isEmpty())
            {
                return true;
            }
        }

        return false;
    }
}
