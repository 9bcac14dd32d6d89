// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * A transport that allocates nothing: of every operation it keeps the correlation id, in order.
 */
final class QuietTransport implements Transport
{
    private static final int CAPACITY = 1024;

    /*
     * Where scripts tell the time that refuse.
     */
    private static final int TIME = 3;

    /**
     * Who has asked last for a place in line, and how often that was asked for.
     */
    final byte[] waiter = new byte[WaitRule.TOKEN_BYTES];
    int waits;

    private final long[][] ids;
    private final CommandTemplate[][] templates;
    private final long[][] numbers;
    private final Reply own = new Reply();
    private final byte[] digits = new byte[20];
    private final int[] heads;
    private final int[] tails;

    QuietTransport(final int nodeCount)
    {
        ids = new long[nodeCount][CAPACITY];
        templates = new CommandTemplate[nodeCount][CAPACITY];
        numbers = new long[nodeCount][CAPACITY];
        heads = new int[nodeCount];
        tails = new int[nodeCount];
    }

    boolean hasNext(final int nodeIndex)
    {
        return heads[nodeIndex] != tails[nodeIndex];
    }

    /**
     * Of the operation that is next.
     */
    CommandTemplate template(final int nodeIndex)
    {
        return templates[nodeIndex][heads[nodeIndex] & CAPACITY - 1];
    }

    long next(final int nodeIndex)
    {
        return ids[nodeIndex][heads[nodeIndex]++ & CAPACITY - 1];
    }

    /**
     * What the next operation can be answered by: the given reply, unless it belongs to a heartbeat or to a
     * second connection, with the node's time in it if it has one.
     */
    Reply replyToNext(final int nodeIndex, final Reply reply, final long timeUs)
    {
        final int slot = heads[nodeIndex] & CAPACITY - 1;
        return switch (templates[nodeIndex][slot].name())
        {
            case "ping" -> echo(numbers[nodeIndex][slot]);
            case "time" -> own.set(Reply.Kind.NUMBERS).add(timeUs / 1_000_000).add(timeUs % 1_000_000);
            case "barrier" -> own.set(Reply.Kind.NUMBERS).add(1);
            case "confirmation" -> own.set(Reply.Kind.NUMBERS).add(1).add(0);
            case "replication", "memory" -> own.set(Reply.Kind.TEXT);
            default -> reply.isTime() ? own.set(Reply.Kind.NUMBERS).add(timeUs) :
                !ReplyFacts.tellsTime(reply) ? reply : timed(reply, timeUs);
        };
    }

    private Reply timed(final Reply reply, final long timeUs)
    {
        own.set(Reply.Kind.NUMBERS);
        for (int i = 0, n = reply.size(); i < n; i++)
        {
            own.add(i == TIME ? timeUs : reply.number(i));
        }

        return own;
    }

    private Reply echo(final long number)
    {
        long rest = number;
        int at = digits.length;
        do
        {
            at--;
            digits[at] = (byte)('0' + rest % 10);
            rest /= 10;
        }
        while (rest > 0);

        return own.set(Reply.Kind.TEXT).add(digits, at, digits.length - at);
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return new ScriptedKey("quiet");
    }

    @Override
    public void connect(final Connection connection)
    {
    }

    @Override
    public void disconnect(final Connection connection)
    {
        throw new AssertionError("nobody is silent here");
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        final int nodeIndex = connection.index();
        templates[nodeIndex][tails[nodeIndex] & CAPACITY - 1] = operation.template();
        numbers[nodeIndex][tails[nodeIndex] & CAPACITY - 1] = operation.number(NodeCommand.NONCE);
        ids[nodeIndex][tails[nodeIndex]++ & CAPACITY - 1] = operation.correlationId();
        if (operation.template().name().startsWith("wait in line"))
        {
            waits++;
            System.arraycopy(operation.bytes(Operation.TOKEN), 0, waiter, 0, waiter.length);
        }

        return ACCEPTED;
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        throw new AssertionError("the engine makes no inquiries");
    }

    @Override
    public void flush()
    {
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        return 0;
    }

    @Override
    public void wakeup()
    {
    }

    @Override
    public void close()
    {
    }
}
