// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.redlock.spi.Answer;
import dev.redlock.test.memory.time.MemoryClock;

/**
 * A node's part of the dialogue: greeting, authentication (without a password), and facts.
 */
public final class NodeSession
{
    private static final String VERSION = "7.0.15";
    private static final String NO_PASSWORD =
        " called without any password configured for the default user. Are you sure your configuration" +
        " is correct?";
    private static final long NS_PER_SECOND = 1_000_000_000;

    static final String NO_EARLIER_ID = "0".repeat(40);

    private final Map<String, String> facts = new TreeMap<>();
    private final MemoryClock wall;
    private String unchanging;
    private long startNs;
    private long overstatedNs;
    private long clientId;

    public NodeSession(final NodeCommands commands, final MemoryClock wall)
    {
        this.wall = wall;
        facts.put("redis_version", VERSION);
        facts.put("redis_mode", "standalone");
        facts.put("role", "master");
        facts.put("cluster_enabled", "0");
        facts.put("loading", "0");
        facts.put("maxmemory", "0");
        facts.put("maxmemory_policy", "noeviction");
        facts.put("aof_enabled", "0");
        facts.put("rdb_last_bgsave_status", "ok");
        facts.put("aof_last_write_status", "ok");

        commands.add("HELLO", 1, this::hello);
        commands.add("AUTH", 2, this::auth);
        commands.add("SELECT", 2, this::select);
        commands.add("CLIENT", 2, this::client);
        commands.add("INFO", 1, this::info);
    }

    public void overstate(final long newOverstatedNs)
    {
        overstatedNs = newOverstatedNs;
    }

    public void begin(final String runId, final String replicationId)
    {
        startNs = wall.nowNs() - overstatedNs;
        facts.put("run_id", runId);
        facts.put("master_replid", replicationId);
        facts.put("master_replid2", NO_EARLIER_ID);
        facts.put("second_repl_offset", "-1");
        unchanging = null;
    }

    /**
     * The data go on from another history.
     */
    public void goOnFrom(final String earlierId)
    {
        facts.put("master_replid2", earlierId);
        facts.put("second_repl_offset", "1");
        unchanging = null;
    }

    /**
     * The connection of the next command.
     */
    public void client(final long id)
    {
        clientId = id;
    }

    public void fact(final String name, final String value)
    {
        facts.put(name, value);
        unchanging = null;
    }

    public String fact(final String name)
    {
        return facts.get(name);
    }

    private NodeReply hello(final ReceivedCommand command)
    {
        if (command.count() > 1 && command.number(1) != 2 && command.number(1) != 3)
        {
            throw new NodeError("NOPROTO unsupported protocol version");
        }
        for (int i = 2; i < command.count(); i++)
        {
            if (command.isWord(i, "AUTH"))
            {
                throw new NodeError("ERR AUTH <password>" + NO_PASSWORD);
            }
        }

        final List<Answer> elements = new ArrayList<>();
        pair(elements, "server", NodeReply.text("redis").answer());
        pair(elements, "version", NodeReply.text(VERSION).answer());
        pair(elements, "proto", Answer.number(command.count() > 1 ? command.number(1) : 2));
        pair(elements, "id", Answer.number(clientId));
        pair(elements, "mode", NodeReply.text(fact("redis_mode")).answer());
        pair(elements, "role", NodeReply.text(fact("role")).answer());
        pair(elements, "modules", Answer.list(List.of()));

        return NodeReply.list(elements);
    }

    private NodeReply auth(final ReceivedCommand command)
    {
        throw new NodeError("ERR AUTH <password>" + NO_PASSWORD);
    }

    private NodeReply select(final ReceivedCommand command)
    {
        if (command.number(1) != 0)
        {
            throw new NodeError("ERR DB index is out of range");
        }

        return NodeReply.OK;
    }

    private NodeReply client(final ReceivedCommand command)
    {
        return command.isWord(1, "ID") ? NodeReply.number(clientId) : NodeReply.OK;
    }

    private NodeReply info(final ReceivedCommand command)
    {
        if (unchanging == null)
        {
            final StringBuilder text = new StringBuilder();
            facts.forEach((name, value) -> text.append(name).append(':').append(value).append("\r\n"));
            unchanging = text.toString();
        }

        final long uptimeS = (wall.nowNs() - startNs) / NS_PER_SECOND;

        return NodeReply.text(unchanging + "uptime_in_seconds:" + uptimeS + "\r\n");
    }

    private static void pair(final List<Answer> elements, final String name, final Answer value)
    {
        elements.add(NodeReply.text(name).answer());
        elements.add(value);
    }
}
