// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.driver.TckScripts;
import dev.redlock.tck.harness.TckHarness;
import dev.redlock.tck.harness.TckNode;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;
import dev.redlock.test.memory.MemoryTransport;

/**
 * Tests the transport of the {@link MemoryNetwork}, in virtual time. Also the harness to try a new rule with
 * first.
 */
public final class MemoryHarness implements TckHarness
{
    private static final int NONSENSE_NODE = NODES;
    private static final int NODE_OF_NOBODY = NODES + 1;
    private static final long SEED = 0x5EED;

    private final UnaryOperator<TransportProvider> disguise;
    private MemoryNetwork network;
    private TransportProvider provider;

    /**
     * A harness that makes a new network for every test.
     */
    public MemoryHarness()
    {
        this(UnaryOperator.identity());
    }

    MemoryHarness(final UnaryOperator<TransportProvider> disguise)
    {
        this.disguise = disguise;
        reset();
    }

    @Override
    public TransportProvider provider()
    {
        return provider;
    }

    @Override
    public boolean tellsLocalNodes()
    {
        return false;
    }

    @Override
    public void reset()
    {
        network = MemoryNetwork.ofNodes(NODES + 2, SEED);
        TckScripts.BODIES.forEach(network::teach);
        network.node(NONSENSE_NODE).speakNonsense();
        network.node(NODE_OF_NOBODY).crash();
        provider = disguise.apply(network.provider("client"));
    }

    @Override
    public TckNode node(final int index)
    {
        return new Node(network, network.node(index));
    }

    @Override
    public NodeAddress nobody()
    {
        return network.node(NODE_OF_NOBODY).address();
    }

    @Override
    public NodeAddress nonsense(final byte[] answer)
    {
        return network.node(NONSENSE_NODE).address();
    }

    @Override
    public long nowNs()
    {
        return network.nowNs();
    }

    @Override
    public void pass(final long durationNs)
    {
        network.runUntil(network.nowNs() + durationNs);
    }

    /**
     * It is another thread, but virtual time waits for it.
     */
    @Override
    public void later(final long delayNs, final Runnable action)
    {
        network.at(network.nowNs() + delayNs, () ->
        {
            final Thread other = new Thread(action, "tck-other");
            other.start();
            try
            {
                other.join();
            }
            catch (final InterruptedException ignored)
            {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close()
    {
        network = null;
    }

    private record Node(MemoryNetwork network, MemoryNode node) implements TckNode
    {
        @Override
        public NodeAddress address()
        {
            return node.address();
        }

        @Override
        public void holdRequests()
        {
            onPaths((path) -> path.requests().hold());
        }

        @Override
        public void holdReplies()
        {
            onPaths((path) -> path.replies().hold());
        }

        @Override
        public void release()
        {
            onPaths((path) ->
            {
                path.requests().release();
                path.replies().release();
            });
        }

        @Override
        public void delay(final long delayNs)
        {
            onPaths((path) ->
            {
                path.requests().delay(delayNs);
                path.replies().delay(delayNs);
            });
        }

        @Override
        public void split()
        {
            // There are no bytes.
        }

        @Override
        public void cut()
        {
            onPaths(MemoryPath::cut);
        }

        @Override
        public void cutClients()
        {
            onPaths(MemoryPath::cutClients);
        }

        @Override
        public void refuse()
        {
            onPaths(MemoryPath::refuse);
        }

        @Override
        public void mute()
        {
            onPaths(MemoryPath::mute);
        }

        @Override
        public void accept()
        {
            onPaths(MemoryPath::accept);
        }

        @Override
        public void pause()
        {
            node.pause();
        }

        @Override
        public void resume()
        {
            node.resume();
        }

        @Override
        public byte[] value(final byte[] key)
        {
            return node.value(key);
        }

        @Override
        public long calls(final String commandName)
        {
            return node.calls(commandName);
        }

        private void onPaths(final Consumer<MemoryPath> fault)
        {
            for (final MemoryTransport transport : network.transports())
            {
                transport.paths().stream().filter((path) -> path.node() == node).forEach(fault);
            }
        }
    }
}
