// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One direction of one connection: messages in flight, in order.
 */
final class MemoryPipe
{
    enum Gate
    {
        OPEN,
        HELD,
        DROPPING
    }

    private final ArrayDeque<Message> messages = new ArrayDeque<>();
    private final World world;
    private final LongSupplier delayNs;
    private final Consumer<MemoryPipe> onClosed;
    private Gate gate;
    private boolean isDeaf;
    private boolean isPlanned;
    private long lastDueNs;
    private int bytes;

    MemoryPipe(
        final World world, final LongSupplier delayNs, final Consumer<MemoryPipe> onClosed, final Gate gate)
    {
        this.world = world;
        this.delayNs = delayNs;
        this.onClosed = onClosed;
        this.gate = gate;
        lastDueNs = world.nowNs();
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
        isDeaf |= gate == Gate.DROPPING;
        if (!isDeaf)
        {
            lastDueNs = Math.max(lastDueNs, world.nowNs() + delayNs.getAsLong());
            messages.add(new Message(lastDueNs, size, arrival));
            bytes += size;
            plan();
        }
    }

    void gate(final Gate newGate)
    {
        gate = newGate;
        if (gate == Gate.DROPPING && !messages.isEmpty())
        {
            discard();
        }
        else if (gate == Gate.OPEN)
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
        onClosed.accept(this);
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
        if (!isPlanned && !messages.isEmpty() && gate == Gate.OPEN)
        {
            isPlanned = true;
            world.at(messages.peek().dueNs(), this::pump);
        }
    }

    private void pump()
    {
        isPlanned = false;
        while (gate == Gate.OPEN && !messages.isEmpty() && messages.peek().dueNs() <= world.nowNs())
        {
            final Message message = messages.poll();
            bytes -= message.size();
            message.arrival().run();
        }
        plan();
    }

    private record Message(long dueNs, int size, Runnable arrival)
    {
    }
}
