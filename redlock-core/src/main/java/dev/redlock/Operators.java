// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.client.Clients;
import dev.redlock.runtime.declaration.DeclarationDesk;
import dev.redlock.runtime.nodes.NodeIndex;
import dev.redlock.runtime.operators.KeyDesk;
import dev.redlock.runtime.operators.LineDesk;
import dev.redlock.runtime.operators.OperatorDesk;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;

/**
 * Questions of operators about locks, and to single nodes, past all locks.
 * <p>
 * They never touch the connections that carry votes: each node gets another one, opened by the first question
 * and closed when idle. So no question can change what a vote means, whatever it does to its own connection.
 * The node's data are another matter: a command that changes keys of locks endangers them.
 * <p>
 * Any node may be asked, even one that must not vote, such as a replica.
 * <p>
 * <b>Threads:</b> any, in every mode; the application need not drive anything.
 */
public final class Operators
{
    private static final long WITHIN_NS = 1_000_000_000L;

    private final Clients clients;
    private final OperatorDesk desk;
    private final KeyDesk keyDesk;
    private final LineDesk lineDesk;
    private final int nodeCount;

    Operators(final Clients clients)
    {
        this.clients = clients;
        desk = clients.operatorDesk();
        keyDesk = new KeyDesk(desk, clients::nodes, clients.first().engine().fence(), WITHIN_NS);
        lineDesk = new LineDesk(desk, clients::nodes, WITHIN_NS);
        nodeCount = clients.nodeNames().size();
    }

    /**
     * Who holds a lock: asks all nodes that may vote. Changes nothing.
     *
     * @param key of the lock.
     * @return the holder and what each node says; a node that does not answer within a second, or each of its
     *         two questions, is unknown. Never fails; completed as by {@link #ask}.
     */
    public CompletionStage<LockHolder> holder(final String key)
    {
        final Quorum quorum = clients.first().engine().quorum();

        return keyDesk.look(keyBytes(key)).thenApply(sightings ->
            LockHolder.of(quorum, sightings.stream().map(KeyOnNode::of).toList()));
    }

    /**
     * How long a quorum of nodes has the key of a lock, unless its holder extends or releases it.
     *
     * @param key of the lock.
     * @return zero if nobody has the key on a quorum of the nodes that answered; see {@link #holder(String)}.
     */
    public CompletionStage<Duration> remaining(final String key)
    {
        return holder(key).thenApply(LockHolder::remaining);
    }

    /**
     * Who waits for a lock in line at the nodes, as {@link RedlockBuilder#waitInLine} has clients do: asks
     * all nodes that may vote. Changes nothing. Clients that only try again are not seen, nor is more than
     * one that waits in each client, as its callers queue there.
     *
     * @param key of the lock.
     * @return the line, first come first, of the first 500 places of each node, and what each node says; a
     *         node that does not answer within a second, or each of its three questions, is unknown. Never
     *         fails; completed as by {@link #ask}.
     */
    public CompletionStage<LockLine> waiters(final String key)
    {
        return lineDesk.look(keyBytes(key)).thenApply(LockLine::of);
    }

    /**
     * Takes a lock away from whoever holds it, as a last resort: deletes the key from all nodes that may
     * vote, but only the lock that is seen there first.
     * <p>
     * <b>This breaks the promise of the lock.</b> The holder is not told: it works on, and believes to hold,
     * until its next extension or the end of its validity. Another one may hold the lock at the same time
     * from then on. Stop the holder first.
     *
     * @param key of the lock.
     * @return how many nodes are certainly without that lock, and what became of it on each. Never fails;
     *         completed as by {@link #ask}.
     */
    public CompletionStage<ForcedRelease> forceRelease(final String key)
    {
        return keyDesk.forceRelease(keyBytes(key)).thenApply(removals ->
            new ForcedRelease(removals.stream().map(removal -> new ForcedRelease.Removal(
                removal.node(), removal.seen(), removal.isGone(), removal.detail())).toList()));
    }

