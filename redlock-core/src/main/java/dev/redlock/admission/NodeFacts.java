// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import dev.redlock.admission.info.InfoText;
import dev.redlock.admission.marker.Marker;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Answer;

/**
 * What a node has told about itself on one connection, and what follows from it. Grows during the dialogue;
 * afterwards only the warning of eviction comes and goes.
 * <p>
 * <b>Thread:</b> the engine thread.
 */
public final class NodeFacts
{
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long LONGEST_SECONDS = 1L << 32;
    private static final String EVICTED = "evicted_keys";
    private static final String UNKNOWN_ROLE = "unknown";
    private static final String NEVER = "-1";
    private static final long RESP3 = 3;

    /**
     * Instead of an age: its data are another's, or a snapshot's, and nobody can say since when.
     */
    public static final long UNDATED = -1;

    /**
     * What helps where INFO is answered, but names no process: a proxy's, or that of another server.
     */
    static final String NAME_IT = "connect to the node directly, or use a server that names its run_id";

    InfoText info = InfoText.NOTHING;
    ReleaseMethod releaseMethod = ReleaseMethod.SCRIPT;
    long clientId = InfoText.UNKNOWN;

    /*
     * Scripts must not be loaded; must not be sent whole. TIME is not known, or not for this user.
     */
    boolean takesNoScripts;
    boolean takesNoText;

    boolean tellsNoTime;

    /*
     * Whether the connection speaks RESP3; whether the node tells it the messages of our channel.
     */
    boolean isGreetedInResp3;
    boolean doesWake;

    /*
     * Whether its confirmations of durable votes can be believed, as far as that can be tried.
     */
    boolean mayConfirm;
    private final List<String> warnings = new ArrayList<>();
    private Marker marker;
    private long markerAgeNs;
    private boolean areKeysKept;
    private boolean doFailoversKeepKeys;
    private String greetedRole;
    private String greetedMode;

    /**
     * Reads the answer to {@code HELLO}: names and values in turn.
     */
    void readGreeting(final Answer answer)
    {
        final List<Answer> elements = answer.elements();
        for (int i = 0; i + 1 < elements.size(); i += 2)
        {
            final Answer value = elements.get(i + 1);
            switch (elements.get(i).text())
            {
                case "id" -> clientId = value.number();
                case "proto" -> isGreetedInResp3 = value.number() == RESP3;
                case "role" -> greetedRole = value.text();
                case "mode" -> greetedMode = value.text();
                default ->
                {
                }
            }
        }
    }

    void warn(final String warning)
    {
        if (!warnings.contains(warning))
        {
            warnings.add(warning);
        }
    }

    void withdraw(final String beginning)
    {
        warnings.removeIf((warning) -> warning.startsWith(beginning));
    }

    /**
     * The number that the node gave to the connection.
     *
     * @return -1 if it did not say.
     */
    public long clientId()
    {
        return clientId;
    }

    /**
     * How the node is told to delete a key only if its value is the token.
     *
     * @return the best method that it has and allows.
     */
    public ReleaseMethod releaseMethod()
    {
        return releaseMethod;
    }

    /**
     * Whether it answers TIME, as far as anybody knows: without it no script of fenced locks works there.
     *
     * @return false if that takes another configuration.
     */
    public boolean tellsTime()
    {
        return !tellsNoTime;
    }

    /**
     * Whether it tells this connection the messages of our channel.
     *
     * @return false if it cannot, or may not.
     */
    public boolean doesWake()
    {
        return doesWake;
    }

    /**
     * What endangers locks on this node although it may vote.
     *
     * @return one sentence per danger.
     */
    public List<String> warnings()
    {
        return Collections.unmodifiableList(warnings);
    }

    /**
     * Whether it has told its age.
     *
     * @return false if {@link #livedNs()} is only the worst case.
     */
    public boolean tellsAge()
    {
        return info.number("uptime_in_seconds") != InfoText.UNKNOWN;
    }

    /**
     * How long it has not forgotten anything, for certain: as long as its process has lived. With a marker
     * as long as its data have lived; while the process is the one that the marker was written in, that alone
     * counts, and so it does if a restart loses no keys. If it has evicted keys nobody knows when. Data that
     * another node had written may lack its last ones, so then the process counts as usual; but not if it
     * claims to be older than the marker that an earlier one has left: its clock was set after its start.
     * <p>
     * A node whose data have an earlier history was a replica once, which changes its data and not its
     * process, or was started from the snapshot of a master with replicas. It says nothing of when. So only a
     * marker counts that was written in the present history: an older one may have come back with data that
     * lack locks. If failovers lose no keys, both ages count.
     *
     * @return nanoseconds; 0 if it did not say; {@link Long#MAX_VALUE} is for ever; {@link #UNDATED}. It
     *         subtracts two readings of whole seconds, so one second may not have passed. It uses a clock
     *         that may have been set since.
     */
    public long livedNs()
    {
        final long uptimeSeconds = info.number("uptime_in_seconds");
        final long processNs = Math.max(0, Math.min(uptimeSeconds, LONGEST_SECONDS) - 1) * NS_PER_SECOND;

        final boolean isOwn = hasDataOfItsOwn();

        if (marker != null && info.number(EVICTED) > 0)
        {
            return 0;
        }

        if (areKeysKept && isIdentified() && isOwn)
        {
            return marker == null ? Long.MAX_VALUE : markerAgeNs;
        }

        if (marker != null && marker.isOfRun(runId()) && (isOwn || marker.isOfHistory(history())))
        {
            return markerAgeNs;
        }

        if (!isOwn && !doFailoversKeepKeys)
        {
            return UNDATED;
        }

        return marker == null ? processNs :
            isOwn && marker.isOfEarlierRun(runId()) && processNs >= markerAgeNs ? 0 :
            Math.min(markerAgeNs, processNs);
    }

