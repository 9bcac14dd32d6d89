// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;

/**
 * An operator's question to one node, on its way there and back. Made for one use; ended by the thread that
 * serves the questions, or by the one that could not hand it over.
 */
final class Question implements Inquiry
{
    private final CompletableFuture<Answer> future = new CompletableFuture<>();
    private final AtomicInteger open;
    private final int nodeIndex;
    private final String node;
    private final byte[][] command;
    private final long deadlineNs;
    private OperatorLane lane;
    private boolean isEnded;

    /**
     * @param open how many questions have not ended; counted down at the end.
     */
    Question(final AtomicInteger open, final int nodeIndex, final String node, final byte[][] command,
        final long deadlineNs)
    {
        this.open = open;
        this.nodeIndex = nodeIndex;
        this.node = node;
        this.command = command;
        this.deadlineNs = deadlineNs;
    }

    CompletableFuture<Answer> future()
    {
        return future;
    }

    int nodeIndex()
    {
        return nodeIndex;
    }

    long deadlineNs()
    {
        return deadlineNs;
    }

    boolean isOverdue(final long nowNs)
    {
        return nowNs - deadlineNs >= 0;
    }

    void init(final OperatorLane newLane)
    {
        lane = newLane;
    }

    @Override
    public byte[][] command()
    {
        return command;
    }

    @Override
    public void onAnswer(final Connection ignored, final Answer answer)
    {
        lane.onAnswer(this, answer);
    }

    void complete(final Answer answer)
    {
        isEnded = true;
        open.decrementAndGet();
        future.complete(answer);
    }

    /**
     * Ends without an answer.
     *
     * @param why follows the name of the node.
     */
    void fail(final String why)
    {
        fail(new IllegalStateException("node " + node + " " + why));
    }

    /**
     * Ends without an answer, for lack of a connection.
     *
     * @param why    follows the name of the node.
     * @param reason of the transport.
     * @param detail of the transport.
     */
    void fail(final String why, final DownReason reason, final String detail)
    {
        fail(new NoConnectionException("node " + node + " " + why, reason, detail));
    }

    void fail(final Throwable why)
    {
        future.completeExceptionally(why);
        if (!isEnded)
        {
            isEnded = true;
            open.decrementAndGet();
        }
    }
}
