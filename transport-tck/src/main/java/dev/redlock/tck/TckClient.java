// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;

/**
 * Drives a transport as an engine would, records its events, and checks the {@link RuleBook} all the time.
 */
final class TckClient implements TransportHandler
{
    private static final long MS = 1_000_000;
    private static final long WAIT_NS = 20_000 * MS;
    private static final long QUIET_NS = 30 * MS;
    private static final int EVENTS_SHOWN = 12;

    private final List<TckEvent> events = new ArrayList<>();
    private final Map<Long, TckReply> replies = new HashMap<>();
    private final Map<String, PreparedKey> keys = new HashMap<>();
    private final List<Connection> connections;
    private final TckHarness harness;
    private final RuleBook book;
    private final Transport transport;
    private IntFunction<Dialogue> dialogues = (nodeIndex) -> TckDialogue.asking(TckDialogue.words("PING"));
    private Consumer<TckEvent> listener = TckClient::ignore;
    private boolean isSessionOpened;
    private boolean isClosed;
    private long lastId = Long.MAX_VALUE - 50;

    TckClient(final TckHarness harness, final List<Connection> connections, final TransportLimits limits)
    {
        this.harness = harness;
        this.connections = connections;
        book = new RuleBook(connections.size());
        transport = harness.provider().open(new TransportContext(
            connections, TckCommands.all(), limits, harness.tls(), harness.options()), this);
    }

    Transport transport()
    {
        return transport;
    }

    Connection connection(final int nodeIndex)
    {
        return connections.get(nodeIndex);
    }

    /*
     * A callback names a connection as the context does.
     */
    private int indexOf(final Connection connection)
    {
        assertThat(connections).as("connections of the context").contains(connection);

        return connection.index();
    }

    /**
     * The dialogue of new connections; one PING by default, so that a node that is up has certainly been
     * reached.
     */
    void dialogues(final IntFunction<Dialogue> newDialogues)
    {
        dialogues = newDialogues;
    }

    /**
     * An action inside a callback, after the event was recorded.
     */
    void onEvent(final Consumer<TckEvent> newListener)
    {
        listener = newListener;
    }

    /**
     * The same for events of one kind only.
     */
    void on(final TckEvent.Kind kind, final Consumer<TckEvent> newListener)
    {
        onEvent((event) ->
        {
            if (event.kind() == kind)
            {
                newListener.accept(event);
            }
        });
    }

    /**
     * Whether the transport opens sessions itself.
     */
    boolean isSessionOpened()
    {
        return isSessionOpened;
    }

    void connect(final int nodeIndex)
    {
        book.connect(nodeIndex);
        transport.connect(connection(nodeIndex));
    }

    void disconnect(final int nodeIndex)
    {
        transport.disconnect(connection(nodeIndex));
    }

    /**
     * Connects nodes and waits until they are up.
     */
    TckClient up(final int... nodeIndexes)
    {
        Arrays.stream(nodeIndexes).forEach(this::connect);
        for (final int nodeIndex : nodeIndexes)
        {
            await("node " + nodeIndex + " is up", () -> book.isUp(nodeIndex));
        }

        return this;
    }

    boolean isLocal(final int nodeIndex)
    {
        return transport.isLocal(connection(nodeIndex));
    }

    boolean isUp(final int nodeIndex)
    {
        return book.isUp(nodeIndex);
    }

