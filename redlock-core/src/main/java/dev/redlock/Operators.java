// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import dev.redlock.runtime.operators.OperatorDesk;
import dev.redlock.spi.Answer;

/**
 * Questions of operators to single nodes, past all locks.
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
    private final OperatorDesk desk;
    private final int nodeCount;

    Operators(final OperatorDesk desk, final int nodeCount)
    {
        this.desk = desk;
        this.nodeCount = nodeCount;
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
        if (nodeIndex < 0 || nodeIndex >= nodeCount)
        {
            throw new IllegalArgumentException("there is no node " + nodeIndex + ": the indexes of the " +
                nodeCount + " nodes are 0 to " + (nodeCount - 1));
        }
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
