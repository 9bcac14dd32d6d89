// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Script;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.test.memory.scripts.MemoryFence;
import dev.redlock.test.memory.scripts.MemoryPass;
import dev.redlock.test.memory.scripts.MemoryScript;
import dev.redlock.test.memory.scripts.MemoryWait;
import dev.redlock.test.memory.time.MemoryClock;

/**
 * Nodes, the paths to them, and true time: everything is an event in one queue, and the same seed gives the
 * same events.
 * <pre>{@code
 * MemoryNetwork network = MemoryNetwork.ofNodes(5, 0x5EED);
 * network.teach(release, MemoryScript.RELEASE);
 * MemoryTransport alice = network.open("alice", context, handler);
 * alice.path(2).replies().hold();
 * network.runUntil(network.nowNs() + 10_000_000);
 * alice.poll(0);
 * }</pre>
 * <p>
 * <b>Threads:</b> one.
 */
public final class MemoryNetwork
{
    private static final long EPOCH_NS = 1_700_000_000_000_000_000L;
    private static final long WALL_CLOCK_SPREAD_NS = 1_000_000_000L;

    private final Map<String, MemoryScript> scripts = new HashMap<>();
    private final Map<String, String> digests = new HashMap<>();
    private final List<MemoryNode> nodes = new ArrayList<>();
    private final List<MemoryTransport> transports = new ArrayList<>();
    private final World world;

    private MemoryNetwork(final int nodeCount, final long seed)
    {
        world = new World(seed);
        final SplittableRandom offsets = fork("wall clocks");
        for (int i = 0; i < nodeCount; i++)
        {
            final long startNs = EPOCH_NS + offsets.nextLong(WALL_CLOCK_SPREAD_NS);
            nodes.add(new MemoryNode(world, i, newClock(startNs), digests, scripts));
        }
    }

    /**
     * A network with nodes that run, have no keys, and whose wall clocks differ by up to a second.
     *
     * @param nodeCount at least 1.
     * @param seed      of all randomness.
     * @return the network, at the true time 0.
     */
    public static MemoryNetwork ofNodes(final int nodeCount, final long seed)
    {
        if (nodeCount < 1)
        {
            throw new IllegalArgumentException(
                "the number of nodes is " + nodeCount + " but must be at least 1");
        }

        return new MemoryNetwork(nodeCount, seed);
    }

    /**
     * The seed; print it with every failure.
     *
     * @return the seed.
     */
    public long seed()
    {
        return world.seed();
    }

    /**
     * A separate generator for a component, so that one more draw in one place changes no other place.
     *
     * @param component its name; the same name gives the same sequence.
     * @return a new generator.
     */
    public SplittableRandom fork(final String component)
    {
        return world.fork(component);
    }

    /**
     * True time, which nobody in the network knows.
     *
     * @return nanoseconds since the beginning.
     */
    public long nowNs()
    {
        return world.nowNs();
    }

    /**
     * A clock for a client.
     *
     * @param startNs what it shows now; any number, as the origin of a monotonic clock means nothing.
     * @return a clock that runs true until it is changed.
     */
    public MemoryClock newClock(final long startNs)
    {
        return new MemoryClock(world::nowNs, startNs);
    }

    /**
     * The usual delay of messages, each way, on all paths; 50 microseconds by default.
     *
     * @param atLeastNs the smallest delay.
     * @param spreadNs  the most that is added.
     */
    public void usualDelay(final long atLeastNs, final long spreadNs)
    {
        if (atLeastNs < 0 || spreadNs < 0)
        {
            throw new IllegalArgumentException(
                "delay " + atLeastNs + " ns and spread " + spreadNs + " ns must not be negative");
        }
        world.usualDelay(atLeastNs, spreadNs);
        for (final MemoryTransport transport : transports)
        {
            transport.paths().forEach((path) ->
            {
                path.requests().delay(atLeastNs, spreadNs);
                path.replies().delay(atLeastNs, spreadNs);
            });
        }
    }

    /**
     * How many nodes there are.
     *
     * @return at least 1.
     */
    public int nodeCount()
    {
        return nodes.size();
    }

    /**
     * One of the nodes.
     *
     * @param index from 0.
     * @return the node.
     */
    public MemoryNode node(final int index)
    {
        return nodes.get(index);
    }

    /**
     * The addresses of the nodes.
     *
     * @return by index.
     */
    public List<NodeAddress> addresses()
    {
        return nodes.stream().map(MemoryNode::address).toList();
    }

