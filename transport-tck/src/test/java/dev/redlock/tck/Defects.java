// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;

/**
 * Transports as they should not be.
 */
final class Defects
{
    private Defects()
    {
    }

    static final class AnswersTwice extends PassThrough
    {
        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            super.onReply(nodeIndex, correlationId, reply);
            super.onReply(nodeIndex, correlationId, reply);
        }
    }

    static final class LosesAnAnswer extends PassThrough
    {
        private int replies;

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            if (++replies != 10)
            {
                super.onReply(nodeIndex, correlationId, reply);
            }
        }
    }

    static final class SwapsAnswers extends PassThrough
    {
        private final ArrayDeque<Long> ids = new ArrayDeque<>();

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            final int result = super.offer(nodeIndex, operation);
            if (nodeIndex == 0 && result == ACCEPTED)
            {
                ids.addFirst(operation.correlationId());
            }

            return result;
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            super.onReply(nodeIndex, nodeIndex == 0 ? ids.poll() : correlationId, reply);
        }
    }

    /**
     * Also one that keeps the operation instead of what it said.
     */
    static final class SendsTheLatestFirst extends PassThrough
    {
        private final ArrayDeque<Operation> waiting = new ArrayDeque<>();
        private final boolean isLatestFirst;

        SendsTheLatestFirst(final boolean isLatestFirst)
        {
            this.isLatestFirst = isLatestFirst;
        }

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            if (nodeIndex != 0)
            {
                return super.offer(nodeIndex, operation);
            }
            if (isLatestFirst)
            {
                waiting.addFirst(operation);
            }
            else
            {
                waiting.addLast(operation);
            }

            return ACCEPTED;
        }

        @Override
        public void flush()
        {
            while (!waiting.isEmpty())
            {
                super.offer(0, waiting.poll());
            }
            super.flush();
        }

        @Override
        public int poll(final long maxWaitNs)
        {
            flush();

            return super.poll(maxWaitNs);
        }
    }

    /**
     * Sends again, on the next connection or in the next poll, what was lost or pushed back.
     */
    static final class SendsAgain extends PassThrough
    {
        private static final long OURS = 1L << 40;

        private final Map<Long, Operation> sent = new HashMap<>();
        private final ArrayDeque<Operation> again = new ArrayDeque<>();
        private final int reason;

        SendsAgain(final int reason)
        {
            this.reason = reason;
        }

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            final Operation copy = new Operation()
                .wrap(operation.template(), operation.key(), OURS + sent.size())
                .bytes(0, operation.bytes(0));
            final int result = super.offer(nodeIndex, operation);
            if (result == reason)
            {
                sent.put(operation.correlationId(), copy);
                if (result == BACK_PRESSURED)
                {
                    again.add(copy);
                }
            }

            return result;
        }

        @Override
        public int poll(final long maxWaitNs)
        {
            if (!again.isEmpty() && beneath.offer(0, again.peek()) == ACCEPTED)
            {
                again.poll();
            }

            return super.poll(maxWaitNs);
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            if (correlationId >= OURS && correlationId < 2 * OURS)
            {
                return;
            }
            if (reply.kind() == Reply.Kind.LOST && sent.containsKey(correlationId))
            {
                again.add(sent.get(correlationId));
            }
            super.onReply(nodeIndex, correlationId, reply);
        }
    }

    static final class TellsTheEndFirst extends PassThrough
    {
        private final List<Long> lost = new ArrayList<>();

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            if (reply.kind() == Reply.Kind.LOST)
            {
                lost.add(correlationId);
            }
            else
            {
                super.onReply(nodeIndex, correlationId, reply);
            }
        }

        @Override
        public void onDown(final int nodeIndex, final DownReason reason, final String detail)
        {
            super.onDown(nodeIndex, reason, detail);
            lost.forEach((id) -> handler.onReply(nodeIndex, id, new Reply().set(Reply.Kind.LOST)));
            lost.clear();
        }
    }

    static final class TellsTheEndTwice extends PassThrough
    {
        @Override
        public void onDown(final int nodeIndex, final DownReason reason, final String detail)
        {
            super.onDown(nodeIndex, reason, detail);
            super.onDown(nodeIndex, reason, detail);
        }
    }

    static final class CallsBackInOffer extends PassThrough
    {
        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            final int result = super.offer(nodeIndex, operation);
            if (result == NOT_CONNECTED)
            {
                handler.onReply(nodeIndex, operation.correlationId(), new Reply().set(Reply.Kind.LOST));
            }

            return result;
        }
    }

    static final class CallsBackInDisconnect extends PassThrough
    {
        @Override
        public void disconnect(final int nodeIndex)
        {
            super.disconnect(nodeIndex);
            super.poll(0);
        }
    }

    static final class KnowsNoLimit extends PassThrough
    {
        @Override
        TransportContext changed(final TransportContext context)
        {
            return new TransportContext(context.nodes(), context.templates(), TransportLimits.DEFAULT,
                context.tls(), context.options());
        }
    }

    static final class MakesNoRoom extends PassThrough
    {
        private int lost;

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            return lost > 16 ? BACK_PRESSURED : super.offer(nodeIndex, operation);
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            lost += reply.kind() == Reply.Kind.LOST ? 1 : 0;
            super.onReply(nodeIndex, correlationId, reply);
        }
    }

    static final class ConnectsByItself extends Watchful
    {
        @Override
        public void onDown(final int nodeIndex, final DownReason reason, final String detail)
        {
            super.onDown(nodeIndex, reason, detail);
            if (!isClosed)
            {
                connect(nodeIndex);
            }
        }
    }

    /**
     * Puts the questions but is deaf to a refusal, or keeps one question from the node.
     */
    static final class HoldsHalfADialogue extends PassThrough
    {
        private final boolean isAskingAll;

        HoldsHalfADialogue(final boolean isAskingAll)
        {
            this.isAskingAll = isAskingAll;
        }

        @Override
        public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
        {
            final Dialogue dialogue = super.onConnected(nodeIndex, sessionOpened);
            if (isAskingAll)
            {
                return new Overheard(dialogue)
                {
                    @Override
                    public String refusal()
                    {
                        return null;
                    }
                };
            }
            dialogue.next();
            dialogue.onAnswer(Answer.nil());

            return dialogue;
        }
    }

    static final class SleepsOn extends PassThrough
    {
        @Override
        public void wakeup()
        {
            // Good night.
        }
    }

    /**
     * Waits for another time than it is told.
     */
    static final class HasNoPatience extends PassThrough
    {
        private final long leastNs;
        private final long mostNs;

        HasNoPatience(final long leastNs, final long mostNs)
        {
            this.leastNs = leastNs;
            this.mostNs = mostNs;
        }

        @Override
        public int poll(final long maxWaitNs)
        {
            return super.poll(Math.max(leastNs, Math.min(mostNs, maxWaitNs)));
        }
    }

    static final class DropsLateAnswers extends PassThrough
    {
        private int polls;
        private final Map<Long, Integer> since = new HashMap<>();

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            since.put(operation.correlationId(), polls);

            return super.offer(nodeIndex, operation);
        }

        @Override
        public int poll(final long maxWaitNs)
        {
            polls++;

            return super.poll(maxWaitNs);
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            final boolean isLate = polls - since.get(correlationId) > 50;
            super.onReply(nodeIndex, correlationId, isLate ? new Reply().set(Reply.Kind.LOST) : reply);
        }
    }

    /**
     * Answers in the order of all offers: one queue for all nodes.
     */
    static final class WaitsForTheSlowest extends PassThrough
    {
        private final ArrayDeque<Long> order = new ArrayDeque<>();
        private final Map<Long, Runnable> arrived = new HashMap<>();

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            final int result = super.offer(nodeIndex, operation);
            if (result == ACCEPTED)
            {
                order.add(operation.correlationId());
            }

            return result;
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            final TckReply kept = TckReply.of(reply);
            arrived.put(correlationId, () -> handler.onReply(nodeIndex, correlationId, copy(kept)));
            while (arrived.containsKey(order.peek()))
            {
                arrived.remove(order.poll()).run();
            }
        }

        private static Reply copy(final TckReply kept)
        {
            final Reply reply = new Reply().set(kept.kind());
            kept.numbers().forEach(reply::add);

            return reply;
        }
    }

    static final class ClosesInSilence extends Watchful
    {
        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            if (!isClosed)
            {
                super.onReply(nodeIndex, correlationId, reply);
            }
        }
    }

    static final class TellsSecrets extends PassThrough
    {
        private final StringBuilder said = new StringBuilder();

        @Override
        public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
        {
            return new Overheard(super.onConnected(nodeIndex, sessionOpened))
            {
                @Override
                void hear(final String word)
                {
                    said.append(' ').append(word);
                }
            };
        }

        @Override
        public void onDown(final int nodeIndex, final DownReason reason, final String detail)
        {
            super.onDown(nodeIndex, reason, detail + " after" + said);
        }
    }

    /**
     * Gives some replies another meaning.
     */
    static final class Misreads extends PassThrough
    {
        private final UnaryOperator<Reply> reading;

        Misreads(final UnaryOperator<Reply> reading)
        {
            this.reading = reading;
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            super.onReply(nodeIndex, correlationId, reading.apply(reply));
        }
    }

    static Misreads takesTextForAStatus()
    {
        return new Misreads((reply) -> reply.kind() == Reply.Kind.TEXT ? reply.set(Reply.Kind.OK) : reply);
    }

    static Misreads takesEveryStatusForOk()
    {
        return new Misreads((reply) -> reply.kind() == Reply.Kind.STATUS ? reply.set(Reply.Kind.OK) : reply);
    }

    static Misreads knowsSomeErrorsOnly()
    {
        return new Misreads((reply) -> reply.errorCode() == ErrorCode.MASTERDOWN ?
            reply.setError(ErrorCode.OTHER, reply.errorText()) : reply);
    }

    /**
     * Tells what it has read before it looks whether anybody still wants to hear it.
     */
    static final class BelievesWhatComesAfterADisconnect extends PassThrough
    {
        private boolean isDisconnected;

        @Override
        public void disconnect(final int nodeIndex)
        {
            isDisconnected = true;
            super.disconnect(nodeIndex);
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            super.onReply(nodeIndex, correlationId,
                isDisconnected ? reply.set(Reply.Kind.NUMBERS).add(1) : reply);
        }
    }

    static final class TakesNonsenseForAnEnd extends PassThrough
    {
        @Override
        public void onDown(final int nodeIndex, final DownReason reason, final String detail)
        {
            super.onDown(nodeIndex, reason == DownReason.PROTOCOL ? DownReason.CLOSED : reason, detail);
        }
    }

    static final class KeepsTheArrayOfTheKey extends PassThrough
    {
        private record Lazy(byte[] key) implements PreparedKey
        {
            @Override
            public int length()
            {
                return key.length;
            }
        }

        @Override
        public PreparedKey prepare(final byte[] key)
        {
            return new Lazy(key);
        }

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            final CommandTemplate template = operation.template();
            final byte[] key = ((Lazy)operation.key()).key;

            return super.offer(
                nodeIndex, operation.wrap(template, super.prepare(key), operation.correlationId()));
        }
    }

    static final class SwallowsOptions extends PassThrough
    {
        @Override
        TransportContext changed(final TransportContext context)
        {
            return without(context, Map.of());
        }
    }

    static final class SaysAcceptedToAll extends PassThrough
    {
        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            super.offer(nodeIndex, operation);

            return Transport.ACCEPTED;
        }
    }

    static final class CountsNothing extends PassThrough
    {
        @Override
        public int poll(final long maxWaitNs)
        {
            super.poll(maxWaitNs);

            return 0;
        }
    }

    /**
     * Takes every push for the answer that is due.
     */
    static final class TakesPushesForAnswers extends Tracked
    {
        private TckReply before = TckReply.of(Reply.Kind.OTHER);

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            final TckReply mine = TckReply.of(reply);
            if (isTracking)
            {
                reply.set(before.kind());
                before.numbers().forEach(reply::add);
                before = mine;
            }
            super.onReply(nodeIndex, correlationId, reply);
        }
    }

    static final class DropsANodeThatPushes extends Tracked
    {
        private int polls;

        @Override
        public int poll(final long maxWaitNs)
        {
            if (isTracking && ++polls == 50)
            {
                disconnect(0);
            }

            return super.poll(maxWaitNs);
        }
    }

    /**
     * Knows whether pushes have been asked for.
     */
    abstract static class Tracked extends PassThrough
    {
        boolean isTracking;

        @Override
        public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
        {
            return new Overheard(super.onConnected(nodeIndex, sessionOpened))
            {
                @Override
                void hear(final String word)
                {
                    isTracking |= word.equals("TRACKING");
                }
            };
        }
    }

    /**
     * A dialogue whose questions are heard, word by word.
     */
    private abstract static class Overheard implements Dialogue
    {
        private final Dialogue dialogue;

        Overheard(final Dialogue dialogue)
        {
            this.dialogue = dialogue;
        }

        void hear(final String word)
        {
        }

        @Override
        public byte[][] next()
        {
            final byte[][] question = dialogue.next();
            for (final byte[] word : question == null ? new byte[0][] : question)
            {
                hear(new String(word, StandardCharsets.UTF_8));
            }

            return question;
        }

        @Override
        public void onAnswer(final Answer answer)
        {
            dialogue.onAnswer(answer);
        }

        @Override
        public String refusal()
        {
            return dialogue.refusal();
        }
    }

    /**
     * Knows whether it is polled, and whether it has been closed.
     */
    private abstract static class Watchful extends PassThrough
    {
        volatile boolean isClosed;
        boolean isPolling;

        @Override
        public int poll(final long maxWaitNs)
        {
            isPolling = true;
            try
            {
                return super.poll(maxWaitNs);
            }
            finally
            {
                isPolling = false;
            }
        }

        @Override
        public void close()
        {
            isClosed = true;
            super.close();
        }
    }

    static final class IsNotWokenByTheInterrupted extends PassThrough
    {
        @Override
        public void wakeup()
        {
            if (!Thread.currentThread().isInterrupted())
            {
                super.wakeup();
            }
        }
    }

    static final class ThrowsWhenWokenAtTheEnd extends Watchful
    {
        @Override
        public void wakeup()
        {
            if (isClosed)
            {
                throw new IllegalStateException("closed");
            }
            super.wakeup();
        }
    }

    /**
     * Loses the interrupt, or waits in spite of it.
     */
    static final class SwallowsInterrupts extends PassThrough
    {
        private final boolean isKeptForLater;

        SwallowsInterrupts(final boolean isKeptForLater)
        {
            this.isKeptForLater = isKeptForLater;
        }

        @Override
        public int poll(final long maxWaitNs)
        {
            final boolean isInterrupted = Thread.interrupted();
            final int events = super.poll(isInterrupted && !isKeptForLater ? 0 : maxWaitNs);
            if (isInterrupted && isKeptForLater)
            {
                Thread.currentThread().interrupt();
            }

            return events;
        }
    }

    static final class PollsInPolls extends Watchful
    {
        @Override
        public int poll(final long maxWaitNs)
        {
            return isPolling ? 0 : super.poll(maxWaitNs);
        }
    }

    static final class NeverClosesInACallback extends Watchful
    {
        @Override
        public void close()
        {
            if (!isPolling)
            {
                super.close();
            }
        }
    }

    static final class PushesBackForEver extends PassThrough
    {
        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            try
            {
                return super.offer(nodeIndex, operation);
            }
            catch (final IllegalArgumentException ignored)
            {
                return BACK_PRESSURED;
            }
        }
    }

    static final class LetsStrangersFlush extends PassThrough
    {
        private Thread engineThread;

        @Override
        public int poll(final long maxWaitNs)
        {
            engineThread = Thread.currentThread();

            return super.poll(maxWaitNs);
        }

        @Override
        public void flush()
        {
            if (Thread.currentThread() == engineThread)
            {
                super.flush();
            }
        }
    }
}
