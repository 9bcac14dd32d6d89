// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.redlock.admission.info.InfoBytes;
import dev.redlock.admission.info.InfoText;
import dev.redlock.admission.info.ServerWords;
import dev.redlock.admission.login.Login;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;

/**
 * Dangers to locks on a node that may still vote.
 */
final class Warnings
{
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    static final String NO_EVICTION = "noeviction";
    static final String POLICY_IS = "maxmemory-policy is ";

    private static final String APPEND_ONLY = "appendonly";

    /*
     * During a rewrite of the file Redis may leave out the syncs, even if it is to make them always.
     */
    private static final Map<String, String> NEEDED_TO_KEEP_KEYS =
        Map.of(APPEND_ONLY, "yes", "appendfsync", "always", "no-appendfsync-on-rewrite", "no");

    private Warnings()
    {
    }

    static void ofSettings(final NodeFacts facts)
    {
        if (mayEvict(facts) && facts.info.number(InfoBytes.LIMIT) != 0)
        {
            facts.warn(ofPolicy(facts.info.text(InfoBytes.POLICY)));
        }
        final long evicted = facts.info.number("evicted_keys");
        if (facts.marker() != null && evicted > 0)
        {
            facts.warn("has evicted " + evicted + " keys since it was started, or its counters were reset: " +
                "some may have been locks, so a client that starts waits for the longest time to live; " +
                "once its maxmemory-policy has been noeviction for so long, say CONFIG RESETSTAT there");
        }
        if (facts.info.is("rdb_last_bgsave_status", "err") || facts.info.is("aof_last_write_status", "err"))
        {
            facts.warn("the latest snapshot, or write to the append-only file, failed: the node may " +
                "refuse to write (MISCONF), and then has no vote; see its log");
        }
    }

    static String ofPolicy(final String policy)
    {
        return POLICY_IS + ServerWords.plain(policy) + ": when memory is short the node may drop a lock " +
            "that is held, and grant it to a second client; set it to noeviction";
    }

    static boolean mayEvict(final NodeFacts facts)
    {
        final String policy = facts.info.text(InfoBytes.POLICY);

        return policy != null && !NO_EVICTION.equals(policy);
    }

    /**
     * At level STRICT this is more than a danger: a marker without a time to live is the last that goes.
     */
    static Refusal ofEviction(final NodeFacts facts)
    {
        return !mayEvict(facts) ? null :
            Refusal.configuration("may drop locks when memory is short (maxmemory-policy " +
                ServerWords.plain(facts.info.text(InfoBytes.POLICY)) + "), which its incarnation " +
                "marker would survive: set it to noeviction, or use another quarantine level than STRICT");
    }

    static void ofPasswordInClear(final NodeFacts facts, final NodeAddress address, final Login login)
    {
        final boolean isRemote = address.host() != null && !isLoopback(address.host());
        if (login.isGiven() && !address.tls() && isRemote)
        {
            facts.warn("the password crosses the network in clear text: use rediss://");
        }
    }

    /**
     * The node was taken to keep all keys when it restarts: what it says of its files.
     *
     * @param settings names and values in turn.
     */
    static void ofFiles(final NodeFacts facts, final List<Answer> settings)
    {
        for (int i = 0; i + 1 < settings.size(); i += 2)
        {
            final String name = settings.get(i).text();
            final String needed = NEEDED_TO_KEEP_KEYS.get(name);
            final String value = settings.get(i + 1).text();
            if (needed != null && !needed.equals(value))
            {
                facts.warn("LOSES KEYS when it restarts, although assumeNodesKeepKeys() says that it does " +
                    "not: " + name + " is " + ServerWords.plain(value) + " but must be " + needed +
                    "; set it" + (APPEND_ONLY.equals(name) ? "" : ", give all locks of all clients durable " +
                    "votes (durableVotes)") + ", or leave out assumeNodesKeepKeys(): two clients may hold " +
                    "one lock");
            }
        }
    }

    /**
     * The node's votes are to be on so many replicas: how many it had when it answered.
     */
    static void ofReplicas(final NodeFacts facts, final int asked)
    {
        final long present = facts.info.number("connected_slaves");
        if (present != InfoText.UNKNOWN && present < asked)
        {
            facts.warn("has too few replicas for replicatedVotes, " + present + " of " + asked +
                " when the client connected: until it has them its durable votes do not count; attach " +
                "replicas, or ask for fewer");
        }
    }

    private static boolean isLoopback(final String host)
    {
        return host.equals("localhost") || host.equals("::1") || LOOPBACK.matcher(host).matches();
    }
}
