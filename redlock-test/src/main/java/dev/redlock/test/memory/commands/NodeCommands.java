// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import dev.redlock.spi.Answer;
import dev.redlock.test.memory.time.MemoryClock;

/**
 * The commands that a node knows: those that locks are made of, and a few to look at them.
 */
public final class NodeCommands
{
    /**
     * Commands that newer servers have, and a node only when it is told to.
     */
    static final Set<String> NATIVE_RELEASES = Set.of("DELIFEQ", "DELEX", "CAD");

    /*
     * What Redis flags as "denyoom", and what as "write" besides.
     */
    private static final Set<String> NEED_MEMORY = Set.of("SET", "APPEND", "INCRBY", "MSET", "HSET", "ZADD");
    private static final Set<String> OTHER_WRITES =
        Set.of("DEL", "PEXPIRE", "DELIFEQ", "CAD", "DELEX", "FLUSHALL", "HDEL", "ZREM");
    private static final Set<String> SCRIPTS = Set.of("EVAL", "EVALSHA");
    private static final String NO_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";
    private static final long US_PER_SECOND = 1_000_000;

    private final Map<String, Entry> table = new HashMap<>();
    private final Keyspace keys;
    private final MemoryClock wall;
    private boolean isShortOfMemory;
    private String refusalOfWrites;
    private boolean hasWritten;

    public NodeCommands(final Keyspace keys, final MemoryClock wall)
    {
        this.keys = keys;
        this.wall = wall;

        add("PING", 1, (command) ->
            command.count() == 1 ? NodeReply.status("PONG") : NodeReply.of(Answer.text(command.bytes(1))));
        add("QUIT", 1, (command) -> NodeReply.OK);
        add("TIME", 1, this::time);
        add("FLUSHALL", 1, this::flushAll);
        add("GET", 2, this::get);
        add("SET", 3, this::set);
        add("APPEND", 3, this::append);
        add("STRLEN", 2, this::strlen);
        add("INCRBY", 3, this::incrby);
        add("MSET", 3, this::mset);
        add("DEL", 2, (command) -> NodeReply.number(keys.delete(command.key(1)) ? 1 : 0));
        add("EXISTS", 2, (command) -> NodeReply.number(keys.holds(command.key(1)) ? 1 : 0));
        add("KEYS", 2, this::keys);
        add("PTTL", 2, (command) -> NodeReply.number(keys.ttlMs(command.key(1))));
        add("PEXPIRE", 3, this::pexpire);
        add("DELIFEQ", 3, (command) -> deleteIfEqual(command, 2));
        add("CAD", 3, (command) -> deleteIfEqual(command, 2));
        add("DELEX", 2, this::delex);
        add("COMMAND", 2, this::describe);
    }

    public void add(
        final String name, final int leastArguments, final Function<ReceivedCommand, NodeReply> body)
    {
        table.put(name, new Entry(name, leastArguments, body));
    }

    /**
     * Whether commands that need memory are refused, but for those of a script that has written before.
     */
    public void shortOfMemory(final boolean isShort)
    {
        isShortOfMemory = isShort;
    }

    /**
     * Refuses every command that writes, in scripts, too.
     *
     * @param error in the server's words; null for none.
     */
    public void refuseWrites(final String error)
    {
        refusalOfWrites = error;
    }

    /**
     * Whether a command may write: all scripts may.
     */
    public boolean mayWrite(final String name)
    {
        final Entry entry = table.get(name);

        return entry != null && (entry.isWrite || SCRIPTS.contains(name));
    }

    public void learn(final String name)
    {
        if (!NATIVE_RELEASES.contains(name))
        {
            throw new IllegalArgumentException("'" + name + "' cannot be learnt, only " + NATIVE_RELEASES);
        }
        table.get(name).isKnown = true;
    }

    /**
     * Executes a command that a client has sent.
     *
     * @throws NodeError if that is what the node answers.
     */
    public NodeReply run(final ReceivedCommand command)
    {
        hasWritten = false;

        return call(command);
    }

    /**
     * Executes a command, perhaps of a script.
     *
     * @throws NodeError if that is what the node answers.
     */
    public NodeReply call(final ReceivedCommand command)
    {
        final Entry entry = table.get(command.name());
        if (entry == null || !entry.isKnown)
        {
            throw new NodeError("ERR unknown command '" + command.text(0) + "'");
        }
        if (command.count() < entry.leastArguments)
        {
            throw new NodeError("ERR wrong number of arguments for '" + command.text(0) + "' command");
        }

        if (entry.isWrite && refusalOfWrites != null)
        {
            throw new NodeError(refusalOfWrites);
        }
        if (entry.needsMemory && isShortOfMemory && !hasWritten)
        {
            throw new NodeError(NO_MEMORY);
        }
        hasWritten |= entry.isWrite;

        return entry.body.apply(command);
    }

    private boolean knows(final String name)
    {
        final Entry entry = table.get(name);

        return entry != null && entry.isKnown;
    }

    private NodeReply time(final ReceivedCommand command)
    {
        final long nowUs = Math.floorDiv(wall.nowNs(), 1000L);

        return NodeReply.list(List.of(
            NodeReply.text(Long.toString(nowUs / US_PER_SECOND)).answer(),
            NodeReply.text(Long.toString(nowUs % US_PER_SECOND)).answer()));
    }

