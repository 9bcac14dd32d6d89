// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.users;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;

/**
 * Whole clients in virtual time, whose listeners, receivers of news and dependents throw whatever there is,
 * or stand still, while nodes crash, clog and lose their connections. Every question must be answered once,
 * every loss told once to everybody, whatever anybody threw at the news before, and the locks must go on.
 */
public final class HarmfulUsers
{
    static final long MS = 1_000_000;
    static final long TTL_NS = 2_000 * MS;
    static final List<String> KEYS = List.of("orders", "stock");

    private static final int CLIENTS = 2;
    private static final int ACTS = 150;
    private static final long MOST_BETWEEN_NS = TTL_NS / 16;
    private static final long LONGEST_FAULT_NS = 2 * TTL_NS;
    private static final long QUIET_NS = 8 * TTL_NS;
    private static final long PATIENCE_NS = 4 * TTL_NS;

    final MemoryNetwork network;
    private final SplittableRandom random;
    private final SplittableRandom harm;
    private final List<HarmfulClient> clients = new ArrayList<>();
    private String complaint;
    private boolean isCalm;
    private long thrown;

    private HarmfulUsers(final long seed)
    {
        network = MemoryNetwork.ofNodes(3, seed);
        network.teachLocks();
        random = network.fork("acts");
        harm = network.fork("harm");
    }

    /**
     * One history.
     *
     * @param seed     of what users do, and of the faults.
     * @param envelope not looked at.
     * @return null if all was well; otherwise begins with the name of the invariant that was broken.
     */
    public static String complaint(final long seed, final String envelope)
    {
        return new HarmfulUsers(seed).run();
    }

    private String run()
    {
        try
        {
            for (int i = 0; i < CLIENTS; i++)
            {
                clients.add(new HarmfulClient(this, "client" + i));
            }
            for (int i = 0; i < ACTS && complaint == null; i++)
            {
                if (random.nextInt(6) == 0)
                {
                    strike();
                }
                clients.get(random.nextInt(CLIENTS)).act(random);
                pass(random.nextLong(MOST_BETWEEN_NS));
            }
            calm();
        }
        catch (final Exception | Error ex)
        {
            complain("I6 an exception of a callback has come out of a client: " + ex);
        }
        finally
        {
            clients.forEach(HarmfulClient::close);
        }

        return complaint;
    }

    private void strike()
    {
        final MemoryNode node = network.node(random.nextInt(network.nodeCount()));
        final long endNs = network.nowNs() + random.nextLong(LONGEST_FAULT_NS);
        switch (random.nextInt(3))
        {
            case 0 -> network.transports().forEach((transport) ->
                transport.paths().stream().filter((path) -> path.node() == node).forEach(MemoryPath::cut));
            case 1 ->
            {
                node.pause();
                network.at(endNs, node::resume);
            }
            default ->
            {
                if (node.isUp())
                {
                    node.crash();
                    network.at(endNs, () -> node.restart(MemoryNode.Memory.KEPT));
                }
            }
        }
    }

    /*
     * All are well, and go on throwing. Leases that nobody releases have ended after a while.
     */
    private void calm()
    {
        isCalm = true;
        pass(QUIET_NS);
        clients.forEach(HarmfulClient::judge);
        for (final HarmfulClient client : clients)
        {
            for (final HarmfulHolder holder : client.holders())
            {
                holder.demand(PATIENCE_NS);
            }
        }
        final long counted = clients.stream().mapToLong(
            (client) -> client.redlock().metrics().count(Counter.CALLBACK_ERRORS)).sum();
        if (counted != thrown)
        {
            complain("I6 users have thrown " + thrown + " times, and " + counted + " were counted");
        }
    }

    /**
     * Lets the world go on, and all clients look at it.
     */
    void pass(final long durationNs)
    {
        final long endNs = network.nowNs() + durationNs;
        while (network.nowNs() < endNs && complaint == null)
        {
            clients.forEach((client) -> client.redlock().poll());
        }
    }

    void complain(final String words)
    {
        complaint = complaint == null ? words : complaint;
    }

    /**
     * Nobody else may hold what somebody was just given.
     */
    void checkAlone(final HarmfulHolder holder)
    {
        for (final HarmfulClient client : clients)
        {
            for (final HarmfulHolder other : client.holders())
            {
                if (other != holder && other.handle().isHeld() && holder.handle().isHeld() &&
                    other.handle().key().equals(holder.handle().key()))
                {
                    complain("I1 " + other + " and " + holder + " both hold");
                }
            }
        }
    }

    /**
     * What users do when they have taken note of something.
     */
    void harm()
    {
        switch (harm.nextInt(isCalm ? 6 : 8))
        {
            case 0 -> throwIt(new IllegalStateException("a user's exception"));
            case 1 -> throwIt(new StackOverflowError("a user's recursion"));
            case 2 -> throwIt(new NoClassDefFoundError("a user's class"));
            case 6 -> network.runUntil(network.nowNs() + harm.nextLong(TTL_NS));
            default ->
            {
                // Some are harmless.
            }
        }
    }

    private void throwIt(final Throwable anything)
    {
        thrown++;
        HarmfulUsers.<RuntimeException>sneak(anything);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(final Throwable anything) throws T
    {
        throw (T)anything;
    }

    /**
     * Whether a node is up.
     */
    static boolean isUp(final NodeStatus status)
    {
        return status.state() == NodeStatus.State.UP;
    }
}