    /**
     * Declares the nodes of this client as one deployment, once, for the quarantine level STRICT: writes a
     * marker on each, which says what all clients must be set to (the nodes, their database, {@link
     * RedlockBuilder#quorum}, {@link RedlockBuilder#longestTtl}). It may be repeated: after it broke off it
     * goes on, and where all is done it changes nothing. A list that shares a node with another declaration
     * is refused. Blocks; every node must answer.
     *
     * @param inUse false for nodes that nobody has used: there must be no key under the prefix, and they vote
     *              at once. True for nodes that may be in use, or of which some have lost their markers:
     *              those that get one now vote after the longest time to live.
     * @return what was done, a sentence for each node.
     * @throws IllegalStateException with the reason and the remedy, if that is refused, or broke off; in a
     *                               callback of the client, which must not wait.
     */
    public List<String> declareNodes(final boolean inUse)
    {
        return declareNodes(inUse, Map.of());
    }

    /**
     * As {@link #declareNodes(boolean)}, where nodes have moved and lost their markers since: each takes the
     * place in the declaration that its former address has. A node that still has its marker needs none of
     * this, whatever its address. <b>The server at the former address must be gone for good,</b> or two nodes
     * have one place: it is believed when connections there are refused, at each address if it is a name.
     * Silence is not enough, nor is a name that leads nowhere, as a server that does not answer us may vote
     * for others.
     *
     * @param inUse as there.
     * @param moved former address by present address, as in {@link RedlockBuilder#nodes}.
     * @return as there.
     * @throws IllegalStateException    as there, and if a node may still be at its former address.
     * @throws IllegalArgumentException if a present address is none of the nodes.
     */
    public List<String> declareNodes(final boolean inUse, final Map<String, String> moved)
    {
        final Map<NodeAddress, NodeAddress> addresses = new HashMap<>();
        moved.forEach((now, then) -> addresses.put(NodeAddress.parse(now), NodeAddress.parse(then)));

        return clients.declare(addresses, desk -> desk.declare(inUse));
    }

    /**
     * Takes the declaration of the nodes of this client back, so that they may be declared with others: they
     * do not vote any more at level STRICT. Leases stand until they end, and are not extended. It may be
     * repeated: after it broke off it goes on. Blocks; so many nodes must answer that no quorum is left
     * without them.
     *
     * @return what was done, a sentence for each node.
     * @throws IllegalStateException with the reason and the remedy, if that is refused, or broke off; in a
     *                               callback of the client, which must not wait.
     */
    public List<String> retireNodes()
    {
        return clients.declare(Map.of(), DeclarationDesk::retire);
    }

    private byte[] keyBytes(final String key)
    {
        return clients.first().keyBytes(requireNonNull(key, "key"));
    }

    /**
     * Asks one node a question. Questions to one node are asked in turn, in the order of the calls.
     *
     * @param nodeIndex of the node.
     * @param within    how long the answer may take, including earlier questions and the connection;
     *                  positive.
     * @param command   name and arguments; copied.
     * @return the answer, which may be the server's error; or an {@link IllegalStateException} that says why
     *         there is none. Completed on a thread that serves all questions of this client: give long
     *         dependent actions an executor.
     */
    public CompletionStage<Answer> ask(final int nodeIndex, final Duration within, final byte[]... command)
    {
        NodeIndex.check(nodeIndex, nodeCount);
        if (command.length == 0)
        {
            throw new IllegalArgumentException("the command is empty: name it, and its arguments after it");
        }
        final byte[][] copy = new byte[command.length][];
        for (int i = 0; i < copy.length; i++)
        {
            copy[i] = requireNonNull(command[i], "argument of the command").clone();
        }

        return desk.ask(nodeIndex, Durations.toPositiveNanos("time for the answer", within), copy);
    }
}
