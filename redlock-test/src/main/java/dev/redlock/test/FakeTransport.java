// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;
import dev.redlock.test.memory.MemoryTransport;

/**
 * One client's transport in real time: a {@link MemoryTransport} behind the lock of {@link RealTime}.
 * <p>
 * Callbacks run without the lock, as those of an application may take long, and others must not wait for
 * them. What the memory transport does around a callback is its engine thread's alone; the lock guards the
 * network and the arrivals.
 */
final class FakeTransport implements Transport
{
    private static final String ACQUIRE = "acquire";
    private static final String RELEASE = "release";

    /*
     * The first poll after the time was moved may belong to a cycle that read the clock before. The cycle of
     * the second sends what is due, and the third finds the answers.
     */
    private static final int IDLE_POLLS = 3;

    private final AtomicBoolean isWoken = new AtomicBoolean();
    private final Set<ByteBuffer> tokens = new HashSet<>();
    private final RealTime time;
    private final MemoryTransport inner;
    private final List<Connection> connections;
    private final boolean isVoting;
    private volatile Thread engineThread;
    private volatile int lanesUp;
    private volatile int idlePolls;
    private volatile boolean isClosed;

    /**
     * Opens it, within {@link RealTime#enter()}.
     */
    FakeTransport(final RealTime time, final MemoryNetwork network, final TransportContext context,
        final TransportHandler handler)
    {
        this.time = time;
        connections = context.connections();
        isVoting = !context.templates().isEmpty();
        inner = network.open("client", context, new Unlocked(handler));
        inner.onArrival(this::endWait);
    }

    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Whether another thread keeps the connections: somebody who waits here for news of them may get them.
     */
    boolean isDrivenByAnother()
    {
        final Thread driver = engineThread;

        return isVoting && !isClosed &&
            driver != null && driver != Thread.currentThread() && driver.isAlive();
    }

    /**
     * Whether the client knows the node, and knows it as up or down.
     */
    boolean knows(final MemoryNode node, final boolean isUp)
    {
        final Connection lane = lane(node);

        return lane == null || (lanesUp & 1 << lane.index()) != 0 == isUp;
    }

    /**
     * Within: the time was moved, so the client looks at once, and is not idle before it has done what became
     * due and has taken the answers.
     */
    void stir()
    {
        idlePolls = 0;
        wakeup();
    }

    /**
     * Whether the client has nothing to do now, and nothing to take.
     */
    boolean isIdle()
    {
        return idlePolls >= IDLE_POLLS;
    }

    /**
     * Within: whether the client has asked for a lock with a token, and not released it.
     */
    boolean hasToken(final byte[] token)
    {
        return tokens.contains(ByteBuffer.wrap(token));
    }

    /**
     * Within: the way to a node, or null.
     */
    MemoryPath path(final MemoryNode node)
    {
        final Connection lane = lane(node);

        return lane == null ? null : inner.path(lane.node());
    }

    private Connection lane(final MemoryNode node)
    {
        return connections.stream()
            .filter((connection) -> node.name().equals(connection.address().host()))
            .findFirst().orElse(null);
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return inner.prepare(key);
    }

    @Override
    public void connect(final Connection connection)
    {
        time.change(() -> inner.connect(connection));
    }

    @Override
    public void disconnect(final Connection connection)
    {
        time.change(() -> inner.disconnect(connection));
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        time.enter();
        try
        {
            final int result = inner.offer(connection, operation);
            if (result == ACCEPTED)
            {
                note(operation.template().name(), operation.bytes(Operation.TOKEN));
            }

            return result;
        }
        finally
        {
            time.leave();
        }
    }

    private void note(final String command, final byte[] token)
    {
        if (command.startsWith(ACQUIRE))
        {
            tokens.add(ByteBuffer.wrap(token.clone()));
        }
        else if (command.startsWith(RELEASE))
        {
            tokens.remove(ByteBuffer.wrap(token));
        }
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        time.enter();
        try
        {
            return inner.inquire(connection, new UnlockedInquiry(time, inquiry));
        }
        finally
        {
            time.leave();
        }
    }

    @Override
    public boolean tellsMessages()
    {
        return true;
    }

    @Override
    public void flush()
    {
        time.change(inner::flush);
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        time.enter();
        try
        {
            inner.flush();
            time.catchUp();
            engineThread = Thread.currentThread();
            if (maxWaitNs > 0)
            {
                awaitArrivals(maxWaitNs);
            }

            final int told = inner.poll(0);
            idlePolls = told > 0 ? 0 : idlePolls + 1;

            return told;
        }
        finally
        {
            time.leave();
        }
    }

    private void awaitArrivals(final long maxWaitNs)
    {
        final long startNs = System.nanoTime();
        long leftNs = maxWaitNs;
        while (leftNs > 0 && !isClosed && !inner.hasArrivals() && !isWoken.get() &&
            !Thread.currentThread().isInterrupted())
        {
            // No deadline has passed: who is not woken before it sleeps has nothing to do.
            idlePolls = IDLE_POLLS;
            time.leave();
            LockSupport.parkNanos(this, leftNs);
            time.enter();
            leftNs = maxWaitNs - (System.nanoTime() - startNs);
        }
        isWoken.set(false);
    }

    @Override
    public void wakeup()
    {
        isWoken.set(true);
        endWait();
    }

    private void endWait()
    {
        LockSupport.unpark(engineThread);
    }

    @Override
    public void close()
    {
        time.change(() ->
        {
            inner.close();
            isClosed = true;
            tokens.clear();
        });
    }

    @Override
    public String toString()
    {
        return inner.toString();
    }

    /**
     * Tells the client without the lock.
     */
    private final class Unlocked implements TransportHandler
    {
        private final TransportHandler handler;

        private Unlocked(final TransportHandler handler)
        {
            this.handler = handler;
        }

        @Override
        public void onReply(final Connection connection, final long correlationId, final Reply reply)
        {
            unlocked(time, () -> handler.onReply(connection, correlationId, reply));
        }

        @Override
        public void onMessage(final Connection connection, final byte[] message, final int length)
        {
            unlocked(time, () -> handler.onMessage(connection, message, length));
        }

        @Override
        public void onUnasked(final Connection connection, final long bytes)
        {
            unlocked(time, () -> handler.onUnasked(connection, bytes));
        }

        @Override
        public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
        {
            return handler.onConnected(connection, sessionOpened);
        }

        @Override
        public void onUp(final Connection connection)
        {
            unlocked(time, () -> handler.onUp(connection));
            lanesUp |= 1 << connection.index();
        }

        @Override
        public void onDown(final Connection connection, final DownReason reason, final String detail)
        {
            unlocked(time, () -> handler.onDown(connection, reason, detail));
            lanesUp &= ~(1 << connection.index());
        }
    }

    private static void unlocked(final RealTime time, final Runnable callback)
    {
        time.leave();
        try
        {
            callback.run();
        }
        finally
        {
            time.enter();
        }
    }

    private record UnlockedInquiry(RealTime time, Inquiry inquiry) implements Inquiry
    {
        @Override
        public byte[][] command()
        {
            return inquiry.command();
        }

        @Override
        public void onAnswer(final Connection connection, final Answer answer)
        {
            unlocked(time, () -> inquiry.onAnswer(connection, answer));
        }
    }
}
