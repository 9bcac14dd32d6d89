// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.spi.Dialogue;

/**
 * A few nodes in memory, and what a test may do to them and to the transports that lead there. Clients find
 * them by the transport option {@code nodes}. Any thread.
 */
public final class InstantNodes implements AutoCloseable
{
    private static final Map<String, InstantNodes> ALL = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();

    /**
     * How far the clocks of clients are ahead of the machine's.
     */
    public final AtomicLong aheadNs = new AtomicLong();
    final List<InstantTransport> transports = new CopyOnWriteArrayList<>();
    final InstantNode[] nodes;
    final AtomicReference<Throwable> thrownByPoll = new AtomicReference<>();
    final AtomicReference<Throwable> thrownByOffer = new AtomicReference<>();
    final AtomicReference<Error> thrownByClose = new AtomicReference<>();
    final AtomicInteger failingCloses = new AtomicInteger();
    final Queue<Integer> cuts = new ConcurrentLinkedQueue<>();
    final AtomicReference<Throwable> thrownByInquire = new AtomicReference<>();
    volatile boolean isOversleeping;
    volatile Runnable whileClosing = () ->
    {
    };
    volatile Runnable whileFlushing = () ->
    {
    };
    private final AtomicInteger acquiresOffered = new AtomicInteger();
    private final String id = "nodes-" + COUNT.incrementAndGet();

    /**
     * Nodes that nobody has used yet.
     */
    public InstantNodes(final int count)
    {
        nodes = IntStream.range(0, count).mapToObj(InstantNode::new).toArray(InstantNode[]::new);
        ALL.put(id, this);
    }

    static InstantNodes find(final String id)
    {
        return ALL.get(id);
    }

    /**
     * Value of the transport option {@code nodes}.
     */
    public String id()
    {
        return id;
    }

    /**
     * What a client is told of them, by index.
     */
    public String[] uris()
    {
        return IntStream.range(0, nodes.length).mapToObj(i -> "redis://node" + i + ":6379")
            .toArray(String[]::new);
    }

    /**
     * Answers the questions of a new connection, as the node does.
     */
    public void introduce(final int nodeIndex, final Dialogue dialogue)
    {
        for (byte[][] question = dialogue.next(); question != null; question = dialogue.next())
        {
            dialogue.onAnswer(nodes[nodeIndex].answer(question));
        }
    }

    /**
     * All nodes go on to do what they are asked, but their replies are kept back.
     */
    public void fallSilent()
    {
        Arrays.stream(nodes).forEach(node -> node.isSilent = true);
    }

    /**
     * The replies that were kept back come now.
     */
    public void speak()
    {
        Arrays.stream(nodes).forEach(node -> node.isSilent = false);
        transports.forEach(InstantTransport::wakeup);
    }

    /**
     * Ends the connections to a node. For clients in invoker mode, by the owner.
     */
    public void cut(final int nodeIndex)
    {
        transports.forEach(transport -> transport.cut(nodeIndex));
    }

    /**
     * Has the thread of the only client that is open end its connection to a node.
     */
    public void cutSoon(final int nodeIndex)
    {
        cuts.add(nodeIndex);
        transports.forEach(InstantTransport::wakeup);
    }

    /**
     * Nobody answers at the address any more; connections that stand are not touched.
     */
    public void goDown(final int nodeIndex)
    {
        nodes[nodeIndex].isDown = true;
    }

    /**
     * From now on attempts to connect to a node meet these fates in turn.
     */
    public void doom(final int nodeIndex, final FakeFate... fates)
    {
        nodes[nodeIndex].fates = fates;
    }

    /**
     * The clocks of all nodes go on by so much.
     */
    public void pass(final long us)
    {
        Arrays.stream(nodes).forEach(node -> node.clockAheadUs += us);
    }

    /**
     * The process behind one address is behind another now, and nobody is behind its own.
     */
    public void move(final int from, final int to)
    {
        nodes[to] = nodes[from];
        nodes[from] = new InstantNode(to);
        nodes[from].isDown = true;
        cutSoon(from);
        cutSoon(to);
    }

    /**
     * The node says that it follows another.
     */
    public void makeReplica(final int nodeIndex)
    {
        nodes[nodeIndex].role = "slave";
    }

    /**
     * The next poll, of any transport, throws.
     */
    public void throwFromPoll(final Throwable error)
    {
        thrownByPoll.set(error);
        transports.forEach(InstantTransport::wakeup);
    }

    /**
     * So many attempts of an engine to close its transport are in vain.
     */
    public void throwFromClose(final Error error, final int times)
    {
        thrownByClose.set(error);
        failingCloses.set(times);
    }

    /**
     * What happens while an engine closes its transport, on its thread.
     */
    public void whileClosing(final Runnable action)
    {
        whileClosing = action;
    }

    /**
     * What happens while an engine writes to its nodes, on its thread.
     */
    public void whileFlushing(final Runnable action)
    {
        whileFlushing = action;
    }

    /**
     * The next offer, of any transport, throws.
     */
    public void throwFromOffer(final Throwable error)
    {
        thrownByOffer.set(error);
    }

    /**
     * The next inquiry, of any transport, throws.
     */
    public void throwFromInquire(final Throwable error)
    {
        thrownByInquire.set(error);
    }

    /**
     * From now on a poll that waits does so until it is woken, however little it was asked to wait: a wake-up
     * that is lost is not made good by a timer.
     */
    public void oversleep()
    {
        isOversleeping = true;
    }

    /**
     * On how many nodes there is a key.
     */
    public int holding(final String key)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));

        return (int)Arrays.stream(nodes).filter(node -> node.keys.containsKey(bytes)).count();
    }

    /**
     * Puts somebody else's key on all nodes.
     */
    public void occupy(final String key)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));
        Arrays.stream(nodes).forEach(node -> node.keys.put(bytes, ByteBuffer.allocate(1)));
    }

    /**
     * Takes a key away from all nodes, whoever owns it.
     */
    public void forget(final String key)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));
        Arrays.stream(nodes).forEach(node -> node.keys.remove(bytes));
    }

    void onOffered(final String command)
    {
        if ("acquire".equals(command))
        {
            acquiresOffered.incrementAndGet();
        }
    }

    /**
     * How many single acquires all nodes were sent.
     */
    public int acquiresOffered()
    {
        return acquiresOffered.get();
    }

    /**
     * How many transports are open.
     */
    public long openTransports()
    {
        return transports.stream().filter(transport -> !transport.isClosed()).count();
    }

    /**
     * Whether every transport that was opened has been closed.
     */
    public boolean areTransportsClosed()
    {
        return transports.stream().allMatch(InstantTransport::isClosed);
    }

    /**
     * A client of these nodes that logs nothing.
     */
    public RedlockBuilder builder()
    {
        return Redlock.builder().nodes(uris()).transportOption("nodes", id())
            .clock(() -> System.nanoTime() + aheadNs.get()).events(new RedlockEvents()
            {
            });
    }

    @Override
    public void close()
    {
        ALL.remove(id);
    }
}
