// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Answer;

/**
 * The same questions to all nodes at once. Of each there is an answer, if only why it has none.
 */
final class Survey
{
    private final OperatorDesk desk;
    private final Supplier<List<NodeStatus>> nodes;
    private final long withinNs;

    /**
     * @param desk     that asks single nodes.
     * @param nodes    what the client knows of the nodes: only those that are up count.
     * @param withinNs how long each answer may take.
     */
    Survey(final OperatorDesk desk, final Supplier<List<NodeStatus>> nodes, final long withinNs)
    {
        this.desk = desk;
        this.nodes = nodes;
        this.withinNs = withinNs;
    }

    /**
     * Looks at every node. One that must not vote, such as a replica, might answer, but its word does not
     * count.
     *
     * @param look    at a node, by its index and its name.
     * @param unknown what is said, by name and reason, of a node that is not looked at, or did not answer.
     * @return by the index of the node; none of them fails.
     */
    <T> List<CompletableFuture<T>> everywhere(final BiFunction<Integer, String, CompletableFuture<T>> look,
        final BiFunction<String, String, T> unknown)
    {
        final List<CompletableFuture<T>> seen = new ArrayList<>();
        for (final NodeStatus status : nodes.get())
        {
            final String node = status.node();
            seen.add(!status.isConnected() ?
                CompletableFuture.completedFuture(
                    unknown.apply(node, status.state() + ": " + status.detail())) :
                look.apply(seen.size(), node).exceptionally(why -> unknown.apply(node, messageOf(why))));
        }

        return seen;
    }

    CompletableFuture<Answer> ask(final int nodeIndex, final byte[]... command)
    {
        return desk.ask(nodeIndex, withinNs, command);
    }

    static <T> CompletableFuture<List<T>> all(final List<CompletableFuture<T>> parts)
    {
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
            .thenApply(ignored -> parts.stream().map(CompletableFuture::join).toList());
    }

    static String messageOf(final Throwable why)
    {
        return why.getCause() == null ? why.getMessage() : why.getCause().getMessage();
    }

    /**
     * The name of a key that belongs to another.
     *
     * @param suffix what follows that.
     */
    static byte[] behind(final byte[] key, final String suffix)
    {
        final byte[] more = bytes(suffix);
        final byte[] name = Arrays.copyOf(key, key.length + more.length);
        System.arraycopy(more, 0, name, key.length, more.length);

        return name;
    }

    static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
