// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;
import java.util.Objects;

import dev.redlock.spi.ReleaseMethod;

/**
 * What a node said about itself when its connection was made. Immutable, so it may be handed to any thread.
 *
 * @param node              its address for people.
 * @param runId             identity of its process, new with every start; null if the node does not say.
 * @param serverName        lower case, such as {@code redis} or {@code valkey}; {@code unknown} if not said.
 * @param version           in the server's own counting; {@code unknown} if not said.
 * @param role              {@code master}, or {@code unknown}.
 * @param clusterEnabled    whether it is part of a cluster.
 * @param connectedMaster   {@code host:port} of its master; null unless it is a replica.
 * @param masterReplid      identity of its data's history; null if not said.
 * @param earlierReplid     identity that the history had before, zeros if it had none; null if not said.
 * @param uptimeSeconds     since its start by its own wall clock; {@link #UNKNOWN} if not said.
 * @param maxmemoryPolicy   such as {@code noeviction}; null if not said.
 * @param maxmemoryBytes    0 for no limit; {@link #UNKNOWN} if not said.
 * @param aofEnabled        whether it keeps an append-only file.
 * @param persistenceOk     whether its latest snapshot and its latest write to the append-only file went
 *                          well, as far as it says.
 * @param clientId          number it gave to this connection; {@link #UNKNOWN} if not said.
 * @param releaseMethod     how it is told to delete a key only if its value is the token.
 * @param protocol          version of RESP: 2 or 3.
 * @param nodeTimeUs        its wall clock at connect, in microseconds since 1970; {@link #UNKNOWN} if not
 *                          said.
 * @param warnings          what endangers a lock there, each a sentence for people.
 */
public record NodeFacts(
    String node,
    String runId,
    String serverName,
    String version,
    String role,
    boolean clusterEnabled,
    String connectedMaster,
    String masterReplid,
    String earlierReplid,
    long uptimeSeconds,
    String maxmemoryPolicy,
    long maxmemoryBytes,
    boolean aofEnabled,
    boolean persistenceOk,
    long clientId,
    ReleaseMethod releaseMethod,
    int protocol,
    long nodeTimeUs,
    List<String> warnings)
{
    /**
     * Stands for a number that the node did not tell.
     */
    public static final long UNKNOWN = -1;

    /**
     * Copies the warnings.
     */
    public NodeFacts
    {
        warnings = List.copyOf(warnings);
    }

    /**
     * Whether the node told which process it is.
     *
     * @return false if a restart, or a second address of the same process, would go unnoticed.
     */
    public boolean isIdentified()
    {
        return runId != null;
    }

    /**
     * Whether a node that has these facts now may have lost what it knew when it had the earlier ones.
     * <p>
     * It may have when its process is another one, when its data took another history (it was a replica
     * meanwhile), when its counter of clients has gone back (a snapshot of the machine was restored), and
     * when one of the two times it did not say who it is.
     * <p>
     * A master also gives its history another name when its first replica attaches, and when it drops its
     * backlog. It says so by having no earlier one then, and its data are the same. (Who was a replica, is a
     * master again, and has dropped the backlog since, says the same; that takes {@code repl-backlog-ttl}, an
     * hour by default, without a connection of ours.)
     *
     * @param earlier facts of the same node from an earlier connection.
     * @return true unless it certainly is the same incarnation.
     */
    boolean isAnotherIncarnationThan(final NodeFacts earlier)
    {
        return !isIdentified() ||
            !runId.equals(earlier.runId) ||
            hasOtherDataThan(earlier) ||
            clientId != UNKNOWN && earlier.clientId != UNKNOWN && clientId <= earlier.clientId;
    }

    private boolean hasOtherDataThan(final NodeFacts earlier)
    {
        final boolean isRenamed = masterReplid != null && earlier.masterReplid != null &&
            earlierReplid != null && InfoText.isZeros(earlierReplid);

        return !isRenamed && !Objects.equals(masterReplid, earlier.masterReplid);
    }
}