    /**
     * The node still has all its keys when its process is restarted: so the user has promised.
     */
    void keepKeys()
    {
        areKeysKept = true;
    }

    /**
     * A node that takes over another's data has all keys that are still needed: so the user has promised.
     */
    void keepKeysInFailovers()
    {
        doFailoversKeepKeys = true;
    }

    /**
     * Takes the marker that the node has, and how old it is for certain.
     */
    void mark(final Marker newMarker, final long ageNs)
    {
        marker = newMarker;
        markerAgeNs = ageNs;
    }

    /**
     * The marker that the node must have as long as it votes.
     *
     * @return null if this client looks at none.
     */
    public Marker marker()
    {
        return marker;
    }

    /**
     * The identity of its process, new with every start; null if it did not say.
     */
    String runId()
    {
        return info.identity("run_id");
    }

    /**
     * Whether it said which process it is. If not, neither a restart nor a second address of the process is
     * noticed.
     */
    boolean isIdentified()
    {
        return runId() != null;
    }

    /**
     * The identity of the history of its data; null if it did not say.
     */
    String history()
    {
        return info.identity("master_replid");
    }

    String role()
    {
        final String role = info.text("role") != null ? info.text("role") : greetedRole;

        return role == null ? UNKNOWN_ROLE : "slave".equals(role) ? "replica" : role;
    }

    boolean isMaster()
    {
        return "master".equals(role()) || UNKNOWN_ROLE.equals(role());
    }

    /**
     * The address of its master; null unless it is a replica.
     */
    String connectedMaster()
    {
        final String host = info.text("master_host");

        return host == null ? null : host + ":" + info.text("master_port");
    }

    boolean isCluster()
    {
        return info.is("cluster_enabled", "1") || hasMode("cluster");
    }

    boolean isSentinel()
    {
        return hasMode("sentinel");
    }

    private boolean hasMode(final String mode)
    {
        return mode.equals(greetedMode) || info.is("redis_mode", mode) || info.is("server_mode", mode);
    }

    /**
     * Whether a node with these facts may have lost what it knew when it had the earlier ones.
     * <p>
     * It may have if its process is another, if its data have another history (it was a replica meanwhile),
     * if its counter of clients has gone back (a snapshot of the machine was restored), or if it did not
     * identify itself one of the two times.
     * <p>
     * A master also renames its history when its first replica attaches, and when it drops its backlog. It
     * then has no earlier history, and its data are the same. (A node that was a replica, is a master again,
     * and has since dropped the backlog says the same; that takes {@code repl-backlog-ttl}, an hour by
     * default, without a connection of ours.)
     *
     * @param earlier facts of the same node from an earlier connection.
     * @return true unless it is certainly the same incarnation.
     */
    boolean isAnotherIncarnationThan(final NodeFacts earlier)
    {
        return !isIdentified() ||
            !runId().equals(earlier.runId()) || hasOtherDataThan(earlier) || hasOlderClientThan(earlier);
    }

    /**
     * Whether this is the same node with all its keys, given that nodes keep them when they restart: another
     * process, but one that began with files of its own. A node that continues what another one had written
     * (a replica that was promoted, or a snapshot with a replication id) names that history as its earlier
     * one.
     */
    boolean isPlainRestartOf(final NodeFacts earlier)
    {
        return isIdentified() && earlier.isIdentified() && !runId().equals(earlier.runId()) &&
            hasDataOfItsOwn();
    }

    /*
     * A master that gets its first replica, or drops its backlog, names no earlier history.
     */
    private boolean hasDataOfItsOwn()
    {
        final String historyBefore = info.text("master_replid2");
        final String endedAt = info.text("second_repl_offset");

        return (historyBefore == null || InfoText.isZeros(historyBefore)) &&
            (endedAt == null || NEVER.equals(endedAt));
    }

    /**
     * Whether the process has evicted keys since it told the earlier facts. Its count may have been reset.
     */
    boolean hasEvictedSince(final NodeFacts earlier)
    {
        final long evicted = info.number(EVICTED);

        return isIdentified() && runId().equals(earlier.runId()) && evicted > 0 &&
            evicted != earlier.info.number(EVICTED);
    }

    private boolean hasOlderClientThan(final NodeFacts earlier)
    {
        return clientId != InfoText.UNKNOWN && earlier.clientId != InfoText.UNKNOWN &&
            clientId <= earlier.clientId;
    }

    private boolean hasOtherDataThan(final NodeFacts earlier)
    {
        final String historyBefore = info.text("master_replid2");
        final boolean isRenamed = history() != null && earlier.history() != null &&
            historyBefore != null && InfoText.isZeros(historyBefore);

        return !isRenamed && !Objects.equals(history(), earlier.history());
    }
}
