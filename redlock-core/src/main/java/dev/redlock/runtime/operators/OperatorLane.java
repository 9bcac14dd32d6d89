// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Consumer;

import dev.redlock.engine.node.UnaskedShare;
import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Transport;
import dev.redlock.text.Printable;

/**
 * The questions to one node, and the connection on which they are asked: one at a time, so that an answer
 * can belong to no other. Whatever leaves a doubt about the connection ends it, and the next question gets
 * another.
 */
final class OperatorLane
{
    private enum Link
    {
        DOWN,
        CONNECTING,
        UP,
        ENDING
    }

    private static final long IDLE_NS = 10_000_000_000L;

    /*
     * What has been idle for longer may be dead, and nobody was told: a middlebox has forgotten it, or the
     * server is about to close it. A connection costs less than a question without an answer.
     */
    private static final long FRESH_NS = 1_000_000_000L;

    private final ArrayDeque<Question> line = new ArrayDeque<>();
    private final Transport transport;
    private final Connection connection;
    private final long connectTimeoutNs;
    private final UnaskedShare unasked;
    private Link link = Link.DOWN;
    private Question asked;
    private String hungUpBecause;

    /*
     * CONNECTING: since when. UP: since when nothing was asked.
     */
    private long sinceNs;

    OperatorLane(final Transport transport, final Connection connection, final long connectTimeoutNs,
        final long nowNs)
    {
        this.transport = transport;
        this.connection = connection;
        this.connectTimeoutNs = connectTimeoutNs;
        unasked = new UnaskedShare(nowNs);
    }

    void add(final Question question)
    {
        question.init(this);
        line.add(question);
    }

    /**
     * Whether there is no connection, and nobody wants one.
     */
    boolean isAtRest()
    {
        return link == Link.DOWN && line.isEmpty();
    }

    /**
     * Goes on as far as it can.
     *
     * @return when there is something to do again if nothing happens before; at the latest the limit.
     */
    long work(final long nowNs, final long limitNs)
    {
        dropOverdue(nowNs);
        switch (link)
        {
            case DOWN -> connectIfWanted(nowNs);
            case CONNECTING -> giveUpIfDue(nowNs);
            case UP -> askNext(nowNs);
            default ->
            {
            }
        }

        return nextDueNs(limitNs);
    }

    private void dropOverdue(final long nowNs)
    {
        final Iterator<Question> questions = line.iterator();
        while (questions.hasNext())
        {
            final Question question = questions.next();
            if (question.isOverdue(nowNs))
            {
                questions.remove();
                question.fail("was not asked in time: " + (link == Link.CONNECTING ? "no connection yet" :
                    "earlier questions took too long"));
            }
        }
        if (asked != null && asked.isOverdue(nowNs))
        {
            final Question question = asked;
            asked = null;
            hangUp(null);
            question.fail("did not answer in time");
        }
    }

    private void connectIfWanted(final long nowNs)
    {
        if (!line.isEmpty())
        {
            link = Link.CONNECTING;
            sinceNs = nowNs;
            transport.connect(connection);
        }
    }

    private void giveUpIfDue(final long nowNs)
    {
        if (nowNs - sinceNs >= connectTimeoutNs)
        {
            hangUp("was not ready in time");
        }
    }

    private void askNext(final long nowNs)
    {
        if (asked != null)
        {
            sinceNs = nowNs;
        }
        else if (nowNs - sinceNs >= (line.isEmpty() ? IDLE_NS : FRESH_NS))
        {
            hangUp(null);
        }
        else if (!line.isEmpty())
        {
            ask(line.remove());
            sinceNs = nowNs;
        }
    }

    private void ask(final Question question)
    {
        asked = question;
        try
        {
            if (transport.inquire(connection, question) != Transport.ACCEPTED)
            {
                asked = null;
                line.addFirst(question);
                hangUp(null);
            }
        }
        catch (final IllegalArgumentException ex)
        {
            // It cannot be sent as it is.
            asked = null;
            question.fail(ex);
        }
    }

    private long nextDueNs(final long limitNs)
    {
        long nextNs = limitNs;
        for (final Question question : line)
        {
            nextNs = earlier(question.deadlineNs(), nextNs);
        }
        nextNs = asked == null ? nextNs : earlier(asked.deadlineNs(), nextNs);
        if (link == Link.CONNECTING)
        {
            return earlier(sinceNs + connectTimeoutNs, nextNs);
        }

        return link == Link.UP && asked == null ? earlier(sinceNs + IDLE_NS, nextNs) : nextNs;
    }

    private static long earlier(final long oneNs, final long otherNs)
    {
        return oneNs - otherNs < 0 ? oneNs : otherNs;
    }

    private void hangUp(final String why)
    {
        link = Link.ENDING;
        hungUpBecause = why;
        transport.disconnect(connection);
    }

    void onUp(final long nowNs)
    {
        if (link == Link.CONNECTING)
        {
            link = Link.UP;
            sinceNs = nowNs;
        }
    }

    /**
     * The node has sent what nobody asked for.
     */
    void onUnasked(final long bytes, final long nowNs)
    {
        if (unasked.isExceededBy(bytes, nowNs) && link != Link.ENDING && link != Link.DOWN)
        {
            hangUp("sends what nobody asked for");
        }
    }

    void onAnswer(final Question question, final Answer answer)
    {
        // No answer is no news: the end of the connection comes next, and with it the reason.
        if (question == asked && answer != null)
        {
            asked = null;
            if (!PlainCommands.contains(question.command()[0]))
            {
                hangUp(null);
            }
            question.complete(answer);
        }
    }

    void onDown(final DownReason reason, final String detail)
    {
        // The node was not ready, or floods: the next connection would be no better.
        final boolean isWaitingInVain = link == Link.CONNECTING || hungUpBecause != null;
        final String why = hungUpBecause != null && reason == DownReason.LOCAL ?
            hungUpBecause : describe(reason, detail);
        link = Link.DOWN;
        hungUpBecause = null;
        if (asked != null)
        {
            final Question question = asked;
            asked = null;
            question.fail("ended the connection before it answered: " + why);
        }
        if (isWaitingInVain)
        {
            failAll(question -> question.fail("was not asked: " + why, reason, detail));
        }
    }

    private static String describe(final DownReason reason, final String detail)
    {
        return Printable.of(
            reason == DownReason.REFUSED ? detail : reason + (detail.isEmpty() ? "" : ": " + detail));
    }

    /**
     * Nothing more is asked or heard.
     */
    void end(final String why)
    {
        if (asked != null)
        {
            line.addFirst(asked);
            asked = null;
        }
        failAll(question -> question.fail(why));
    }

    private void failAll(final Consumer<Question> failing)
    {
        // It leaves the line when it was answered, as there may be no memory for that.
        for (Question question = line.peek(); question != null; question = line.peek())
        {
            failing.accept(question);
            line.poll();
        }
    }
}
