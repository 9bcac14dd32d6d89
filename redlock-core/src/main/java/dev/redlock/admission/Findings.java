// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.spi.Answer;
import dev.redlock.spi.ReleaseMethod;

/**
 * What one dialogue has found out so far.
 */
final class Findings
{
    private static final String UNKNOWN_TEXT = "unknown";
    private static final List<String> SELF_NAMING = List.of("valkey", "dragonfly", "garnet", "kvrocks");

    InfoText info = InfoText.NOTHING;
    ReleaseMethod releaseMethod = ReleaseMethod.SCRIPT;
    long nodeTimeUs = NodeFacts.UNKNOWN;
    long clientId = NodeFacts.UNKNOWN;
    int protocol = 2;
    private final List<String> warnings = new ArrayList<>();
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
                case "proto":
                    protocol = value.number() == 3 ? 3 : 2;
                    break;

                case "id":
                    clientId = value.number();
                    break;

                case "role":
                    greetedRole = value.text();
                    break;

                case "mode":
                    greetedMode = value.text();
                    break;

                default:
                    break;
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

    String role()
    {
        final String role = info.text("role") != null ? info.text("role") : greetedRole;

        return role == null ? UNKNOWN_TEXT : "slave".equals(role) ? "replica" : role;
    }

    boolean isMaster()
    {
        return "master".equals(role()) || UNKNOWN_TEXT.equals(role());
    }

    boolean isCluster()
    {
        return info.is("cluster_enabled", "1") || hasMode("cluster");
    }

    boolean isSentinel()
    {
        return hasMode("sentinel");
    }

    boolean isLoading()
    {
        return info.is("loading", "1");
    }

    String connectedMaster()
    {
        final String host = info.text("master_host");

        return host == null ? null : host + ":" + info.text("master_port");
    }

    NodeFacts facts(final String node)
    {
        final String serverName = serverName();
        final String version = info.text(serverName + "_version");
        final boolean snapshotFailed = info.is("rdb_last_bgsave_status", "err");
        final boolean appendFailed = info.is("aof_last_write_status", "err");

        return new NodeFacts(
            node,
            info.identity("run_id"),
            serverName,
            version == null ? UNKNOWN_TEXT : version,
            role(),
            isCluster(),
            connectedMaster(),
            info.identity("master_replid"),
            info.text("master_replid2"),
            info.number("uptime_in_seconds"),
            info.text("maxmemory_policy"),
            info.number("maxmemory"),
            info.is("aof_enabled", "1"),
            !snapshotFailed && !appendFailed,
            clientId,
            releaseMethod,
            protocol,
            nodeTimeUs,
            warnings);
    }

    private boolean hasMode(final String mode)
    {
        return mode.equals(greetedMode) || info.is("redis_mode", mode) || info.is("server_mode", mode);
    }

    /*
     * Others report the version of Redis that they are compatible with, and their own beside it.
     */
    private String serverName()
    {
        for (final String name : SELF_NAMING)
        {
            if (info.text(name + "_version") != null)
            {
                return name;
            }
        }

        return info.text("redis_version") == null ? UNKNOWN_TEXT : "redis";
    }
}
