// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

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
import dev.redlock.tck.harness.TckHarness;

/**
 * Drives a transport as an engine would, records its events, and checks the {@link RuleBook} all the time.
 */
public final class TckClient implements TransportHandler
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
    private long unasked;
    private long lastId = Long.MAX_VALUE - 50;

    public TckClient(
        final TckHarness harness, final List<Connection> connections, final TransportLimits limits)
    {
        this.harness = harness;
        this.connections = connections;
        book = new RuleBook(connections.size());
        transport = harness.provider().open(new TransportContext(
            connections, TckCommands.all(), limits, harness.tls(), harness.options()), this);
    }

    public Transport transport()
    {
        return transport;
    }

    public Connection connection(final int nodeIndex)
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
    public void dialogues(final IntFunction<Dialogue> newDialogues)
    {
        dialogues = newDialogues;
    }

    /**
     * An action inside a callback, after the event was recorded.
     */
    public void onEvent(final Consumer<TckEvent> newListener)
    {
        listener = newListener;
    }

    /**
     * The same for events of one kind only.
     */
    public void on(final TckEvent.Kind kind, final Consumer<TckEvent> newListener)
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
    public boolean isSessionOpened()
    {
        return isSessionOpened;
    }

    public void connect(final int nodeIndex)
    {
        book.connect(nodeIndex);
        transport.connect(connection(nodeIndex));
    }

    public void disconnect(final int nodeIndex)
    {
        book.disconnect(nodeIndex);
        transport.disconnect(connection(nodeIndex));
    }

    /**
     * Connects nodes and waits until they are up.
     */
    public TckClient up(final int... nodeIndexes)
    {
        Arrays.stream(nodeIndexes).forEach(this::connect);
        for (final int nodeIndex : nodeIndexes)
        {
            await("node " + nodeIndex + " is up", () -> book.isUp(nodeIndex));
        }

        return this;
    }

    public boolean isLocal(final int nodeIndex)
    {
        return transport.isLocal(connection(nodeIndex));
    }

    public boolean isUp(final int nodeIndex)
    {
        return book.isUp(nodeIndex);
    }

    public PreparedKey key(final String key)
    {
        return keys.computeIfAbsent(key, (text) -> transport.prepare(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * An operation with its own id. The ids cross the overflow of a long.
     */
    public Operation operation(final CommandTemplate template, final PreparedKey key)
    {
        lastId++;

        return new Operation().wrap(template, key, lastId);
    }

    public int offer(final int nodeIndex, final Operation operation)
    {
        final int result = transport.offer(connection(nodeIndex), operation);
        book.offered(nodeIndex, operation.correlationId(), result);

        return result;
    }

    public int inquire(final int nodeIndex, final TckInquiry inquiry)
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
    public long send(final int nodeIndex, final Operation operation)
    {
        assertThat(offer(nodeIndex, operation)).as("offer to node %d", nodeIndex)
            .isEqualTo(Transport.ACCEPTED);

        return operation.correlationId();
    }

    public TckInquiry ask(final int nodeIndex, final String... words)
    {
        final TckInquiry inquiry = new TckInquiry(this, words);
        assertThat(inquire(nodeIndex, inquiry)).as("inquiry to node %d", nodeIndex)
            .isEqualTo(Transport.ACCEPTED);

        return inquiry;
    }

    /**
     * Offers an APPEND, whose effect shows how often and in which order it was executed.
     */
    public long append(final int nodeIndex, final String key, final String text)
    {
        return send(nodeIndex, appending(key, text));
    }

    /**
     * Appends an x so many times.
     *
     * @return the ids of the operations.
     */
    public List<Long> appendTimes(final int count, final int nodeIndex, final String key)
    {
        return Stream.generate(() -> append(nodeIndex, key, "x")).limit(count).toList();
    }

    public Operation appending(final String key, final String text)
    {
        return operation(TckCommands.APPEND, key(key)).bytes(0, text.getBytes(StandardCharsets.UTF_8));
    }

    public int poll(final long maxWaitNs)
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
    public void await(final String what, final BooleanSupplier condition)
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
    public void awaitUnpolled(final String what, final BooleanSupplier condition)
    {
        final long startNs = harness.nowNs();
        while (!condition.getAsBoolean())
        {
            assertThat(harness.nowNs() - startNs).as(what).isLessThan(WAIT_NS);
            harness.pass(MS);
        }
    }

    public TckReply awaitReply(final long id)
    {
        await("operation " + id + " is answered", () -> replies.containsKey(id));

        return replies.get(id);
    }

    public void awaitReplies()
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
    public TckEvent awaitDown(final int nodeIndex, final int count)
    {
        await("node " + nodeIndex + " is down for the " + count + ". time",
            () -> events(TckEvent.Kind.DOWN, nodeIndex).size() >= count);
        final List<TckEvent> downs = events(TckEvent.Kind.DOWN, nodeIndex);

        return downs.get(downs.size() - 1);
    }

    /**
     * Polls for a while without expecting anything; the test then looks at what has come.
     */
    public void quiet()
    {
        final long startNs = harness.nowNs();
        while (harness.nowNs() - startNs < QUIET_NS)
        {
            poll(MS);
        }
    }

    public List<TckEvent> events()
    {
        return events;
    }

    /**
     * Bytes that were told as unasked.
     */
    public long unasked()
    {
        return unasked;
    }

    public List<TckEvent> events(final TckEvent.Kind kind, final int nodeIndex)
    {
        return events.stream().filter((event) -> event.is(kind, nodeIndex)).toList();
    }

    public boolean isAnswered(final long id)
    {
        return replies.containsKey(id);
    }

    /**
     * The answer to an operation, which must exist.
     */
    public TckReply reply(final long id)
    {
        assertThat(isAnswered(id)).as("operation %d is answered", id).isTrue();

        return replies.get(id);
    }

    public void close()
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
    public void finish()
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
    public void onUnasked(final Connection connection, final long bytes)
    {
        unasked += bytes;
    }

    @Override
    public void onMessage(final Connection connection, final byte[] message, final int length)
    {
        final int nodeIndex = indexOf(connection);
        final String text = new String(message, 0, length, StandardCharsets.UTF_8);
        callback("onMessage", () ->
        {
            book.onMessage(nodeIndex);
            note(TckEvent.message(nodeIndex, text));
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

    public void onAnswer(final Connection connection, final TckInquiry inquiry)
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

    public static void ignore(final TckEvent event)
    {
    }
}
