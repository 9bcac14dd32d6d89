// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * What the client counts. Counts only grow.
 */
public enum Counter
{
    /**
     * Attempts: rounds that asked the nodes for a lock.
     */
    ATTEMPTS("Attempts started"),

    /**
     * Attempts that won a quorum with validity left.
     */
    ATTEMPTS_WON("Attempts won"),

    /**
     * Attempts lost because somebody else holds the lock.
     */
    ATTEMPTS_CONTENDED("Attempts lost: contended"),

    /**
     * Attempts lost because faults alone put a quorum out of reach.
     */
    ATTEMPTS_NO_QUORUM("Attempts lost: no quorum"),

    /**
     * Attempts that won a quorum with too little validity left. Alarm: nodes or client are slow against the
     * TTL.
     */
    ATTEMPTS_TOO_LATE("Attempts lost: too late"),

    /**
     * Rounds that asked again with a higher fencing token, because the first was not above that of others.
     * Alarm if it is more than a few of a hundred attempts without contention: a node's clock is wrong.
     */
    TOKENS_PROPOSED_AGAIN("Fencing tokens proposed again"),

    /**
     * Attempts given up because the caller's time was over or the caller cancelled.
     */
    ATTEMPTS_GIVEN_UP("Attempts given up"),

    /**
     * Calls and attempts refused because a limit was reached. Alarm: raise the limit or slow down.
     */
    CALLS_BACK_PRESSURED("Calls back-pressured"),

    /**
     * Calls whose time was over before the engine thread answered. Alarm: a callback blocks that thread, or
     * it gets no core.
     */
    CALLS_LEFT("Calls left by their caller"),

    /**
     * Calls that waited behind another handle of this client for the same key.
     */
    LOCAL_WAITS("Waits behind a local holder"),

    /**
     * How often this client, after it had a lock, let others go first that it had seen waiting.
     */
    TURNS_GIVEN("Turns given to other clients"),

    /**
     * Attempts that took a place in line at the nodes, behind other clients.
     */
    WAITS_IN_LINE("Places taken in line"),

    /**
     * Rounds that kept a place in line: about two a second for each key that a client waits for.
     */
    TICKETS_RENEWED("Places in line kept"),

    /**
     * Locks won after nodes had given them to the first in line, and told so.
     */
    LOCKS_GIVEN("Locks given by a release"),

    /**
     * Locks won from a place in line without such a message: when a renewal or a timer found them, or at once
     * where nobody waited any more. Alarm if they are most while clients wait: messages get lost, or holders
     * die.
     */
    LOCKS_FOUND("Locks found free in line"),

    /**
     * Attempts that went on with another token, because several clients had got some nodes each, or the
     * clocks of nodes were set.
     */
    LINES_SPLIT("Places in line taken anew"),

    /**
     * Releases with which a node gave the lock to the next in line.
     */
    LOCKS_PASSED("Locks passed on by a release"),

    /**
     * Extension rounds started.
     */
    EXTENSIONS("Extensions started"),

    /**
     * Extension rounds that won a quorum.
     */
    EXTENSIONS_WON("Extensions won"),

    /**
     * Extension rounds without a decision in time. Alarm when repeated: leases are about to be lost.
     */
    EXTENSIONS_INCONCLUSIVE("Extensions inconclusive"),

    /**
     * Leases that ended without a release in time: at their deadline, or because too few nodes still have the
     * key.
     */
    LEASES_LOST("Leases lost"),

    /**
     * Terms released that were not lost before.
     */
    RELEASES("Releases"),

    /**
     * Those of them after which the nodes were to keep the key for a while: {@code releaseAfter}.
     */
    RELEASES_AFTER("Releases after a while"),

    /**
     * Releases that a quorum did not confirm in time.
     */
    RELEASES_UNKNOWN("Releases unconfirmed"),

    /**
     * Releases to one node that had to wait for its connection.
     */
    RELEASES_DEFERRED("Node releases deferred"),

    /**
     * Deferred releases that the time to live made moot before they could be sent.
     */
    RELEASES_MOOT("Node releases moot"),

    /**
     * Releases to one node that were left to the time to live before the node confirmed them: it answered too
     * many with errors, all locks of the limit waited for it, or the client was closed meanwhile. Alarm: keys
     * stay locked there.
     */
    RELEASES_LEFT("Node releases left"),

    /**
     * Replies that came after their round was decided.
     */
    STRAGGLERS("Stragglers"),

