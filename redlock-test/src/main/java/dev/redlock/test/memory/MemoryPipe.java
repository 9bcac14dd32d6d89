// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayDeque;

/**
 * One direction of one connection: messages in flight, in order.
 */
final class MemoryPipe
{
    private final ArrayDeque<Message> messages = new ArrayDeque<>();
    private final MemoryNetwork network;
    private final MemoryFlow flow;
    private MemoryFlow.Gate gate;
    private boolean isDeaf;
    private boolean isPlanned;
    private long lastDueNs;
    private int bytes;

    MemoryPipe(final MemoryNetwork network, final MemoryFlow flow, final MemoryFlow.Gate gate)
    {
        this.network = network;
        this.flow = flow;
        this.gate = gate;
        lastDueNs = network.nowNs();
    }

    int messages()
    {
        return messages.size();
    }

    /**
     * Messages that were sent and have not arrived.
     */
    int bytes()
    {
        return bytes;
    }

    void send(final int size, final Runnable arrival)
    {
        isDeaf |= gate == MemoryFlow.Gate.DROPPING;
        if (!isDeaf)
        {
            lastDueNs = Math.max(lastDueNs, network.nowNs() + flow.drawDelayNs());
            messages.add(new Message(lastDueNs, size, arrival));
            bytes += size;
            plan();
        }
    }

    void gate(final MemoryFlow.Gate newGate)
    {
        gate = newGate;
        if (gate == MemoryFlow.Gate.DROPPING && !messages.isEmpty())
        {
            discard();
        }
        else if (gate == MemoryFlow.Gate.OPEN)
        {
            plan();
        }
    }

    /**
     * Drops everything that is sent from now on.
     */
    void deafen()
    {
        isDeaf = true;
    }

    /**
     * Drops what is in flight, and everything that is sent from now on.
     */
    void close()
    {
        discard();
        flow.closed(this);
    }

    private void discard()
    {
        isDeaf = true;
        messages.clear();
        bytes = 0;
    }

    /*
     * One event at a time: it delivers the first message and plans the next. No message is due before an
     * earlier one, so it is never planned too late.
     */
    private void plan()
    {
        if (!isPlanned && !messages.isEmpty() && gate == MemoryFlow.Gate.OPEN)
        {
            isPlanned = true;
            network.at(messages.peek().dueNs, this::pump);
        }
    }

    private void pump()
    {
        isPlanned = false;
        while (gate == MemoryFlow.Gate.OPEN && !messages.isEmpty() &&
            messages.peek().dueNs <= network.nowNs())
        {
            final Message message = messages.poll();
            bytes -= message.size;
            message.arrival.run();
        }
        plan();
    }

    private static final class Message
    {
        private final long dueNs;
        private final int size;
        private final Runnable arrival;

        private Message(final long dueNs, final int size, final Runnable arrival)
        {
            this.dueNs = dueNs;
            this.size = size;
            this.arrival = arrival;
        }
    }
}
