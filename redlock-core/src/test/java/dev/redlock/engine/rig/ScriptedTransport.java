// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;

/**
 * A transport whose nodes say nothing by themselves: it takes operations and keeps them until a test has them
 * answered, in whatever order and at whatever time. Like a real one it refuses what it cannot carry, and it
 * answers for every connection that ends (see {@link EngineRig}).
 */
public final class ScriptedTransport implements Transport
{
    /**
     * What a connection is up to.
     */
    public enum Link
    {
        DOWN,
        CONNECTING,
        UP,
        DROPPED
    }

    public final List<Sent> sent = new ArrayList<>();
    private final Commands commands;
    private final WireLaw law;
    private final LongSupplier clock;
    private final Link[] links;
    private final boolean[] backPressured;
    private final boolean[] isLocal;
    private final int[] connects;
    private final List<List<Sent>> open = new ArrayList<>();

    ScriptedTransport(final int connections, final Commands commands, final WireLaw law,
        final LongSupplier clock)
    {
        this.commands = commands;
        this.law = law;
        this.clock = clock;
        links = new Link[connections];
        backPressured = new boolean[connections];
        isLocal = new boolean[connections];
        connects = new int[connections];
        for (int i = 0; i < connections; i++)
        {
            links[i] = Link.DOWN;
            open.add(new ArrayList<>());
        }
    }

    public Link link(final int nodeIndex)
    {
        return links[nodeIndex];
    }

    public void link(final int nodeIndex, final Link link)
    {
        links[nodeIndex] = link;
    }

    public void backPressured(final int nodeIndex, final boolean isBackPressured)
    {
        backPressured[nodeIndex] = isBackPressured;
    }

    void local(final int nodeIndex, final boolean newIsLocal)
    {
        isLocal[nodeIndex] = newIsLocal;
    }

    @Override
    public boolean isLocal(final Connection connection)
    {
        return isLocal[connection.index()];
    }

    public int connects(final int nodeIndex)
    {
        return connects[nodeIndex];
    }

    /**
     * What a node has been sent and has not answered, in the order of sending.
     */
    public List<Sent> open(final int nodeIndex)
    {
        return open.get(nodeIndex);
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return new ScriptedKey(new String(key, UTF_8));
    }

    @Override
    public void connect(final Connection connection)
    {
        if (links[connection.index()] == Link.DOWN)
        {
            links[connection.index()] = Link.CONNECTING;
            connects[connection.index()]++;
        }
    }

    @Override
    public void disconnect(final Connection connection)
    {
        if (links[connection.index()] != Link.DOWN)
        {
            links[connection.index()] = Link.DROPPED;
        }
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        final Sent offered =
            new Sent(connection.index(), operation, commandOf(operation), clock.getAsLong());
        final boolean isVoting = connection.role() == Connection.Role.VOTING;
        if (isVoting)
        {
            law.onOffered(offered);
        }

        if (links[connection.index()] != Link.UP)
        {
            return NOT_CONNECTED;
        }
        if (backPressured[connection.index()])
        {
            return BACK_PRESSURED;
        }

        sent.add(offered);
        open.get(connection.index()).add(offered);
        if (isVoting)
        {
            law.onAccepted(offered);
        }

        return ACCEPTED;
    }

    private NodeCommand commandOf(final Operation operation)
    {
        return commands.at(operation.template().id());
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        throw new AssertionError("the engine makes no inquiries");
    }

    @Override
    public void flush()
    {
        throw new AssertionError("flushing is for whoever drives the engine");
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        throw new AssertionError("polling is for whoever drives the engine");
    }

    @Override
    public void wakeup()
    {
        throw new AssertionError("waking is for whoever drives the engine");
    }

    @Override
    public void close()
    {
        throw new AssertionError("closing is for whoever opened the transport");
    }
}
