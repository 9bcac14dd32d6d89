// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.declaration.DeclarationDesk;
import dev.redlock.runtime.metrics.ClientMeter;
import dev.redlock.runtime.operators.OperatorDesk;
import dev.redlock.runtime.threads.DedicatedDriver;
import dev.redlock.spi.address.NodeAddress;

/**
 * One or several engines that share the keys: each key has its engine, by a hash of its bytes.
 */
public final class Clients
{
    /*
     * All that safety and order need happens per key: its handles, its line, its token. So engines that share
     * no key need to know nothing of each other. Each has connections of its own, as a connection belongs to
     * a thread.
     */
    private static final int FNV_BASIS = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;
    private static final int HIGH_HALF = 16;

    private static final List<NodeStatus.State> BEST_FIRST = List.of(NodeStatus.State.UP,
        NodeStatus.State.QUARANTINED, NodeStatus.State.UNKNOWN, NodeStatus.State.DOWN,
        NodeStatus.State.REFUSED);

    private final List<Client> clients;
    private final List<String> nodeNames;
    private final OperatorDesk operatorDesk;

    /**
     * Takes clients that have been started with the same nodes.
     *
     * @param clients at least one.
     */
    public Clients(final List<Client> clients)
    {
        this.clients = List.copyOf(clients);
        nodeNames = first().nodes().stream().map(NodeStatus::node).toList();
        operatorDesk = first().newOperatorDesk(List.of());
    }

    /**
     * The client of a key: the same one every time.
     *
     * @param key of the lock.
     * @return its client.
     */
    public Client of(final String key)
    {
        return clients.get(clients.size() == 1 ? 0 : Math.floorMod(hash(KeyText.bytes(key)), clients.size()));
    }

    private static int hash(final byte[] key)
    {
        int hash = FNV_BASIS;
        for (final byte next : key)
        {
            hash = (hash ^ next) * FNV_PRIME;
        }

        return hash ^ hash >>> HIGH_HALF;
    }

    /**
     * The one to ask for what all have in common.
     *
     * @return the first.
     */
    public Client first()
    {
        return clients.get(0);
    }

    /**
     * All of them.
     *
     * @return immutable, at least one.
     */
    public List<Client> all()
    {
        return clients;
    }

    /**
     * Where operators ask; one for all, as no engine has a part in it.
     *
     * @return closed with the clients.
     */
    public OperatorDesk operatorDesk()
    {
        return operatorDesk;
    }

    /**
     * The first whose engine has ended, but was not closed.
     *
     * @return null if there is none.
     */
    public Client failed()
    {
        return clients.stream().filter((client) -> client.fault() != null).findFirst().orElse(null);
    }

    /**
     * Declares the nodes, or takes their declaration back. Blocks.
     *
     * @param moved where nodes were when they were declared, by where they are now.
     * @param work  what to do.
     * @return what was done, a sentence for each node.
     */
    public List<String> declare(
        final Map<NodeAddress, NodeAddress> moved, final Function<DeclarationDesk, List<String>> work)
    {
        clients.forEach(client -> client.driver.checkNotInACallback());

        return first().declare(moved, work);
    }

    /**
     * What each of them counts and measures.
     *
     * @return live meters, one per client.
     */
    public List<ClientMeter> meters()
    {
        return clients.stream().map(Client::meter).toList();
    }

    /**
     * Waits until a quorum of nodes is up and the others have had a moment, until no quorum is possible, or
     * until the start timeout is over.
     *
     * @return what is known of the nodes then.
     */
    public List<NodeStatus> awaitNodes()
    {
        final long startNs = first().clock.nanoTime();
        clients.forEach(client -> client.awaitNodes(startNs));

        return nodes();
    }

    /**
     * The names of the nodes, for people.
     *
     * @return one per node, by index.
     */
    public List<String> nodeNames()
    {
        return nodeNames;
    }

    /**
     * What is known of the nodes. A node is as good as its worst connection.
     *
     * @return one status per node, by index.
     */
    public List<NodeStatus> nodes()
    {
        final List<List<NodeStatus>> boards = clients.stream().map(Client::nodes).toList();

        return IntStream.range(0, nodeNames.size()).mapToObj(i -> worst(boards, i)).toList();
    }

    private static NodeStatus worst(final List<List<NodeStatus>> boards, final int nodeIndex)
    {
        return boards.stream().map(board -> board.get(nodeIndex))
            .max(Comparator.comparingInt(status -> BEST_FIRST.indexOf(status.state()))).orElseThrow();
    }

    /**
     * As {@link Client#denyNew()}, all of them.
     */
    public void denyNew()
    {
        clients.forEach(Client::denyNew);
    }

    /**
     * Closes all at a time, each as {@link Client#closeAfterWork(long, Collection)}, and releases what is
     * held.
     *
     * @return owner tokens that may be left on some node, for their time to live at the most.
     */
    public int close()
    {
        return closeAfterWork(-1, new ArrayList<>());
    }

    /**
     * Closes all at a time.
     *
     * @param workNs   see {@link Client#closeAfterWork(long, Collection)}.
     * @param keptKeys takes the keys of the locks that were not released.
     * @return owner tokens that may be left on some node besides, for their time to live at the most.
     */
    public int closeAfterWork(final long workNs, final Collection<String> keptKeys)
    {
        final long deadlineNs = first().clock.nanoTime() + Math.max(0, workNs) + first().closeTimeoutNs();
        final int left = closeAll(workNs, Collections.synchronizedCollection(keptKeys));
        operatorDesk.close(deadlineNs);

        return left;
    }

    private int closeAll(final long workNs, final Collection<String> keptKeys)
    {
        if (clients.size() == 1)
        {
            return first().closeAfterWork(workNs, keptKeys);
        }

        clients.stream().filter(client -> !client.isClosed()).forEach(client -> client.driver.checkMayWait());
        final AtomicInteger left = new AtomicInteger();
        final Thread[] closers = new Thread[clients.size()];
        Arrays.setAll(closers, i -> new Thread(
            () -> left.addAndGet(clients.get(i).closeAfterWork(workNs, keptKeys)), "redlock-close"));
        // Where the machine has no thread left, one after another takes longer, and leaves no engine open.
        final List<Thread> unstarted = Arrays.stream(closers).filter(closer -> !tryStart(closer)).toList();
        unstarted.forEach(Thread::run);
        for (final Thread closer : closers)
        {
            // Each ends within the close timeout; an interrupt must not leave half of them to themselves.
            DedicatedDriver.awaitEnd(closer, Long.MAX_VALUE);
        }

        return left.get();
    }

    private static boolean tryStart(final Thread closer)
    {
        try
        {
            closer.start();

            return true;
        }
        catch (final OutOfMemoryError ignored)
        {
            return false;
        }
    }
}
