// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.spi.Answer;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportProvider;

/**
 * Takes operators' questions. The first one starts a thread that serves them and ends when no connection is
 * left; a later question starts another.
 */
public final class OperatorDesk
{
    /**
     * Questions that have not ended, at a time.
     */
    public static final int MOST_QUESTIONS = 1024;

    static final String CLOSED = "the client is closed";
    static final String FAULT = "operators' questions have stopped after an unexpected error; locks and " +
        "new questions still work: report this";
    static final String NO_ANSWER_CLOSED = "gave no answer: " + CLOSED;
    static final String NO_ANSWER_FAULT = "gave no answer: " + FAULT;
    private static final long LEAST_WAIT_NS = 20_000_000L;

    final TransportProvider provider;
    final TransportContext context;
    final ClientLabel label;
    final NanoClock clock;
    final long connectTimeoutNs;
    final Consumer<Throwable> onError;

    private final AtomicInteger open = new AtomicInteger();

    /*
     * Guarded by this object.
     */
    private final ArrayDeque<Question> arrived = new ArrayDeque<>();
    private OperatorAgent agent;
    private Thread thread;
    private boolean isClosed;

    /**
     * A desk without questions.
     *
     * @param provider         of the transport.
     * @param context          what the transport is opened with when somebody asks.
     * @param label            of the client, for the nodes.
     * @param clock            monotonic.
     * @param connectTimeoutNs for a connection to come up.
     * @param onError          gets unexpected exceptions.
     */
    public OperatorDesk(final TransportProvider provider, final TransportContext context,
        final ClientLabel label, final NanoClock clock, final long connectTimeoutNs,
        final Consumer<Throwable> onError)
    {
        this.provider = provider;
        this.context = context;
        this.label = label;
        this.clock = clock;
        this.connectTimeoutNs = connectTimeoutNs;
        this.onError = onError;
    }

    /**
     * Leaves a question. Any thread.
     *
     * @param nodeIndex of the node.
     * @param withinNs  how long the answer may take.
     * @param command   its arguments.
     * @return the answer, or why there is none. Completed on the thread that serves.
     */
    public CompletableFuture<Answer> ask(final int nodeIndex, final long withinNs, final byte[][] command)
    {
        final String node = context.connections().get(nodeIndex).address().display();
        final Question question = new Question(open, nodeIndex, node, command, clock.nanoTime() + withinNs);
        if (open.incrementAndGet() > MOST_QUESTIONS)
        {
            question.fail("was not asked: " + MOST_QUESTIONS + " questions are waiting, which is the " +
                "limit; wait for their answers");
        }
        else
        {
            leave(question);
        }

        return question.future();
    }

    private void leave(final Question question)
    {
        final OperatorAgent present;
        final boolean isNew;
        synchronized (this)
        {
            isNew = !isClosed && agent == null;
            agent = isNew ? new OperatorAgent(this) : agent;
            present = isClosed ? null : agent;
            if (present != null)
            {
                arrived.add(question);
            }
        }

        if (present == null)
        {
            question.fail("was not asked: " + CLOSED);
        }
        else if (isNew)
        {
            start(present);
        }
        else
        {
            present.wakeup();
        }
    }

    private void start(final OperatorAgent newAgent)
    {
        try
        {
            final Thread newThread = provider.newEngineThread(newAgent, label.name() + "-operators");
            newThread.setDaemon(true);
            synchronized (this)
            {
                thread = newThread;
            }
            newThread.start();
        }
        catch (final Throwable ex)
        {
            onError.accept(fail(newAgent, ex));
        }
    }

    /**
     * Serving thread: takes what has arrived.
     *
     * @return false if there is nothing to serve any more; a later question starts another agent.
     */
    synchronized boolean moveTo(final OperatorAgent server)
    {
        for (Question question = arrived.poll(); question != null; question = arrived.poll())
        {
            server.add(question);
        }
        final boolean isWanted = !isClosed && !server.isAtRest();
        agent = isWanted ? server : null;

        return isWanted;
    }

    /**
     * Serving thread, or the one that could not start it: what waits is answered, and the next question
     * starts anew.
     *
     * @return what is to be told of it.
     */
    Throwable fail(final OperatorAgent broken, final Throwable cause)
    {
        forget(broken);
        final IllegalStateException told = new IllegalStateException(FAULT, cause);
        for (Question question = next(); question != null; question = next())
        {
            fail(question, told);
        }

        return told;
    }

    /**
     * The next question starts another agent.
     */
    synchronized void forget(final OperatorAgent broken)
    {
        if (agent == broken)
        {
            agent = null;
        }
    }

    /*
     * Another agent, if there is one, serves what is left.
     */
    private synchronized Question next()
    {
        return agent == null ? arrived.poll() : null;
    }

    /*
     * There may be no memory for the answer: then it is owed as before.
     */
    private void fail(final Question question, final Throwable why)
    {
        boolean isTold = false;
        try
        {
            question.fail(why);
            isTold = true;
        }
        finally
        {
            if (!isTold)
            {
                synchronized (this)
                {
                    arrived.addFirst(question);
                }
            }
        }
    }

    /**
     * Ends what is asked, and waits until the thread that serves has ended, if that is another one. Locks
     * know nothing of it.
     *
     * @param deadlineNs by the clock of this desk; it waits a moment even if that is over.
     */
    public void close(final long deadlineNs)
    {
        final OperatorAgent present;
        final Thread serving;
        synchronized (this)
        {
            isClosed = true;
            present = agent;
            serving = thread;
        }
        if (present != null)
        {
            present.wakeup();
        }
        if (serving != null && serving != Thread.currentThread())
        {
            final long waitNs = Math.max(LEAST_WAIT_NS, deadlineNs - clock.nanoTime());
            awaitEnd(serving, TimeUnit.NANOSECONDS.toMillis(waitNs));
        }
    }

    private static void awaitEnd(final Thread serving, final long waitMs)
    {
        try
        {
            serving.join(waitMs);
        }
        catch (final InterruptedException ex)
        {
            // It ends by itself, and is a daemon.
            Thread.currentThread().interrupt();
        }
    }
}
