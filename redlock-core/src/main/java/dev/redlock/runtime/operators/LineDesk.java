// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Answer;

/**
 * What operators ask about the line of those who wait for a key, of all nodes at once: for the first places,
 * and, where there are any, for the time and for their tickets.
 */
public final class LineDesk
{
    private static final byte[] ZRANGE = Survey.bytes("ZRANGE");
    private static final byte[] WITHSCORES = Survey.bytes("WITHSCORES");
    private static final byte[] TIME = Survey.bytes("TIME");
    private static final byte[] HMGET = Survey.bytes("HMGET");
    private static final byte[] FIRST = Survey.bytes("0");

    /*
     * One more than is looked at, to see whether there are more. As flat pairs they are still fewer than the
     * elements that a transport takes.
     */
    private static final byte[] LAST = Survey.bytes(Integer.toString(LineSighting.MOST_PLACES));

    private final Survey survey;
    private final long mostAheadMs;

    /**
     * A desk for questions about lines.
     *
     * @param desk     that asks single nodes.
     * @param nodes    what the client knows of the nodes: only those that are up count.
     * @param withinNs how long each answer may take.
     */
    public LineDesk(final OperatorDesk desk, final Supplier<List<NodeStatus>> nodes, final long withinNs)
    {
        survey = new Survey(desk, nodes, withinNs);
        mostAheadMs = TimeUnit.NANOSECONDS.toMillis(2 * withinNs);
    }

    /**
     * Looks a line up on every node.
     *
     * @param key of the lock, as the nodes see it.
     * @return what was seen, by the index of the node; never fails.
     */
    public CompletableFuture<List<LineSighting>> look(final byte[] key)
    {
        return Survey.all(survey.everywhere(
            (nodeIndex, node) -> look(nodeIndex, node, key), LineSighting::unknown));
    }

    private CompletableFuture<LineSighting> look(final int nodeIndex, final String node, final byte[] key)
    {
        return survey.ask(nodeIndex, ZRANGE, Survey.behind(key, NodeCommand.LINE), FIRST, LAST, WITHSCORES)
            .thenCompose(line -> lookCloser(nodeIndex, node, key, line));
    }

    /*
     * The time comes first, so that no ticket looks older than it was, however slow the answers are: some may
     * have been renewed since.
     */
    private CompletableFuture<LineSighting> lookCloser(
        final int nodeIndex, final String node, final byte[] key, final Answer line)
    {
        final String trouble = LineSighting.trouble("ZRANGE", line, line.elements().size());
        if (!trouble.isEmpty() || line.elements().isEmpty())
        {
            return CompletableFuture.completedFuture(LineSighting.unknown(node, trouble));
        }

        final List<Place> places = Place.of(line);
        final CompletableFuture<Answer> time = survey.ask(nodeIndex, TIME);
        final CompletableFuture<Answer> tickets =
            survey.ask(nodeIndex, tickets(Survey.behind(key, NodeCommand.TICKETS), places));

        return time.thenCombine(tickets,
            (now, found) -> LineSighting.of(node, places, now, found, mostAheadMs));
    }

    private static byte[][] tickets(final byte[] key, final List<Place> places)
    {
        final byte[][] command = new byte[2 + places.size()][];
        command[0] = HMGET;
        command[1] = key;
        for (int i = 0; i < places.size(); i++)
        {
            command[2 + i] = places.get(i).token();
        }

        return command;
    }
}