    /**
     * Tells all nodes what a script does. They still need its text before they run it by its SHA-1.
     *
     * @param script with the text that will be sent.
     * @param body   what it does.
     */
    public void teach(final Script script, final MemoryScript body)
    {
        scripts.put(script.sha1(), body);
        digests.put(script.text(), script.sha1());
    }

    /**
     * Tells all nodes what the scripts of locks do.
     */
    public void teachLocks()
    {
        teach(Scripts.release(), MemoryScript.RELEASE);
        teach(Scripts.extend(), MemoryScript.EXTEND);
        teach(Scripts.fence(), MemoryFence::acquire);
        teach(Scripts.unfence(), MemoryFence::release);
        teach(Scripts.acquire(), MemoryScript.ACQUIRE);
        teach(Scripts.replace(), MemoryScript.REPLACE);
        teach(Scripts.waiting(), MemoryWait::run);
        teach(Scripts.pass(), MemoryPass::run);
        final MemoryScript fence = MemoryFence::acquire;
        teach(Scripts.marked(Scripts.acquire()), MemoryScript.ACQUIRE.marked(4));
        teach(Scripts.marked(Scripts.extend()), MemoryScript.EXTEND.marked(1));
        teach(Scripts.marked(Scripts.fence()), fence.marked(4));
        teach(Scripts.marked(Scripts.waiting()), MemoryWait::runMarked);
    }

    /**
     * Opens the transport of one client.
     *
     * @param client  name of the client, which also selects its generator.
     * @param context nodes among those of this network (others are never found), templates and limits; there
     *                are no options.
     * @param handler is told everything.
     * @return the transport.
     */
    public MemoryTransport open(
        final String client, final TransportContext context, final TransportHandler handler)
    {
        if (!context.options().isEmpty())
        {
            throw new IllegalArgumentException("the transport 'memory' has no options, but was given " +
                context.options().keySet());
        }

        final MemoryTransport transport = new MemoryTransport(
            world, client, context, handler, this::nodeAt, transports::remove);
        transports.add(transport);

        return transport;
    }

    /**
     * A provider. It is not registered as a service: there is no network without a simulation.
     *
     * @param client name for the transports that it opens, with a number from the second on.
     * @return a provider of the name {@code memory}.
     */
    public TransportProvider provider(final String client)
    {
        return new Provider(client);
    }

    /**
     * The transports that are open.
     *
     * @return in the order of opening.
     */
    public List<MemoryTransport> transports()
    {
        return List.copyOf(transports);
    }

    /**
     * Plans an action.
     *
     * @param timeNs true time; an instant in the past means at once.
     * @param action may plan more, and may poll transports with 0.
     */
    public void at(final long timeNs, final Runnable action)
    {
        world.at(timeNs, action);
    }

    /**
     * Runs all events up to an instant.
     *
     * @param timeNs true time after the call.
     */
    public void runUntil(final long timeNs)
    {
        world.runUntil(timeNs, () -> false);
    }

    /**
     * As {@link #runUntil(long)}, but stops as soon as a condition holds.
     *
     * @param timeNs    true time.
     * @param condition checked after every event.
     * @return whether the condition held in time.
     */
    public boolean runUntil(final long timeNs, final BooleanSupplier condition)
    {
        return world.runUntil(timeNs, condition);
    }

    /**
     * Sets who is told, in words, what the nodes do; for transcripts. Costs time only while there is one.
     *
     * @param newWatcher null for nobody.
     */
    public void watch(final Watcher newWatcher)
    {
        world.observe(newWatcher == null ? null : (words, timeNs) -> newWatcher.on(timeNs, words));
    }

    /**
     * Adds to what the watcher is told.
     *
     * @param words are made only if somebody watches.
     */
    public void note(final Supplier<String> words)
    {
        world.note(words);
    }

    private MemoryNode nodeAt(final NodeAddress address)
    {
        return nodes.stream().filter((node) -> node.name().equals(address.host()) &&
            node.address().port() == address.port()).findFirst().orElse(null);
    }

    /**
     * Is told what happens.
     */
    @FunctionalInterface
    public interface Watcher
    {
        /**
         * Something happened.
         *
         * @param timeNs true time.
         * @param words  without owner tokens and secrets.
         */
        void on(long timeNs, String words);
    }

    private final class Provider implements TransportProvider
    {
        private final String client;
        private int opened;

        private Provider(final String client)
        {
            this.client = client;
        }

        @Override
        public String name()
        {
            return "memory";
        }

        @Override
        public Transport open(final TransportContext context, final TransportHandler handler)
        {
            opened++;

            return MemoryNetwork.this.open(opened == 1 ? client : client + " " + opened, context, handler);
        }
    }
}
