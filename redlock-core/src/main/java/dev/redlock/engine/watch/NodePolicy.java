// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import java.util.Arrays;

import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.UnaskedShare;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.port.Trouble;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Transport;
import dev.redlock.text.DurationText;

/**
 * Decides about a node: when it is late, silent or in doubt, whether and when it is connected again, and when
 * it is sent a release. It hangs up itself, counts that, and tells of trouble.
 */
public final class NodePolicy
{
    private static final int FAILURES_OF_A_HOPELESS_NODE = 10;

    /*
     * Disconnects that are at most this many of the longest reconnect delays apart form a row.
     */
    private static final int OFTEN = 2;

    /*
     * A node that answers releases with errors (it is loading, or busy, or its disk is full) is tried again
     * with one of those that wait, at this interval, until one succeeds or the time to live is over.
     */
    private static final long RELEASE_RETRY_NS = 100_000_000L;

    private static final ReplyCheck.Objection FLOOD = new ReplyCheck.Objection(DownReason.PROTOCOL,
        "sent what nobody asked for, more than 64 KiB or 1000 times within a second: see what makes it " +
        "push, such as CLIENT TRACKING, or what stands in between", false);

    /*
     * After so many connections in a row that ended soon after they had come up, so will the next. Fewer may
     * be a network that is about to be sound again, or a proxy whose instances are being replaced.
     */
    private static final long SHORT_NS = 1_000_000_000L;
    private static final int SHORT_LIVES = 20;

    private static final class Conduct
    {
        final UnaskedShare unasked;
        long lastHeardNs;

        /*
         * Connections in a row that failed; whether the last was refused for what only a person can change.
         */
        int failures;
        boolean isHopeless;

        /*
         * When it came up last, and how many connections in a row ended soon after that without us. One that
         * has lived ends the row.
         */
        long upNs;
        int shortLives;

        /*
         * A strike is a disconnect because of an answer: the dialogue of the next connection may succeed, and
         * the same come again.
         */
        int strikes;
        long lastStrikeNs;
        long releaseRetryNs;
        boolean refusesReleases;
        boolean isToldToLeaveReleases;
        boolean isToldToKeepNoLine;

        Conduct(final long nowNs)
        {
            unasked = new UnaskedShare(nowNs);
            releaseRetryNs = nowNs;
        }
    }

    private final EngineConfig config;
    private final Transport transport;
    private final Nodes nodes;
    private final Backoff backoff;
    private final Meter meter;
    private final NodeEvents events;
    private final Conduct[] conducts;
    private final String connectTimeout;
    private final String nothingHeard;
    private boolean isClosing;

    /**
     * Nothing is known of any node yet.
     */
    public NodePolicy(final EngineConfig config, final Nodes nodes, final Meter meter,
        final Transport transport, final Backoff backoff, final NodeEvents events, final long nowNs)
    {
        this.config = config;
        this.nodes = nodes;
        this.meter = meter;
        this.transport = transport;
        this.backoff = backoff;
        this.events = events;
        conducts = config.slots().of(Conduct[]::new);
        Arrays.setAll(conducts, (i) -> new Conduct(nowNs));
        connectTimeout = DurationText.spaced(config.connectTimeoutNs());
        nothingHeard = "owed answers and sent nothing for " + DurationText.spaced(config.silenceNs());
    }

    /**
     * A connection has come up: the node starts afresh, except for a doubt.
     */
    void onUp(final Node node, final long nowNs)
    {
        final Conduct conduct = conducts[node.index];
        conduct.failures = 0;
        conduct.upNs = nowNs;
        conduct.isHopeless = false;
        conduct.lastHeardNs = nowNs;
        conduct.releaseRetryNs = nowNs;
        conduct.refusesReleases = node.isDoubtful();
        conduct.isToldToLeaveReleases = false;
        conduct.isToldToKeepNoLine = false;
    }

    /**
     * A node has answered.
     */
    public void onHeard(final Node node, final long nowNs)
    {
        conducts[node.index].lastHeardNs = nowNs;
    }

    /**
     * A connection ended. If it broke the protocol, that counts as if we had ended it because of an answer.
     */
    void onEnded(final Node node, final DownReason reason, final long nowNs)
    {
        final Conduct conduct = conducts[node.index];
        if (node.isUp() && nowNs - conduct.upNs >= SHORT_NS)
        {
            conduct.shortLives = 0;
        }
        else if (node.isUp() && !node.isHungUp())
        {
            conduct.shortLives++;
        }
        if (!node.isHungUp() && reason == DownReason.PROTOCOL)
        {
            strike(conduct, nowNs);
        }
    }

    /**
     * A node has sent what nobody asked for.
     */
    public void onUnasked(final Node node, final long bytes, final long nowNs)
    {
        meter.count(Counter.UNASKED);
        if (conducts[node.index].unasked.isExceededBy(bytes, nowNs) && node.link() != Node.Link.DOWN &&
            !node.isHungUp())
        {
            meter.count(Counter.FLOODS);
            hangUpOnAnswer(node, FLOOD, nowNs);
        }
    }

