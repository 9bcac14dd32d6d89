// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.micro;

import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * A transport without a network: keeps the correlation ids of what it is offered, node by node, for a
 * benchmark that answers in the nodes' place. What remains is the cost of the engine.
 * <p>
 * Much like {@code QuietTransport} of the engine's allocation tests, on purpose: that one is a test source of
 * the core, which benchmarks do not see, and neither is worth publishing for the other's sake.
 */
final class GrantingTransport implements Transport
{
    private static final int CAPACITY = 64;
    private static final long START_S = 1_800_000_000;
    private static final long NS_PER_S = 1_000_000_000;
    private static final long NS_PER_US = 1_000;

    private record Key(int length) implements PreparedKey
    {
    }

    private final long[][] ids;
    private final CommandTemplate[][] templates;
    private final long[][] numbers;
    private final Reply own = new Reply();
    private final byte[] digits = new byte[20];
    private final int[] heads;
    private final int[] tails;

    GrantingTransport(final int nodeCount)
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

    long next(final int nodeIndex)
    {
        return ids[nodeIndex][heads[nodeIndex]++ & CAPACITY - 1];
    }

    /**
     * What the next operation can be answered by: the given reply, unless it belongs to a heartbeat. The
     * nodes' clocks run with ours, or they would be kept out.
     */
    Reply replyToNext(final int nodeIndex, final Reply reply, final long nowNs)
    {
        final int slot = heads[nodeIndex] & CAPACITY - 1;
        return switch (templates[nodeIndex][slot].name())
        {
            case "ping" -> echo(numbers[nodeIndex][slot]);
            case "time" -> own.set(Reply.Kind.NUMBERS).add(START_S + nowNs / NS_PER_S)
                .add(nowNs % NS_PER_S / NS_PER_US);
            case "replication", "memory" -> own.set(Reply.Kind.TEXT);
            default -> reply;
        };
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
        return new Key(key.length);
    }

    @Override
    public void connect(final Connection connection)
    {
    }

    @Override
    public void disconnect(final Connection connection)
    {
        throw new IllegalStateException(connection + " was given up, but it answers at once");
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        final int nodeIndex = connection.index();
        final int slot = tails[nodeIndex]++ & CAPACITY - 1;
        ids[nodeIndex][slot] = operation.correlationId();
        templates[nodeIndex][slot] = operation.template();
        numbers[nodeIndex][slot] = operation.number(NodeCommand.NONCE);

        return ACCEPTED;
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        throw new IllegalStateException("the engine makes no inquiries");
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
