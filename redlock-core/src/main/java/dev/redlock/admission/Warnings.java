// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.regex.Pattern;

import dev.redlock.spi.NodeAddress;

/**
 * Dangers to locks on a node that may still vote.
 */
final class Warnings
{
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    /*
     * The longest usual time to live. Longer holds are not covered.
     */
    private static final long YOUNG_SECONDS = 60;

    private Warnings()
    {
    }

    static void ofSettings(final NodeFacts facts)
    {
        final String policy = facts.info.text("maxmemory_policy");
        if (policy != null && !"noeviction".equals(policy) && facts.info.number("maxmemory") != 0)
        {
            facts.warn("maxmemory-policy is " + ServerWords.plain(policy) + ": when memory is short the " +
                "node may drop a lock that is held, and grant it to a second client; set it to noeviction");
        }
        if (facts.info.is("rdb_last_bgsave_status", "err") || facts.info.is("aof_last_write_status", "err"))
        {
            facts.warn("the latest snapshot, or write to the append-only file, failed: the node may " +
                "refuse to write (MISCONF), and then has no vote; see its log");
        }
    }

    /**
     * At level STRICT this is more than a danger: a marker without a time to live is the last that goes.
     */
    static Refusal ofEviction(final NodeFacts facts)
    {
        final String policy = facts.info.text("maxmemory_policy");

        return policy == null || "noeviction".equals(policy) ? null :
            Refusal.configuration("may drop locks when memory is short (maxmemory-policy " +
                ServerWords.plain(policy) + "), which its incarnation marker would survive: set it to " +
                "noeviction, or use another quarantine level than STRICT");
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
     * A node that is new to this client, so that its grants before its start are unknown.
     */
    static void ofYouth(final NodeFacts facts)
    {
        final long uptimeSeconds = facts.info.number("uptime_in_seconds");
        if (uptimeSeconds >= 0 && uptimeSeconds < YOUNG_SECONDS)
        {
            facts.warn("was started less than a minute ago, and may have forgotten locks that are still " +
                "held");
        }
    }

    private static boolean isLoopback(final String host)
    {
        return host.equals("localhost") || host.equals("::1") || LOOPBACK.matcher(host).matches();
    }
}