    /**
     * A connection ended or could not be made: says when to try again, ever later for a node that keeps
     * failing.
     */
    long reconnectNs(final Node node, final boolean isHopeless, final long nowNs)
    {
        final Conduct conduct = conducts[node.index];
        conduct.isHopeless = isHopeless;
        final int endsInARow = Math.max(strikes(conduct, nowNs), conduct.shortLives - SHORT_LIVES);
        conduct.failures = isHopeless ? FAILURES_OF_A_HOPELESS_NODE :
            Math.max(conduct.failures + 1, endsInARow);

        return nowNs +
            backoff.reconnectNs(conduct.failures, config.minReconnectNs(), config.maxReconnectNs());
    }

    /**
     * Whether a node was refused, when it was last connected, for what only a person can change.
     */
    boolean isHopeless(final Node node)
    {
        return conducts[node.index].isHopeless;
    }

    /**
     * The client is closing: from now on only {@linkplain #isWanted wanted} nodes are connected.
     */
    public void connectForReleasesOnly()
    {
        isClosing = true;
    }

    /**
     * Whether a node is to be connected: a client that is closing connects again only to deliver the releases
     * that wait for the node, until the time to live has made them moot.
     */
    boolean isWanted(final Node node)
    {
        return !isClosing || node.releases.size() > 0;
    }

    /**
     * The nodes that do not help at present, a bit each: not connected, late, or refusing releases.
     */
    public int troubled(final long nowNs)
    {
        int troubled = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (!isUpAndPrompt(node, nowNs) || refusesReleases(node))
            {
                troubled |= 1 << i;
            }
        }

