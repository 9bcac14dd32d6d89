// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

/**
 * Which nodes may vote at all, by what they say about themselves.
 */
final class Eligibility
{
    private Eligibility()
    {
    }

    /**
     * Looks for a reason to turn a node away.
     *
     * @param node     for people.
     * @param findings so far; what is not known is no reason.
     * @return null if there is none.
     */
    static Refusal of(final String node, final Findings findings)
    {
        if (findings.isSentinel())
        {
            return Refusal.configuration(node, "is a Sentinel, which keeps no keys: list the masters " +
                "themselves, and only such as no Sentinel may replace by a replica");
        }
        if (findings.isCluster())
        {
            return cluster(node);
        }
        if (!findings.isMaster())
        {
            return replica(node, findings);
        }

        return findings.isLoading() ? Trouble.loading(node) : null;
    }

    static Refusal cluster(final String node)
    {
        return Refusal.configuration(node, "belongs to a cluster (cluster_enabled:1), but votes must come " +
            "from independent masters: a cluster moves keys, and forgets locks when it promotes a replica; " +
            "list masters that run with cluster-enabled no");
    }

    private static Refusal replica(final String node, final Findings findings)
    {
        final String role = ServerWords.quoted(findings.role());
        final String master = findings.connectedMaster();
        final String rule = ", but only masters may vote, as a replica repeats the vote of its master: ";
        final String independence = ", or make the node independent (REPLICAOF NO ONE)";

        return Refusal.configuration(node, master == null ?
            "has the role " + role + rule + "list its master instead" + independence :
            "has the role " + role + " of master " + ServerWords.plain(master) + rule +
                "list " + ServerWords.plain(master) + " instead" + independence);
    }
}
