// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;

/**
 * One node in memory: keys and their owner tokens, without expiry. Shared by all clients of a test.
 */
final class InstantNode
{
    final ConcurrentHashMap<ByteBuffer, ByteBuffer> keys = new ConcurrentHashMap<>();
    volatile boolean isSilent;
    volatile boolean isDown;
    volatile FakeFate[] fates = {};
    volatile long clockAheadUs;
    volatile String role = "master";
    private final int index;
    private final long startNs = System.nanoTime();
    private final AtomicInteger connections = new AtomicInteger();
    private int attempts;

    InstantNode(final int index)
    {
        this.index = index;
    }

    /**
     * What becomes of the next attempt to connect; null for nothing unusual.
     */
    FakeFate nextFate()
    {
        return fates.length == 0 ? null : fates[attempts++ % fates.length];
    }

    /**
     * Does what an operation says.
     */
    void execute(final Operation operation, final Reply reply)
    {
        final String name = operation.template().name();

        if ("ping".equals(name))
        {
            final byte[] nonce = Long.toString(operation.number(0)).getBytes(StandardCharsets.US_ASCII);
            reply.set(Reply.Kind.TEXT).add(nonce, 0, nonce.length);
        }
        else if ("replication".equals(name) || "memory".equals(name))
        {
            reply.set(Reply.Kind.TEXT);
        }
        else if ("time".equals(name))
        {
            final long nowUs = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNs) + clockAheadUs;
            reply.set(Reply.Kind.NUMBERS).add(1_000_000_000L + nowUs / 1_000_000).add(nowUs % 1_000_000);
        }
        else if ("acquire".equals(name))
        {
            final boolean isFree = keys.putIfAbsent(key(operation), token(operation)) == null;
            reply.set(isFree ? Reply.Kind.OK : Reply.Kind.NIL);
        }
        else if (name.startsWith("extend"))
        {
            final boolean isOurs = token(operation).equals(keys.get(key(operation)));
            reply.set(Reply.Kind.NUMBERS).add(isOurs ? 1 : 0);
        }
        else
        {
            final boolean isOurs = keys.remove(key(operation), token(operation));
            reply.set(Reply.Kind.NUMBERS).add(isOurs ? 1 : 0);
        }
    }

    private static ByteBuffer key(final Operation operation)
    {
        return ((FakeKey)operation.key()).bytes();
    }

    private static ByteBuffer token(final Operation operation)
    {
        return ByteBuffer.wrap(operation.bytes(Operation.TOKEN).clone());
    }

    /**
     * Answers a question of the dialogue, or of an operator.
     */
    Answer answer(final byte[][] command)
    {
        final String name = new String(command[0], StandardCharsets.UTF_8);

        switch (name)
        {
            case "HELLO":
                return Answer.list(List.of(
                    text("proto"), Answer.number(3), text("id"), Answer.number(connections.incrementAndGet()),
                    text("mode"), text("standalone"), text("role"), text(role)));

            case "INFO":
                return text("redis_version:7.2.0\r\nrun_id:" + "%040x".formatted(index + 1) +
                    "\r\nrole:" + role + "\r\nuptime_in_seconds:100000" +
                    "\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction\r\nloading:0\r\n");

            case "SCRIPT":
                final String script = new String(command[2], StandardCharsets.UTF_8);

                return text(Script.of("loaded", script).sha1());

            case "COMMAND":
                return Answer.list(List.of(Answer.nil(), Answer.nil(), Answer.nil()));

            case "TIME":
                return Answer.list(List.of(text("1000000000"), text("0")));

            case "SET", "GET":
                return Answer.nil();

            case "DEL", "PTTL", "PEXPIRE", "EVAL", "EVALSHA":
                return Answer.number(0);

            default:
                return text("OK");
        }
    }

    private static Answer text(final String text)
    {
        return Answer.text(text.getBytes(StandardCharsets.UTF_8));
    }
}