        return troubled;
    }

    /**
     * The nodes whose grants would count at present, a bit each.
     */
    public int helping(final long nowNs)
    {
        int helping = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (isUpAndPrompt(node, nowNs) && node.mayVote(nowNs))
            {
                helping |= 1 << i;
            }
        }

        return helping;
    }

    /**
     * Whether some nodes are troubled, but the others are a quorum.
     */
    public boolean isMinority(final int troubled)
    {
        return troubled != 0 && !nodes.members().toKeep().isOutOfReachWithout(troubled);
    }

    /**
     * Whether any node is to be disconnected for being late.
     */
    public boolean isAnyLate(final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (isLateAndUp(nodes.at(i), nowNs))
            {
                return true;
            }
        }

        return false;
    }

    /**
     * Disconnects every node that is late, and doubts it.
     */
    public void hangUpOnLate(final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (isLateAndUp(node, nowNs))
            {
                meter.count(Counter.HALF_OPEN);
                doubt(node);
                hangUp(node, DownReason.LOCAL, "owed answers for too long while all " +
                    config.maxLocks() + " locks of the limit waited for it");
            }
        }
    }

    private static boolean isUpAndPrompt(final Node node, final long nowNs)
    {
        return node.isUp() && !node.isHungUp() && !isLate(node, nowNs);
    }

    private static boolean isLateAndUp(final Node node, final long nowNs)
    {
        return node.isUp() && !node.isHungUp() && isLate(node, nowNs);
    }

    private static boolean isLate(final Node node, final long nowNs)
    {
        return !node.inFlight.isEmpty() &&
            nowNs - node.inFlight.oldestSentNs() >= node.rtt.timeoutNs(Long.MAX_VALUE);
    }

    /**
     * Whether a node owes answers and has sent nothing for so long that its connection counts as dead.
     */
    boolean isSilent(final Node node, final long nowNs)
    {
        return silentNs(node, nowNs) >= config.silenceNs();
    }

    /**
     * How long a node has left us without an answer that it owes; 0 if it owes none.
     */
    long silentNs(final Node node, final long nowNs)
    {
        return node.inFlight.isEmpty() ? 0 :
            Math.min(nowNs - conducts[node.index].lastHeardNs, nowNs - node.inFlight.oldestSentNs());
    }

    void hangUpOnSilent(final Node node)
    {
        meter.count(Counter.HALF_OPEN);
        hangUp(node, DownReason.LOCAL, nothingHeard);
    }

    /**
     * It has not come up in time.
     */
    void hangUpOnUnready(final Node node)
    {
        final String progress = events.progressOf(node.index);
        hangUp(node, DownReason.LOCAL, progress == null ?
            "no answer in " + connectTimeout + "; is it stopped or overloaded?" :
            NodeEvents.ANSWERS + progress + " within " + connectTimeout + ", the connect timeout: if it is " +
            "far away or slow, raise connectTimeout (in Spring Boot redlock.connect-timeout), and " +
            "startTimeout (in Spring Boot redlock.start-timeout) with it");
    }

    /**
     * Ends the connection of a running node because of its answer: none of its answers counts from now on. It
     * is reconnected and asked who it is; if that does not help, ever later.
     */
    public void hangUpOnAnswer(final Node node, final ReplyCheck.Objection objection, final long nowNs)
    {
        strike(conducts[node.index], nowNs);
        hangUp(node, objection.reason(), objection.why());
    }

    private void strike(final Conduct conduct, final long nowNs)
    {
        conduct.strikes = strikes(conduct, nowNs) + 1;
        conduct.lastStrikeNs = nowNs;
    }

    /*
     * Those in a row.
     */
    private int strikes(final Conduct conduct, final long nowNs)
    {
        return nowNs - conduct.lastStrikeNs < OFTEN * config.maxReconnectNs() ? conduct.strikes : 0;
    }

    /*
     * The transport only knows that it was told to disconnect.
     */
    private void hangUp(final Node node, final DownReason reason, final String why)
    {
        node.hangUp(reason, why);
        transport.disconnect(node.connection);
    }

    /**
     * A node gets only releases until it confirms one.
     */
    public void doubt(final Node node)
    {
        node.doubt();
        conducts[node.index].refusesReleases = true;
    }

    /**
     * A node in doubt answers its heartbeats, and has nothing left to release.
     */
    void believe(final Node node)
    {
        node.believe();
        conducts[node.index].refusesReleases = false;
    }

    /**
     * Whether a node is sent waiting releases one at a time, until it confirms one.
     */
    public boolean refusesReleases(final Node node)
    {
        return conducts[node.index].refusesReleases;
    }

    /**
     * When a node may be sent a release that waits.
     */
    public long releaseRetryNs(final Node node)
    {
        return conducts[node.index].releaseRetryNs;
    }

    /**
     * A node answered a release with an error.
     */
    public void onReleaseRefused(final Node node, final long nowNs)
    {
        final Conduct conduct = conducts[node.index];
        conduct.refusesReleases = true;
        conduct.releaseRetryNs = nowNs + RELEASE_RETRY_NS;
    }

    /**
     * A node was sent a release that had waited: one that refuses them gets the next in a while.
     */
    public void onReleaseSent(final Node node, final long nowNs)
    {
        if (refusesReleases(node))
        {
            conducts[node.index].releaseRetryNs = nowNs + RELEASE_RETRY_NS;
        }
    }

    /**
     * There was no room to send a release: tries again with the next tick of the timers, or the later, the
     * longer the node has left us without an answer.
     */
    public void onReleaseNotSent(final Node node, final long nowNs)
    {
        conducts[node.index].releaseRetryNs =
            nowNs + Math.max(1L << Timers.RESOLUTION_SHIFT, silentNs(node, nowNs) >> 3);
    }

    /**
     * A node that had refused releases has taken one.
     */
    public void onReleaseTaken(final Node node, final long nowNs)
    {
        final Conduct conduct = conducts[node.index];
        believe(node);
        conduct.releaseRetryNs = nowNs;
        if (conduct.isToldToLeaveReleases)
        {
            conduct.isToldToLeaveReleases = false;
            events.onNodeTrouble(node.index, Trouble.RELEASES, "");
        }
    }

    /**
     * Tells, once for each connection, that releases are left to their time to live.
     *
     * @param error that the node answers them with.
     */
    public void tellThatReleasesAreLeft(final Node node, final ErrorCode error)
    {
        final Conduct conduct = conducts[node.index];
        if (!conduct.isToldToLeaveReleases)
        {
            conduct.isToldToLeaveReleases = true;
            events.onNodeTrouble(node.index, Trouble.RELEASES, "answers releases with errors (" + error +
                "); the oldest are left to their time to live, and their keys stay locked until then: see " +
                "its log, and its user's rights (ACL: " + rightsOfRelease(node) + ")");
        }
    }

    /**
     * A node has answered a ticket with an error. Tells, once for each connection, what its user lacks.
     */
    public void onTicketRefused(final Node node, final ErrorCode error)
    {
        final Conduct conduct = conducts[node.index];
        if (!conduct.isToldToKeepNoLine && error == ErrorCode.NOPERM)
        {
            conduct.isToldToKeepNoLine = true;
            events.onNodeTrouble(node.index, Trouble.LINE, "answers tickets with errors (" + error +
                "), so whoever waits for a lock tries again instead of waiting in line: allow it (ACL: " +
                "+zadd +zrem +zrange +zrank +zcard +hset +hget +hdel +publish +pubsub|numsub)");
        }
    }

    /**
     * A node has taken a ticket.
     */
    public void onTicketTaken(final Node node)
    {
        final Conduct conduct = conducts[node.index];
        if (conduct.isToldToKeepNoLine)
        {
            conduct.isToldToKeepNoLine = false;
            events.onNodeTrouble(node.index, Trouble.LINE, "");
        }
    }

    /*
     * Fenced locks are released by a script everywhere.
     */
    private static String rightsOfRelease(final Node node)
    {
        final String ofPlain = switch (node.releaseMethod())
        {
            case SCRIPT, TEXT -> "";
            case DELIFEQ -> "+delifeq ";
            case DELEX -> "+delex ";
            case CAD -> "+cad ";
        };

        return ofPlain + "+evalsha +eval +get +del";
    }
}
