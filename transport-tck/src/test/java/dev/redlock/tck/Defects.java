// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import static dev.redlock.spi.Transport.ACCEPTED;
import static dev.redlock.spi.Transport.BACK_PRESSURED;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.tck.driver.TckReply;

/**
 * What transports should not do, where it takes more than a line or two.
 */
final class Defects
{
    private static final long OURS = 1L << 40;

    private Defects()
    {
    }

    static void swapsAnswers(final Tampered transport)
    {
        final ArrayDeque<Long> ids = new ArrayDeque<>();
        transport.offer = (connection, operation) ->
        {
            final int result = transport.beneath.offer(connection, operation);
            if (connection.index() == 0 && result == ACCEPTED)
            {
                ids.addFirst(operation.correlationId());
            }

            return result;
        };
        transport.reply = (connection, id, reply) -> transport.handler().onReply(
            connection, connection.index() == 0 ? ids.poll() : id, reply);
    }

    /**
     * Queues the operations of a node themselves, not what is in them, and hands them on with the flush.
     */
    static Consumer<Tampered> keepsOperations(final boolean isLatestFirst)
    {
        return (transport) ->
        {
            final ArrayDeque<Operation> waiting = new ArrayDeque<>();
            transport.offer = (connection, operation) ->
            {
                if (connection.index() != 0)
                {
                    return transport.beneath.offer(connection, operation);
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
            };
            transport.flush = () ->
            {
                while (!waiting.isEmpty())
                {
                    transport.beneath.offer(transport.connections.get(0), waiting.poll());
                }
                transport.beneath.flush();
            };
            transport.poll = (maxWaitNs) ->
            {
                transport.flush();

                return transport.beneath.poll(maxWaitNs);
            };
        };
    }

    /**
     * Sends a copy of what was lost, or of what it pushed back.
     *
     * @param reason the answer to the offer of what is sent again.
     */
    static Consumer<Tampered> sendsAgain(final int reason)
    {
        return (transport) ->
        {
            final Map<Long, Operation> sent = new HashMap<>();
            final ArrayDeque<Operation> again = new ArrayDeque<>();
            transport.offer = (connection, operation) ->
            {
                final Operation copy = new Operation()
                    .wrap(operation.template(), operation.key(), OURS + sent.size())
                    .bytes(0, operation.bytes(0));
                final int result = transport.beneath.offer(connection, operation);
                if (result == reason)
                {
                    sent.put(operation.correlationId(), copy);
                    if (result == BACK_PRESSURED)
                    {
                        again.add(copy);
                    }
                }

                return result;
            };
            transport.poll = (maxWaitNs) ->
            {
                if (!again.isEmpty() &&
                    transport.beneath.offer(transport.connections.get(0), again.peek()) == ACCEPTED)
                {
                    again.poll();
                }

                return transport.beneath.poll(maxWaitNs);
            };
            transport.reply = (connection, id, reply) ->
            {
                if (reply.kind() == Reply.Kind.LOST && sent.containsKey(id))
                {
                    again.add(sent.get(id));
                }
                if (id < OURS || id >= 2 * OURS)
                {
                    transport.handler().onReply(connection, id, reply);
                }
            };
        };
    }

    static void tellsTheEndFirst(final Tampered transport)
    {
        final List<Long> lost = new ArrayList<>();
        transport.reply = (connection, id, reply) ->
        {
            if (reply.kind() == Reply.Kind.LOST)
            {
                lost.add(id);
            }
            else
            {
                transport.handler().onReply(connection, id, reply);
            }
        };
        transport.down = (connection, reason, detail) ->
        {
            transport.handler().onDown(connection, reason, detail);
            lost.forEach((id) ->
                transport.handler().onReply(connection, id, new Reply().set(Reply.Kind.LOST)));
            lost.clear();
        };
    }

    static void makesNoRoom(final Tampered transport)
    {
        final AtomicInteger lost = new AtomicInteger();
        transport.offer = (connection, operation) ->
            lost.get() > 16 ? BACK_PRESSURED : transport.beneath.offer(connection, operation);
        transport.reply = (connection, id, reply) ->
        {
            lost.addAndGet(reply.kind() == Reply.Kind.LOST ? 1 : 0);
            transport.handler().onReply(connection, id, reply);
        };
    }

    static void dropsLateAnswers(final Tampered transport)
    {
        final AtomicInteger polls = new AtomicInteger();
        final Map<Long, Integer> since = new HashMap<>();
        transport.offer = (connection, operation) ->
        {
            since.put(operation.correlationId(), polls.get());

            return transport.beneath.offer(connection, operation);
        };
        transport.poll = (maxWaitNs) ->
        {
            polls.incrementAndGet();

            return transport.beneath.poll(maxWaitNs);
        };
        transport.reply = (connection, id, reply) -> transport.handler().onReply(connection, id,
            polls.get() - since.get(id) > 50 ? new Reply().set(Reply.Kind.LOST) : reply);
    }

    /**
     * Tells all answers in the order of the questions, of whichever nodes.
     */
    static void waitsForTheSlowest(final Tampered transport)
    {
        final ArrayDeque<Long> order = new ArrayDeque<>();
        final Map<Long, Runnable> arrived = new HashMap<>();
        transport.offer = (connection, operation) ->
        {
            final int result = transport.beneath.offer(connection, operation);
            if (result == ACCEPTED)
            {
                order.add(operation.correlationId());
            }

            return result;
        };
        transport.reply = (connection, id, reply) ->
        {
            final TckReply kept = TckReply.of(reply);
            arrived.put(id, () -> transport.handler().onReply(connection, id, refill(new Reply(), kept)));
            while (arrived.containsKey(order.peek()))
            {
                arrived.remove(order.poll()).run();
            }
        };
    }

    private static Reply refill(final Reply reply, final TckReply kept)
    {
        reply.set(kept.kind());
        kept.numbers().forEach(reply::add);

        return reply;
    }

    static void tellsSecrets(final Tampered transport)
    {
        final StringBuilder said = new StringBuilder();
        transport.overhear((word) -> said.append(' ').append(word));
        transport.down = (connection, reason, detail) ->
            transport.handler().onDown(connection, reason, detail + " after" + said);
    }

    static void keepsTheArrayOfTheKey(final Tampered transport)
    {
        transport.prepare = Lazy::new;
        transport.offer = (connection, operation) ->
        {
            final PreparedKey key = transport.beneath.prepare(((Lazy)operation.key()).key());

            return transport.beneath.offer(
                connection, operation.wrap(operation.template(), key, operation.correlationId()));
        };
    }

    private record Lazy(byte[] key) implements PreparedKey
    {
        @Override
        public int length()
        {
            return key.length;
        }
    }

    /**
     * From the moment at which it is told of other clients' keys, as TRACKING does, each answer is the one
     * before it.
     */
    static void takesPushesForAnswers(final Tampered transport)
    {
        final AtomicInteger tracking = track(transport);
        final AtomicReference<TckReply> before = new AtomicReference<>(TckReply.of(Reply.Kind.OTHER));
        transport.reply = (connection, id, reply) ->
        {
            final TckReply mine = TckReply.of(reply);
            if (tracking.get() > 0)
            {
                refill(reply, before.getAndSet(mine));
            }
            transport.handler().onReply(connection, id, reply);
        };
    }

    static void dropsANodeThatPushes(final Tampered transport)
    {
        final AtomicInteger tracking = track(transport);
        final AtomicInteger polls = new AtomicInteger();
        transport.poll = (maxWaitNs) ->
        {
            if (tracking.get() > 0 && polls.incrementAndGet() == 50)
            {
                transport.disconnect(transport.connections.get(0));
            }

            return transport.beneath.poll(maxWaitNs);
        };
    }

    private static AtomicInteger track(final Tampered transport)
    {
        final AtomicInteger tracking = new AtomicInteger();
        transport.overhear((word) -> tracking.addAndGet(word.equals("TRACKING") ? 1 : 0));

        return tracking;
    }

    static void believesWhatComesAfterADisconnect(final Tampered transport)
    {
        final AtomicInteger disconnects = new AtomicInteger();
        transport.disconnect = (connection) ->
        {
            disconnects.incrementAndGet();
            transport.beneath.disconnect(connection);
        };
        transport.reply = (connection, id, reply) -> transport.handler().onReply(connection, id,
            disconnects.get() > 0 ? reply.set(Reply.Kind.NUMBERS).add(1) : reply);
    }

    /**
     * @param isKeptForLater whether the interrupt is only ignored, or forgotten.
     */
    static Consumer<Tampered> swallowsInterrupts(final boolean isKeptForLater)
    {
        return (transport) -> transport.poll = (maxWaitNs) ->
        {
            final boolean isInterrupted = Thread.interrupted();
            final int events = transport.beneath.poll(isInterrupted && !isKeptForLater ? 0 : maxWaitNs);
            if (isInterrupted && isKeptForLater)
            {
                Thread.currentThread().interrupt();
            }

            return events;
        };
    }

    static void letsStrangersFlush(final Tampered transport)
    {
        final AtomicReference<Thread> engineThread = new AtomicReference<>();
        transport.poll = (maxWaitNs) ->
        {
            engineThread.set(Thread.currentThread());

            return transport.beneath.poll(maxWaitNs);
        };
        transport.flush = () ->
        {
            if (Thread.currentThread() == engineThread.get())
            {
                transport.beneath.flush();
            }
        };
    }

    static void throwsWhatADialogueThrows(final Tampered transport)
    {
        transport.down = (connection, reason, detail) ->
        {
            transport.handler().onDown(connection, reason, detail);
            if (reason == DownReason.REFUSED)
            {
                throw new IllegalStateException(detail);
            }
        };
    }

    static void tellsMessagesLate(final Tampered transport)
    {
        final ArrayDeque<Runnable> kept = new ArrayDeque<>();
        transport.message = (connection, message, length) ->
        {
            final byte[] copy = Arrays.copyOf(message, length);
            kept.add(() -> transport.handler().onMessage(connection, copy, length));
        };
        transport.reply = (connection, id, reply) ->
        {
            transport.handler().onReply(connection, id, reply);
            tell(kept);
        };
    }

    static void tellsMessagesEarly(final Tampered transport)
    {
        final ArrayDeque<Runnable> kept = new ArrayDeque<>();
        transport.reply = (connection, id, reply) ->
        {
            final TckReply copy = TckReply.of(reply);
            kept.add(() -> transport.handler().onReply(connection, id, refill(new Reply(), copy)));
        };
        transport.poll = (maxWaitNs) ->
        {
            final int events = transport.reallyPoll(kept.isEmpty() ? maxWaitNs : 0);
            tell(kept);

            return events;
        };
    }

    private static void tell(final ArrayDeque<Runnable> kept)
    {
        while (!kept.isEmpty())
        {
            kept.poll().run();
        }
    }

    static void tellsWhatItHasReadBeforeADisconnect(final Tampered transport)
    {
        final ArrayDeque<Runnable> kept = new ArrayDeque<>();
        transport.message = (connection, message, length) ->
        {
            final byte[] copy = Arrays.copyOf(message, length);
            transport.handler().onMessage(connection, message, length);
            kept.add(() -> transport.handler().onMessage(connection, copy, length));
        };
        final AtomicInteger disconnects = new AtomicInteger();
        transport.disconnect = (connection) ->
        {
            disconnects.incrementAndGet();
            transport.beneath.disconnect(connection);
        };
        transport.poll = (maxWaitNs) ->
        {
            final int events = transport.reallyPoll(maxWaitNs);
            if (disconnects.get() > 0)
            {
                tell(kept);
            }
            kept.clear();

            return events;
        };
    }

    static Dialogue withoutLists(final Dialogue real)
    {
        return new Dialogue()
        {
            @Override
            public byte[][] next()
            {
                return real.next();
            }

            @Override
            public void onAnswer(final Answer answer)
            {
                real.onAnswer(answer.kind() == Answer.Kind.LIST ? Answer.nil() : answer);
            }

            @Override
            public String refusal()
            {
                return real.refusal();
            }
        };
    }
}
