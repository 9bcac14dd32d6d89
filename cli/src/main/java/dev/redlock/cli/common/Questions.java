// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import dev.redlock.Redlock;
import dev.redlock.cli.output.Progress;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Answer;

/**
 * Puts questions to nodes and waits for the answers, a bounded time each.
 */
public final class Questions
{
    private static final long CONNECT_WITHIN_NS = CommonOptions.CONNECT_WITHIN.toNanos() + 1_000_000_000L;
    private static final long REST_NS = 500_000L;

    /*
     * An answer of a node nearby comes within some yields, and to be woken for it would be measured with it.
     */
    private static final int YIELDS_BEFORE_SLEEP = 1_000;

    private final Redlock redlock;
    private final Duration within;

    /**
     * Questions to the nodes of a client.
     *
     * @param redlock in invoker mode, on its owner's thread.
     * @param within  how long to wait for each answer.
     */
    public Questions(final Redlock redlock, final Duration within)
    {
        this.redlock = redlock;
        this.within = within;
    }

    /**
     * Waits until it is known of every node whether it can be asked, but not much longer than a connection
     * may take.
     */
    public void awaitNodes()
    {
        awaitUntil(System.nanoTime() + CONNECT_WITHIN_NS, () -> redlock.nodes().stream()
            .noneMatch((node) -> node.state() == NodeStatus.State.UNKNOWN));
    }

    /**
     * Waits until something is so.
     *
     * @param deadlineNs until when at most, of {@link System#nanoTime()}.
     * @param condition  that is waited for.
     */
    public void awaitUntil(final long deadlineNs, final BooleanSupplier condition)
    {
        while (System.nanoTime() - deadlineNs < 0 && !condition.getAsBoolean())
        {
            pollAndRest();
        }
    }

    /**
     * Takes in what the nodes have said since.
     */
    public void hear()
    {
        redlock.poll();
    }

    /**
     * Asks one node.
     *
     * @param nodeIndex of the node.
     * @param command   name and arguments.
     * @return the answer, which may be the server's error.
     * @throws NoAnswer if there is none; says why.
     */
    public Answer ask(final int nodeIndex, final byte[]... command) throws NoAnswer
    {
        final CompletableFuture<Answer> answer =
            redlock.operators().ask(nodeIndex, within, command).toCompletableFuture();
        for (int i = 0; i < YIELDS_BEFORE_SLEEP && !answer.isDone(); i++)
        {
            Thread.yield();
        }

        try
        {
            return answer.join();
        }
        catch (final CompletionException ex)
        {
            throw new NoAnswer(ex.getCause().getMessage());
        }
    }

    /**
     * Asks one node with words.
     *
     * @param nodeIndex of the node.
     * @param command   name and arguments.
     * @return the answer, which may be the server's error.
     * @throws NoAnswer if there is none; says why.
     */
    public Answer ask(final int nodeIndex, final String... command) throws NoAnswer
    {
        final byte[][] bytes = new byte[command.length][];
        for (int i = 0; i < command.length; i++)
        {
            bytes[i] = command[i].getBytes(StandardCharsets.UTF_8);
        }

        return ask(nodeIndex, bytes);
    }

    /**
     * Lets time pass.
     *
     * @param duration to wait.
     * @param progress tells of it.
     */
    public void rest(final Duration duration, final Progress progress)
    {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < duration.toNanos())
        {
            pollAndRest();
            progress.update("");
        }
    }

    private void pollAndRest()
    {
        if (redlock.poll() == 0)
        {
            LockSupport.parkNanos(REST_NS);
        }
    }

    /**
     * A node did not answer.
     */
    public static final class NoAnswer extends Exception
    {
        private static final long serialVersionUID = 1L;

        NoAnswer(final String message)
        {
            super(message);
        }
    }
}
