// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.LoggedEvents;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;

/**
 * Nodes inside this JVM, for unit tests of code that uses locks: no server, no socket, started in
 * milliseconds. The client over them is the real one, with its own engine and thread.
 * <pre>{@code
 * try (FakeNodes nodes = FakeNodes.of(5))
 * {
 *     Inventory inventory = new Inventory(nodes.client());
 *     try (Lease theirs = nodes.holdElsewhere("stock:apples"))
 *     {
 *         assertFalse(inventory.sell("apples"));
 *     }
 *     assertTrue(inventory.sell("apples"));
 * }
 * }</pre>
 * Faults have happened when their method returns: clients that run on a thread of their own know of them. A
 * client in invoker mode learns of them with its next polls.
 * <p>
 * <b>Nodes that restart</b> are in quarantine, as in reality: a client does not count their grants for a
 * minute and a few seconds, whether they kept their keys or not. {@link #skip(Duration)} two minutes to see
 * them vote again, or build the client with {@link QuarantineLevel#OFF}.
 * <p>
 * <b>Keys</b> are named as the nodes have them, with the prefix of a client that has one: {@link
 * #isHeld(String)} is false for {@code apples} where {@code stock:apples} is held, and {@link
 * #holdElsewhere(String)} of the one excludes nobody from the other.
 * <p>
 * <b>Time</b> is real, and {@link #skip(Duration)} shortens a wait. What the fake is not: a network, a server
 * that persists, or a measure of speed.
 * <p>
 * <b>Threads:</b> any.
 */
public final class FakeNodes implements AutoCloseable
{
    /*
     * The nodes answer within the call that asks them, so no machine is too slow for these.
     */
    private static final Duration LEAST_NODE_TIMEOUT = Duration.ofMillis(10);
    private static final Duration GREATEST_NODE_TIMEOUT = Duration.ofMillis(50);

    /*
     * A client makes room for all its locks when it starts: of what a test of a millisecond costs, a third.
     */
    private static final int MAX_LOCKS = 256;
    private static final int MAX_IN_FLIGHT = 256;

    /*
     * A client connects again after at most this long, the first time.
     */
    private static final Duration RECONNECT = Duration.ofMillis(20);
    private static final long LONGEST_SETTLE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int RUN_ID_BYTES = 20;
    private static final LockOptions ELSEWHERE = LockOptions.DEFAULT.withTtl(Duration.ofHours(1));

    private final List<FakeTransport> transports = new CopyOnWriteArrayList<>();
    private final List<Redlock> clients = new ArrayList<>();
    private final MemoryNetwork network;
    private final RealTime time;
    private Redlock elsewhere;

    private FakeNodes(final int count)
    {
        network = MemoryNetwork.ofNodes(count, ThreadLocalRandom.current().nextLong());
        time = new RealTime(network);
        network.usualDelay(0, 0);
        network.teachLocks();
        final long nowNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        nodes().forEach((node) -> node.clock().step(nowNs - node.clock().nowNs()));
    }

    /**
     * Nodes that run and are empty.
     *
     * @param count of nodes, at least 1.
     * @return the nodes; close them after use.
     */
    public static FakeNodes of(final int count)
    {
        return new FakeNodes(count);
    }

    /**
     * How many there are, whether they run or not.
     *
     * @return the number of nodes.
     */
    public int size()
    {
        return network.nodeCount();
    }

    /**
     * A new client with short timeouts: a call that silent nodes decide ends within 50 ms.
     *
     * @return connected; closed with these nodes at the latest.
     */
    public Redlock client()
    {
        return client((builder) -> builder.name("redlock"));
    }

    /**
     * A new client with settings.
     *
     * @param settings changes what {@link #builder()} has set.
     * @return connected; closed with these nodes at the latest.
     */
    public Redlock client(final Consumer<RedlockBuilder> settings)
    {
        final RedlockBuilder builder = builder();
        settings.accept(builder);
        final Redlock client = builder.build();
        synchronized (clients)
        {
            clients.add(client);
        }

        return client;
    }

    /**
     * Starts to configure a client of these nodes, for code that builds it.
     *
     * @return a builder with the nodes, the transport, the clock, short timeouts and low limits: 256 locks at
     *         a time, more with {@link RedlockBuilder#maxLocks(int)}. Lost leases and errors are logged as in
     *         production; nodes that go and come are not, unless you set other events.
     */
    public RedlockBuilder builder()
    {
        final RedlockBuilder builder = Redlock.builder().transport(provider()).clock(time::nowNs)
            .minNodeTimeout(LEAST_NODE_TIMEOUT).maxNodeTimeout(GREATEST_NODE_TIMEOUT)
            .maxLocks(MAX_LOCKS).maxInFlightPerNode(MAX_IN_FLIGHT).events(new LossesAndErrors());
        network.addresses().forEach(builder::node);

        return builder;
    }