    PreparedKey key(final String key)
    {
        return keys.computeIfAbsent(key, (text) -> transport.prepare(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * An operation with its own id. The ids cross the overflow of a long.
     */
    Operation operation(final CommandTemplate template, final PreparedKey key)
    {
        lastId++;

        return new Operation().wrap(template, key, lastId);
    }

    int offer(final int nodeIndex, final Operation operation)
    {
        final int result = transport.offer(connection(nodeIndex), operation);
        book.offered(nodeIndex, operation.correlationId(), result);

        return result;
    }

    int inquire(final int nodeIndex, final TckInquiry inquiry)
    {
        final int result = transport.inquire(connection(nodeIndex), inquiry);
        book.offered(nodeIndex, inquiry, result);

        return result;
    }

    /**
     * Offers an operation that must be accepted.
     *
     * @return its id.
     */
    long send(final int nodeIndex, final Operation operation)
    {
        assertThat(offer(nodeIndex, operation)).as("offer to node %d", nodeIndex)
            .isEqualTo(Transport.ACCEPTED);

        return operation.correlationId();
    }

    TckInquiry ask(final int nodeIndex, final String... words)
    {
        final TckInquiry inquiry = new TckInquiry(this, words);
        assertThat(inquire(nodeIndex, inquiry)).as("inquiry to node %d", nodeIndex)
            .isEqualTo(Transport.ACCEPTED);

        return inquiry;
    }

    /**
     * Offers an APPEND, whose effect shows how often and in which order it was executed.
     */
    long append(final int nodeIndex, final String key, final String text)
    {
        return send(nodeIndex, appending(key, text));
    }

    /**
     * Appends an x so many times.
     *
     * @return the ids of the operations.
     */
    List<Long> appendTimes(final int count, final int nodeIndex, final String key)
    {
        return Stream.generate(() -> append(nodeIndex, key, "x")).limit(count).toList();
    }

    Operation appending(final String key, final String text)
    {
        return operation(TckCommands.APPEND, key(key)).bytes(0, text.getBytes(StandardCharsets.UTF_8));
    }

    int poll(final long maxWaitNs)
    {
        book.enterPoll();
        try
        {
            return transport.poll(maxWaitNs);
        }
        finally
        {
            book.leavePoll();
        }
    }

    /**
     * Polls until a condition holds; fails after far too long.
     */
    void await(final String what, final BooleanSupplier condition)
    {
        final long startNs = harness.nowNs();
        while (!condition.getAsBoolean())
        {
            if (harness.nowNs() - startNs > WAIT_NS)
            {
                throw new AssertionError("it did not come to pass that " + what + "; the last events are " +
                    events.subList(Math.max(0, events.size() - EVENTS_SHOWN), events.size()));
            }
            poll(MS);
        }
    }

    /**
     * Waits without polling.
     */
    void awaitUnpolled(final String what, final BooleanSupplier condition)
    {
        final long startNs = harness.nowNs();
        while (!condition.getAsBoolean())
        {
            assertThat(harness.nowNs() - startNs).as(what).isLessThan(WAIT_NS);
            harness.pass(MS);
        }
    }

    TckReply awaitReply(final long id)
    {
        await("operation " + id + " is answered", () -> replies.containsKey(id));

        return replies.get(id);
    }

    void awaitReplies()
    {
        for (int i = 0; i < book.nodeCount(); i++)
        {
            final int nodeIndex = i;
            await("node " + i + " answers everything", () -> book.unanswered(nodeIndex) == 0);
        }
    }

    /**
     * Waits for the end of a connection.
     *
     * @param count how many ends of this node there have been then.
     * @return the latest of them.
     */
    TckEvent awaitDown(final int nodeIndex, final int count)
    {
        await("node " + nodeIndex + " is down for the " + count + ". time",
            () -> events(TckEvent.Kind.DOWN, nodeIndex).size() >= count);
        final List<TckEvent> downs = events(TckEvent.Kind.DOWN, nodeIndex);

        return downs.get(downs.size() - 1);
    }

    /**
     * Polls for a while without expecting anything; the test then looks at what has come.
     */
    void quiet()
    {
        final long startNs = harness.nowNs();
        while (harness.nowNs() - startNs < QUIET_NS)
        {
            poll(MS);
        }
    }

    List<TckEvent> events()
    {
        return events;
    }

    List<TckEvent> events(final TckEvent.Kind kind, final int nodeIndex)
    {
        return events.stream().filter((event) -> event.is(kind, nodeIndex)).toList();
    }

    boolean isAnswered(final long id)
    {
        return replies.containsKey(id);
    }

    /**
     * The answer to an operation, which must exist.
     */
    TckReply reply(final long id)
    {
        assertThat(isAnswered(id)).as("operation %d is answered", id).isTrue();

        return replies.get(id);
    }

    void close()
    {
        isClosed = true;
        book.enterPoll();
        try
        {
            transport.close();
        }
        finally
        {
            book.leavePoll();
        }
    }

    /**
     * Ends a test: nothing may be left, and no rule may have been broken.
     */
    void finish()
    {
        if (!isClosed)
        {
            close();
        }
        book.onClosed();
        assertThat(book.broken()).as("rules that were broken").isEmpty();
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        final int nodeIndex = indexOf(connection);
        final TckReply kept = TckReply.of(reply);
        callback("onReply", () ->
        {
            book.onAnswer(nodeIndex, correlationId);
            replies.put(correlationId, kept);
            note(TckEvent.reply(nodeIndex, correlationId, kept));
        });
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        final int nodeIndex = indexOf(connection);
        isSessionOpened = sessionOpened;
        callback("onConnected", () ->
        {
            book.onConnected(nodeIndex);
            note(TckEvent.of(TckEvent.Kind.CONNECTED, nodeIndex));
        });

        return book.watched(dialogues.apply(nodeIndex));
    }

    @Override
    public void onUp(final Connection connection)
    {
        final int nodeIndex = indexOf(connection);
        callback("onUp", () ->
        {
            book.onUp(nodeIndex);
            note(TckEvent.of(TckEvent.Kind.UP, nodeIndex));
        });
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        final int nodeIndex = indexOf(connection);
        callback("onDown", () ->
        {
            book.onDown(nodeIndex);
            note(TckEvent.down(nodeIndex, reason, detail));
        });
    }

    void onAnswer(final Connection connection, final TckInquiry inquiry)
    {
        final int nodeIndex = indexOf(connection);
        callback("onAnswer", () ->
        {
            book.onAnswer(nodeIndex, inquiry);
            note(TckEvent.of(TckEvent.Kind.ANSWER, nodeIndex));
        });
    }

    private void callback(final String what, final Runnable body)
    {
        book.beginCallback(what);
        try
        {
            body.run();
        }
        finally
        {
            book.endCallback();
        }
    }

    private void note(final TckEvent event)
    {
        events.add(event);
        listener.accept(event);
    }

    static void ignore(final TckEvent event)
    {
    }
}
