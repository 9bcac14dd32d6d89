// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.spi.Answer;

/**
 * The commands of hashes that locks need. A hash is replaced, never changed.
 */
public final class HashCommands
{
    private static final int FIRST_FIELD = 2;

    private final Keyspace keys;

    private HashCommands(final Keyspace keys)
    {
        this.keys = keys;
    }

    /**
     * A node learns them.
     *
     * @param commands that it knows.
     * @param keyspace where they work.
     */
    public static void add(final NodeCommands commands, final Keyspace keyspace)
    {
        final HashCommands body = new HashCommands(keyspace);
        commands.add("HSET", 4, body::hset);
        commands.add("HGET", 3, body::hget);
        commands.add("HMGET", 3, body::hmget);
        commands.add("HDEL", 3, body::hdel);
    }

    private NodeReply hset(final ReceivedCommand command)
    {
        if (command.count() % 2 != 0)
        {
            throw new NodeError("ERR wrong number of arguments for 'hset' command");
        }

        final Map<String, byte[]> fields = fields(command);
        final int before = fields.size();
        for (int i = FIRST_FIELD; i < command.count(); i += 2)
        {
            fields.put(command.key(i), command.bytes(i + 1));
        }
        keys.replace(command.key(1), new Hash(fields));

        return NodeReply.number(fields.size() - before);
    }

    private NodeReply hget(final ReceivedCommand command)
    {
        final byte[] value = fields(command).get(command.key(FIRST_FIELD));

        return value == null ? NodeReply.nil() : NodeReply.of(Answer.text(value));
    }

    private NodeReply hmget(final ReceivedCommand command)
    {
        final Map<String, byte[]> fields = fields(command);
        final List<Answer> values = new ArrayList<>();
        for (int i = FIRST_FIELD; i < command.count(); i++)
        {
            final byte[] value = fields.get(command.key(i));
            values.add(value == null ? Answer.nil() : Answer.text(value));
        }

        return NodeReply.list(values);
    }

    private NodeReply hdel(final ReceivedCommand command)
    {
        final Map<String, byte[]> fields = fields(command);
        final int before = fields.size();
        for (int i = FIRST_FIELD; i < command.count(); i++)
        {
            fields.remove(command.key(i));
        }
        if (fields.isEmpty())
        {
            keys.delete(command.key(1));
        }
        else if (fields.size() < before)
        {
            keys.replace(command.key(1), new Hash(fields));
        }

        return NodeReply.number(before - fields.size());
    }

    /*
     * A copy.
     */
    private Map<String, byte[]> fields(final ReceivedCommand command)
    {
        final Hash hash = keys.value(command.key(1), Hash.class);

        return hash == null ? new HashMap<>() : new HashMap<>(hash.fields);
    }

    private record Hash(Map<String, byte[]> fields)
    {
    }
}