    /**
     * The transport to these nodes, for code that configures the whole client itself. The nodes are {@code
     * redis://n0}, {@code redis://n1} and so on. It is not registered as a service: nobody gets it unasked.
     * <p>
     * A client that is built from this alone has a clock of its own: {@link #skip(Duration)} moves the time
     * of the nodes only, and it sees no lease expire. {@link #builder()} shares the clock.
     *
     * @return of the name {@code fake}.
     */
    public TransportProvider provider()
    {
        return new Provider();
    }

    /**
     * Kills a node: its connections end, and nobody can connect until {@link #restart(int)}.
     *
     * @param node index from 0.
     * @throws IllegalArgumentException if there is no such node.
     */
    public void kill(final int node)
    {
        final MemoryNode killed = node(node);
        time.change(() ->
        {
            killed.crash();
            // Who connects meanwhile gets through at once when it is back, not after a pause.
            paths(killed).forEach((path) -> path.requests().hold());
        });
        settle(killed, false);
    }

    /**
     * Starts a node again, killed or not, with the keys that it had, as if it had written all to disk.
     * Clients cannot know that it did: its grants do not count until its quarantine is over.
     *
     * @param node index from 0.
     * @throws IllegalArgumentException if there is no such node.
     */
    public void restart(final int node)
    {
        if (node(node).isUp())
        {
            kill(node);
        }
        start(node(node), MemoryNode.Memory.KEPT);
    }

    /**
     * Starts a node again without its keys. A node that was killed stays so, and has forgotten them when it
     * is back.
     *
     * @param node index from 0.
     * @throws IllegalArgumentException if there is no such node.
     */
    public void forget(final int node)
    {
        if (node(node).isUp())
        {
            kill(node);
            start(node(node), MemoryNode.Memory.LOST);
        }
        else
        {
            time.change(node(node)::flushAll);
        }
    }

    private void start(final MemoryNode node, final MemoryNode.Memory memory)
    {
        time.change(() ->
        {
            node.restart(memory);
            paths(node).forEach((path) -> path.requests().release());
        });
        pass(RECONNECT);
        settle(node, true);
    }

    /**
     * Stops a node: it keeps its connections and says nothing until {@link #resume(int)}.
     *
     * @param node index from 0.
     * @throws IllegalArgumentException if there is no such node.
     */
    public void pause(final int node)
    {
        time.change(node(node)::pause);
    }

    /**
     * Lets a stopped node go on, with all that it was asked meanwhile.
     *
     * @param node index from 0.
     * @throws IllegalArgumentException if there is no such node.
     */
    public void resume(final int node)
    {
        time.change(node(node)::resume);
        settle(node(node), true);
    }

    /**
     * Takes a lock away from its holder, as if a majority of the nodes had restarted without memory: its
     * lease is lost at once, with {@link dev.redlock.outcome.LostReason#REFUSED}. So are the other leases of
     * the same client, as in reality; those of other clients are not. That client gets no lock until the
     * quarantine of these nodes is over.
     *
     * @param key of the lock.
     * @throws IllegalStateException if no client of these nodes holds it.
     */
    public void takeAway(final String key)
    {
        final List<MemoryNode> hit = new ArrayList<>();
        final FakeTransport[] holder = new FakeTransport[1];
        time.change(() ->
        {
            holder[0] = holder(key);
            nodes().stream().sorted(Comparator.comparing(MemoryNode::isUp).reversed()).limit(majority())
                .forEach(hit::add);
            nodes().forEach((node) -> node.delete(bytes(key)));
            for (final MemoryNode node : hit)
            {
                node.pose("run_id", newRunId());
                cut(holder[0].path(node));
            }
        });
        hit.forEach((node) -> settle(holder[0], node, false));
        pass(RECONNECT);
        hit.forEach((node) -> settle(holder[0], node, true));
    }

    private FakeTransport holder(final String key)
    {
        return nodes().stream().map((node) -> node.value(bytes(key)))
            .flatMap((token) -> transports.stream().filter((any) -> token != null && any.hasToken(token)))
            .findFirst().orElseThrow(() -> new IllegalStateException(
                "no client of these nodes holds '" + key + "': " + remedy(key)));
    }

    private String remedy(final String key)
    {
        final Set<String> namesakes = new TreeSet<>();
        nodes().forEach((node) -> node.keys().stream()
            .filter((name) -> name.endsWith(key) && node.value(bytes(name)) != null).forEach(namesakes::add));
        namesakes.remove(key);

        return namesakes.isEmpty() ? "acquire it before it is taken away, and name it with the prefix that " +
            "the client sets" : "name it as the nodes have it, with the prefix that the client sets, as in " +
            String.join(", ", namesakes);
    }

    private static void cut(final MemoryPath path)
    {
        if (path != null)
        {
            path.cut();
        }
    }

    /**
     * Lets another client take a lock for an hour, and keep it whatever the clients under test do. It does so
     * without fencing: it excludes those that fence, but neither raises nor closes their tokens. Where the
     * tokens matter, use {@link #holdElsewhere(String, LockOptions)}.
     *
     * @param key of the lock.
     * @return the other one's lease; close it to free the lock.
     * @throws IllegalStateException if the lock is held.
     */
    public Lease holdElsewhere(final String key)
    {
        return holdElsewhere(key, ELSEWHERE);
    }

