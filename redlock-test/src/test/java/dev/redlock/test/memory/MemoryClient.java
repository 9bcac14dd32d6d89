// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.TlsOptions;

/**
 * Asks nodes of a network anything, and waits for the answer in virtual time.
 */
final class MemoryClient implements TransportHandler
{
    static final long MS = 1_000_000;

    final MemoryTransport transport;
    final List<DownReason> downs = new ArrayList<>();
    final List<byte[]> messages = new ArrayList<>();
    final List<Connection> connections;
    private final MemoryNetwork network;
    private int up;

    MemoryClient(final MemoryNetwork network, final String name)
    {
        this.network = network;
        connections = Connection.toEach(network.addresses(), Connection.Role.VOTING);
        transport = network.open(name, new TransportContext(connections,
            List.of(CommandTemplate.of(0, "ping").literal("PING").build()), TransportLimits.DEFAULT,
            TlsOptions.PLATFORM, Map.of()), this);
    }

    MemoryClient connect()
    {
        final int wanted = up + network.nodeCount();
        connections.forEach(transport::connect);
        while (up < wanted)
        {
            transport.poll(MS);
        }

        return this;
    }

    void connect(final int nodeIndex)
    {
        final int wanted = up + 1;
        transport.connect(connections.get(nodeIndex));
        while (up < wanted)
        {
            transport.poll(MS);
        }
    }

    /**
     * Sends a command, whose answer is told when it comes.
     */
    Pending send(final int nodeIndex, final Object... words)
    {
        final Pending pending = new Pending(words);
        if (transport.inquire(connections.get(nodeIndex), pending) != MemoryTransport.ACCEPTED)
        {
            throw new AssertionError("node " + nodeIndex + " did not accept " + words[0]);
        }
        transport.flush();

        return pending;
    }

    /**
     * Sends a command and waits for its answer; null if the connection ends first.
     */
    Answer call(final int nodeIndex, final Object... words)
    {
        final Pending pending = send(nodeIndex, words);
        while (!pending.isAnswered)
        {
            transport.poll(MS);
        }

        return pending.answer;
    }

    void pass(final long durationNs)
    {
        network.runUntil(network.nowNs() + durationNs);
        transport.poll(0);
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        throw new AssertionError("nothing was offered");
    }

    @Override
    public void onMessage(final Connection connection, final byte[] message, final int length)
    {
        messages.add(Arrays.copyOf(message, length));
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return new Dialogue()
        {
            @Override
            public byte[][] next()
            {
                return null;
            }

            @Override
            public void onAnswer(final Answer answer)
            {
            }

            @Override
            public String refusal()
            {
                return null;
            }
        };
    }

    @Override
    public void onUp(final Connection connection)
    {
        up++;
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        downs.add(reason);
    }

    static final class Pending implements Inquiry
    {
        private final byte[][] command;
        private Answer answer;
        private boolean isAnswered;

        private Pending(final Object... words)
        {
            command = new byte[words.length][];
            for (int i = 0; i < words.length; i++)
            {
                command[i] = words[i] instanceof byte[] ?
                    (byte[])words[i] : words[i].toString().getBytes(StandardCharsets.UTF_8);
            }
        }

        @Override
        public byte[][] command()
        {
            return command;
        }

        @Override
        public void onAnswer(final Connection connection, final Answer newAnswer)
        {
            answer = newAnswer;
            isAnswered = true;
        }

        boolean isAnswered()
        {
            return isAnswered;
        }

        Answer answer()
        {
            return answer;
        }
    }
}
