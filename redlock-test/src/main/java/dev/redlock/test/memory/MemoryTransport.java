// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.address.NodeAddress;

/**
 * A client's transport over a {@link MemoryNetwork}. Opened with
 * {@link MemoryNetwork#open(String, TransportContext, TransportHandler)} or a provider of the network.
 * <p>
 * <b>Time:</b> {@code poll(0)} delivers what has arrived by now and lets no time pass: a simulation moves the
 * network itself and polls with 0. A poll that may wait moves the whole network, by one hour at the most.
 * <p>
 * <b>Threads:</b> as the interface says; what belongs to the engine thread is refused to others with
 * {@link IllegalStateException}.
 * <p>
 * A callback may call everything but {@code poll}; a close takes effect when the poll ends. An exception that
 * leaves a callback leaves {@code poll} at once, and the transport is of no use any more.
 */
public final class MemoryTransport implements Transport
{
    private static final long LONGEST_WAIT_NS = 3_600_000_000_000L;

    private final MemoryInbox inbox = new MemoryInbox();
    private final MemoryRendering rendering = new MemoryRendering();
    private final AtomicBoolean isWoken = new AtomicBoolean();
    private final List<MemoryLane> lanes = new ArrayList<>();
    private final World world;
    private final String name;
    private final Consumer<MemoryTransport> onClosed;
    private Thread engineThread;
    private boolean isUnsent;
    private boolean isDelivering;
    private boolean isCloseWanted;
    private boolean isClosed;

    MemoryTransport(final World world, final String name, final TransportContext context,
        final TransportHandler handler, final Function<NodeAddress, MemoryNode> nodes,
        final Consumer<MemoryTransport> onClosed)
    {
        this.world = world;
        this.name = name;
        this.onClosed = onClosed;
        for (final Connection connection : context.connections())
        {
            final MemoryNode node = nodes.apply(connection.address());
            final MemoryPath path =
                node == null ? null : new MemoryPath(world, name, connection.index(), node);
            lanes.add(new MemoryLane(inbox, rendering, handler, context.limits(), path, connection));
        }
    }

    /**
     * The name of the client.
     *
     * @return the name given when it was opened.
     */
    public String name()
    {
        return name;
    }

    /**
     * The path to a node, where faults are set: of its first connection.
     *
     * @param nodeIndex of the node.
     * @return the path.
     * @throws IllegalArgumentException if the network has no node of that address.
     */
    public MemoryPath path(final int nodeIndex)
    {
        return paths(nodeIndex).stream().findFirst().orElseThrow(() -> new IllegalArgumentException(
            "node " + nodeIndex + " of " + name + " has an address that is not in the network"));
    }

    /**
     * All paths that lead to a node: one for each connection.
     *
     * @param nodeIndex of the node.
     * @return in the order of the connections.
     */
    public List<MemoryPath> paths(final int nodeIndex)
    {
        return lanes.stream().filter((lane) -> lane.leadsTo(nodeIndex)).map(MemoryLane::path).toList();
    }

    /**
     * All paths that lead to nodes.
     *
     * @return in the order of the connections.
     */
    public List<MemoryPath> paths()
    {
        return lanes.stream().map(MemoryLane::path).filter(Objects::nonNull).toList();
    }

    /**
     * Sets an action for the first arrival since the last poll, usually to plan a poll.
     *
     * @param newNotice called during the network's work; must not call the transport.
     */
    public void onArrival(final Runnable newNotice)
    {
        inbox.onArrival(newNotice);
    }

    /**
     * Whether a poll has something to deliver.
     *
     * @return true if something has arrived.
     */
    public boolean hasArrivals()
    {
        return !inbox.isEmpty();
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return rendering.prepare(key);
    }

    @Override
    public void connect(final Connection connection)
    {
        checkThread();
        if (!isClosed)
        {
            lanes.get(connection.index()).connect();
        }
    }

    @Override
    public void disconnect(final Connection connection)
    {
        checkThread();
        lanes.get(connection.index()).disconnect("disconnect was called");
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        checkThread();

        isUnsent = true;

        return lanes.get(connection.index()).offer(operation);
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        checkThread();

        isUnsent = true;

        return lanes.get(connection.index()).inquire(inquiry);
    }

    @Override
    public boolean tellsMessages()
    {
        return true;
    }

    @Override
    public void flush()
    {
        checkThread();
        if (isUnsent)
        {
            isUnsent = false;
            lanes.forEach(MemoryLane::flush);
        }
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        flush();
        if (isDelivering)
        {
            throw new IllegalStateException("poll was called from a callback; return from it instead");
        }

        if (maxWaitNs > 0 && inbox.isEmpty() && !isClosed && !Thread.currentThread().isInterrupted())
        {
            final long waitNs = Math.min(maxWaitNs, LONGEST_WAIT_NS);
            world.runUntil(world.nowNs() + waitNs, () -> isWoken.get() || !inbox.isEmpty());
            isWoken.set(false);
        }

        return deliver();
    }

    @Override
    public void wakeup()
    {
        isWoken.set(true);
    }

    @Override
    public void close()
    {
        if (isClosed)
        {
            return;
        }

        if (engineThread != null && !engineThread.isAlive())
        {
            engineThread = Thread.currentThread();
        }
        checkThread();
        if (isDelivering)
        {
            isCloseWanted = true;

            return;
        }

        isClosed = true;
        for (final MemoryLane lane : lanes)
        {
            lane.disconnect("the transport was closed");
            if (!lane.isDown())
            {
                lane.tellEnd();
            }
        }
        inbox.clear();
        onClosed.accept(this);
    }

    @Override
    public String toString()
    {
        return "memory transport of " + name;
    }

    private int deliver()
    {
        isDelivering = true;
        try
        {
            inbox.deliver();
        }
        finally
        {
            isDelivering = false;
        }
        if (isCloseWanted)
        {
            close();
        }

        return inbox.told();
    }

    private void checkThread()
    {
        final Thread current = Thread.currentThread();
        if (engineThread == null)
        {
            engineThread = current;
        }
        if (engineThread != current)
        {
            throw new IllegalStateException(this + " belongs to thread '" + engineThread.getName() +
                "' and was called by '" + current.getName() + "'; only prepare and wakeup may be");
        }
    }
}