    /**
     * Lets another client take a lock with options, such as those of the code under test: with fencing, its
     * {@link Lease#fencingToken()} is above those of all earlier holders.
     *
     * @param key     of the lock.
     * @param options of the other one; it holds the lock for their time to live.
     * @return the other one's lease; close it to free the lock.
     * @throws IllegalStateException if the lock is held.
     */
    public Lease holdElsewhere(final String key, final LockOptions options)
    {
        synchronized (clients)
        {
            if (elsewhere == null)
            {
                elsewhere = client((builder) -> builder.name("elsewhere")
                    .longestTtl(Duration.ofDays(1)).quarantine(QuarantineLevel.OFF));
            }
        }

        return elsewhere.tryAcquire(key, options).orElseThrow(() -> new IllegalStateException(
            "'" + key + "' is held already: release it first, or take it away"));
    }

    /**
     * Whether a majority of the nodes has a lock's key: somebody holds it, or held it when the nodes were
     * last told.
     *
     * @param key of the lock.
     * @return false if it is free.
     */
    public boolean isHeld(final String key)
    {
        final long[] votes = new long[1];
        time.change(() ->
            votes[0] = nodes().stream().filter((node) -> node.value(bytes(key)) != null).count());

        return votes[0] >= majority();
    }

    /**
     * Moves the clocks of all nodes and of the clients forward, as if the machine had stood still: leases
     * expire that had less than this left. Returns when the clients have done what became due, so that an
     * automatic extension is there for the next skip: to keep a lease for long, skip in steps shorter than
     * two thirds of its time to live. A client that does not get there within 2 s, as in a callback that
     * blocks, is not waited for, nor is one in invoker mode that the calling thread drives: poll it.
     *
     * @param duration not negative.
     */
    public void skip(final Duration duration)
    {
        if (duration.isNegative())
        {
            throw new IllegalArgumentException(
                "the time to skip is " + duration + " but must not be negative");
        }
        pass(duration);
        transports.forEach((transport) -> await(transport, transport::isIdle));
    }

    private void pass(final Duration duration)
    {
        time.skip(duration.toNanos(), () -> transports.forEach(FakeTransport::stir));
    }

    /**
     * Starts and resumes all nodes, so that no client waits for one, and closes the clients. Idempotent.
     */
    @Override
    public void close()
    {
        for (final MemoryNode node : nodes())
        {
            if (!node.isUp())
            {
                start(node, MemoryNode.Memory.KEPT);
            }
            time.change(node::resume);
        }
        final List<Redlock> open;
        synchronized (clients)
        {
            open = List.copyOf(clients);
            clients.clear();
        }
        open.forEach(Redlock::close);
    }

    /**
     * Waits until the clients know, as long as they can.
     */
    private void settle(final MemoryNode node, final boolean isUp)
    {
        transports.forEach((transport) -> settle(transport, node, isUp));
    }

    private static void settle(final FakeTransport transport, final MemoryNode node, final boolean isUp)
    {
        await(transport, () -> transport.knows(node, isUp));
    }

    private static void await(final FakeTransport transport, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + LONGEST_SETTLE_NS;
        while (!condition.getAsBoolean() && transport.isDrivenByAnother() &&
            System.nanoTime() - deadlineNs < 0)
        {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private List<MemoryPath> paths(final MemoryNode node)
    {
        return transports.stream().map((any) -> any.path(node)).filter(Objects::nonNull).toList();
    }

    private MemoryNode node(final int index)
    {
        if (index < 0 || index >= size())
        {
            throw new IllegalArgumentException("node " + index + " does not exist: there are " + size() +
                ", from 0 to " + (size() - 1) + "; start more with FakeNodes.of(n)");
        }

        return network.node(index);
    }

    private List<MemoryNode> nodes()
    {
        return IntStream.range(0, size()).mapToObj(network::node).toList();
    }

    private int majority()
    {
        return size() / 2 + 1;
    }

    private static byte[] bytes(final String key)
    {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    private static String newRunId()
    {
        final byte[] id = new byte[RUN_ID_BYTES];
        ThreadLocalRandom.current().nextBytes(id);

        return HexFormat.of().formatHex(id);
    }

    /**
     * Nodes go and come because the test says so: six lines for each fault would hide the others.
     */
    private static final class LossesAndErrors extends LoggedEvents
    {
        @Override
        public void onNodeStatus(final NodeStatus status)
        {
            // Expected.
        }
    }

    private final class Provider implements TransportProvider
    {
        @Override
        public String name()
        {
            return "fake";
        }

        @Override
        public Transport open(final TransportContext context, final TransportHandler handler)
        {
            transports.removeIf(FakeTransport::isClosed);
            time.enter();
            try
            {
                final FakeTransport transport = new FakeTransport(time, network, context, handler);
                transports.add(transport);

                return transport;
            }
            finally
            {
                time.leave();
            }
        }
    }
}