    private NodeReply flushAll(final ReceivedCommand command)
    {
        keys.clear();

        return NodeReply.OK;
    }

    private NodeReply get(final ReceivedCommand command)
    {
        final byte[] value = keys.string(command.key(1));

        return value == null ? NodeReply.nil() : NodeReply.of(Answer.text(value));
    }

    private NodeReply keys(final ReceivedCommand command)
    {
        if (!command.isWord(1, "*"))
        {
            throw new NodeError("ERR this node knows no pattern but *");
        }

        return NodeReply.list(keys.names().stream().map((name) -> NodeReply.text(name).answer()).toList());
    }

    private NodeReply set(final ReceivedCommand command)
    {
        boolean isForNew = false;
        boolean isForOld = false;
        long ttlMs = Keyspace.NO_EXPIRY;
        for (int i = 3; i < command.count(); i++)
        {
            if (command.isWord(i, "NX"))
            {
                isForNew = true;
            }
            else if (command.isWord(i, "XX"))
            {
                isForOld = true;
            }
            else if (command.isWord(i, "PX") && i + 1 < command.count())
            {
                i++;
                ttlMs = positive(command.number(i), "set");
            }
            else
            {
                throw new NodeError("ERR syntax error");
            }
        }

        if (isForNew && isForOld)
        {
            throw new NodeError("ERR syntax error");
        }
        if (isForNew && keys.holds(command.key(1)) || isForOld && !keys.holds(command.key(1)))
        {
            return NodeReply.nil();
        }
        keys.put(command.key(1), command.bytes(2), ttlMs);

        return NodeReply.OK;
    }

    private NodeReply append(final ReceivedCommand command)
    {
        final byte[] old = keys.string(command.key(1));
        final byte[] more = command.bytes(2);
        final byte[] joined = old == null ? more.clone() : Arrays.copyOf(old, old.length + more.length);
        if (old != null)
        {
            System.arraycopy(more, 0, joined, old.length, more.length);
        }
        keys.replace(command.key(1), joined);

        return NodeReply.number(joined.length);
    }

    private NodeReply strlen(final ReceivedCommand command)
    {
        final byte[] value = keys.string(command.key(1));

        return NodeReply.number(value == null ? 0 : value.length);
    }

    private NodeReply incrby(final ReceivedCommand command)
    {
        final byte[] old = keys.string(command.key(1));
        final long present = old == null ? 0 : new ReceivedCommand(new byte[][]{old}).number(0);
        final long sum = present + command.number(2);
        keys.replace(command.key(1), Long.toString(sum).getBytes(StandardCharsets.US_ASCII));

        return NodeReply.number(sum);
    }

    private NodeReply mset(final ReceivedCommand command)
    {
        for (int i = 1; i + 1 < command.count(); i += 2)
        {
            keys.put(command.key(i), command.bytes(i + 1), Keyspace.NO_EXPIRY);
        }

        return NodeReply.OK;
    }

    private NodeReply pexpire(final ReceivedCommand command)
    {
        final long ttlMs = command.number(2);
        if (ttlMs <= 0)
        {
            return NodeReply.number(keys.delete(command.key(1)) ? 1 : 0);
        }

        return NodeReply.number(keys.expire(command.key(1), ttlMs) ? 1 : 0);
    }

    /*
     * Never without its condition: a plain deletion is what no lock may ever send.
     */
    private NodeReply delex(final ReceivedCommand command)
    {
        if (command.count() != 4 || !command.isWord(2, "IFEQ"))
        {
            throw new NodeError("ERR syntax error");
        }

        return deleteIfEqual(command, 3);
    }

    private NodeReply deleteIfEqual(final ReceivedCommand command, final int value)
    {
        final String key = command.key(1);
        final boolean isEqual = Arrays.equals(keys.string(key), command.bytes(value));

        return NodeReply.number(isEqual && keys.delete(key) ? 1 : 0);
    }

    private NodeReply describe(final ReceivedCommand command)
    {
        if (!command.isWord(1, "INFO"))
        {
            throw new NodeError("ERR unknown subcommand '" + command.text(1) + "'. Try COMMAND HELP.");
        }

        final Answer[] described = new Answer[command.count() - 2];
        for (int i = 0; i < described.length; i++)
        {
            final String name = command.text(i + 2);
            described[i] = knows(name) ? Answer.list(List.of(NodeReply.text(name).answer())) : Answer.nil();
        }

        return NodeReply.list(List.of(described));
    }

    private static long positive(final long ttlMs, final String name)
    {
        if (ttlMs <= 0)
        {
            throw new NodeError("ERR invalid expire time in '" + name + "' command");
        }

        return ttlMs;
    }

    private static final class Entry
    {
        private final int leastArguments;
        private final Function<ReceivedCommand, NodeReply> body;
        private final boolean needsMemory;
        private final boolean isWrite;
        private boolean isKnown;

        private Entry(
            final String name, final int leastArguments, final Function<ReceivedCommand, NodeReply> body)
        {
            this.leastArguments = leastArguments;
            this.body = body;
            needsMemory = NEED_MEMORY.contains(name);
            isWrite = needsMemory || OTHER_WRITES.contains(name);
            isKnown = !NATIVE_RELEASES.contains(name);
        }
    }
}