    /**
     * Straggling grants that added strength to a lease.
     */
    STRAGGLERS_KEPT("Stragglers kept as strength"),

    /**
     * Nodes asked once more, during a lease, for a vote that it lacked: they had failed, or were down.
     */
    BACK_FILLS("Back-fills"),

    /**
     * Nodes asked with a heartbeat whether they still have the key of a watched lease.
     */
    WATCHES("Watched votes asked for"),

    /**
     * Keys found gone on a node that had granted them to a lease: deleted, flushed, evicted, or expired too
     * early. Alarm: leases get lost this way.
     */
    KEYS_GONE("Keys gone under a lease"),

    /**
     * Reads that brought what nobody asked for, such as pushes.
     */
    UNASKED("Unasked messages read"),

    /**
     * Connections dropped because a node sent too much that nobody asked for. Alarm: see what makes it do so.
     */
    FLOODS("Floods"),

    /**
     * Replies that match no operation in flight. Alarm: the transport is broken.
     */
    REPLIES_UNMATCHED("Replies unmatched"),

    /**
     * Votes that were a timeout.
     */
    NODE_TIMEOUTS("Node timeouts"),

    /**
     * Votes that were a server's error, or an answer that the command never gives. A missing script does not
     * count: see {@link #SCRIPTS_RESENT}.
     */
    NODE_ERRORS("Node errors"),

    /**
     * Grants that were to be durable and were not confirmed: the node's disk or its replicas were too slow,
     * or its second connection was not there. Alarm if it does not rest.
     */
    VOTES_NOT_DURABLE("Votes not durable"),

    /**
     * How often a node did not know a script and got its text.
     */
    SCRIPTS_RESENT("Scripts sent again"),

    /**
     * Connections that came up.
     */
    CONNECTS("Connections up"),

    /**
     * Connections that ended, including failed attempts to connect.
     */
    DISCONNECTS("Connections down"),

    /**
     * Connections dropped because the node was silent for too long.
     */
    HALF_OPEN("Connections half-open"),

    /**
     * Nodes refused by policy: replica, cluster, duplicate, wrong password. Alarm.
     */
    NODES_REFUSED("Nodes refused"),

    /**
     * Node connections that turned out to be another incarnation (a restarted server); standing votes were
     * dropped.
     */
    NODE_RESTARTS("Node restarts seen"),

    /**
     * Quarantines begun, or prolonged for another reason: nodes whose grants do not count for a while, as
     * they may have forgotten locks. Alarm, unless somebody restarts nodes.
     */
    QUARANTINES("Quarantines"),

    /**
     * Nodes that were set to evict keys while they voted, at level STRICT: what they had granted was dropped.
     * Alarm: their maxmemory-policy must be noeviction.
     */
    NODES_EVICTING("Nodes set to evict"),

    /**
     * Clocks of nodes that were set, forward or back, or lie a second or more from those of the other nodes
     * when a client first meets them. Alarm: see who sets clocks that locks depend on.
     */
    CLOCK_STEPS("Node clocks set"),

    /**
     * Clocks of nodes that gained or lost more than the allowance for drift covers. Counts again as long as
     * it lasts. Alarm.
     */
    CLOCK_RATES("Node clocks at a wrong rate"),

    /**
     * Clocks of nodes that showed the same time again. Counts again as long as it lasts. Alarm.
     */
    CLOCK_STANDSTILLS("Node clocks standing still"),

    /**
     * Times that this process, or its machine, stood still together with its monotonic clock, or that its
     * wall clock was set forward: what it held ended earlier by as much.
     */
    CLIENT_PAUSES("Pauses of this client"),

    /**
     * Grants that did not count because the node was in quarantine.
     */
    VOTES_QUARANTINED("Votes quarantined"),

    /**
     * Callbacks of the application that threw. The lock is not harmed; the application is.
     */
    CALLBACK_ERRORS("Callbacks that threw"),

    /**
     * Engines that an unexpected error has ended, most often a lack of memory: their leases were lost, and
     * the client is closed. Alarm: build another client.
     */
    ENGINES_FAILED("Engines ended by an error"),

    /**
     * Log lines that were dropped because the logger took none for a while. Alarm: see what blocks it.
     */
    LOG_LINES_DROPPED("Log lines dropped");

    private final String label;

    Counter(final String label)
    {
        this.label = label;
    }

    /**
     * A readable name.
     *
     * @return the label.
     */
    public String label()
    {
        return label;
    }
}
