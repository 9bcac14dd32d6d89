// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.quorum.Drift;
import dev.redlock.runtime.events.Log;
import dev.redlock.runtime.metrics.ClientMeter;

class LogTest
{
    private static final int ROOM = 1024;
    private static final long SOON_NS = TimeUnit.SECONDS.toNanos(20);

    private final Log log = new Log();
    private final Logger target = Logger.getLogger("dev.redlock");
    private final Keeping keeping = new Keeping();

    @BeforeEach
    void listen()
    {
        target.setUseParentHandlers(false);
        target.setLevel(Level.ALL);
        target.addHandler(keeping);
    }

    @AfterEach
    void stopListening()
    {
        keeping.goOn.countDown();
        log.flush(log.deadlineNs(SOON_NS));
        target.removeHandler(keeping);
        target.setLevel(null);
        target.setUseParentHandlers(true);
    }

    @Test
    void shouldWriteInOrderOnItsOwnThread()
    {
        keeping.goOn.countDown();
        for (int i = 0; i < 100; i++)
        {
            log.write(System.Logger.Level.WARNING, "line {0}", i);
        }
        log.write(System.Logger.Level.ERROR, "unexpected", new IllegalStateException("planted"));
        log.flush(log.deadlineNs(SOON_NS));

        assertThat(keeping.records.size()).isEqualTo(101);
        for (int i = 0; i < 100; i++)
        {
            assertThat(keeping.records.get(i).getParameters()[0]).isEqualTo(i);
        }
        assertThat(keeping.records.get(100).getThrown().getMessage()).isEqualTo("planted");
        assertThat(keeping.thread).isNotSameAs(Thread.currentThread());
        assertThat(keeping.thread.isDaemon()).isTrue();
        Deadline.await("it ends when there is nothing to write", () -> !keeping.thread.isAlive());

        log.write(System.Logger.Level.WARNING, "one more");
        log.flush(log.deadlineNs(SOON_NS));
        assertThat(keeping.records.size()).isEqualTo(102);
    }

    @Test
    void shouldDropAndCountWhatALoggerThatStandsDoesNotTake()
    {
        final AtomicInteger dropped = new AtomicInteger();
        log.onDropped(dropped::incrementAndGet);

        for (int i = 0; i < ROOM + 7; i++)
        {
            log.write(System.Logger.Level.WARNING, "line {0}", i);
        }
        log.flush(log.deadlineNs(1_000_000));
        assertThat(dropped.get()).isEqualTo(7);

        keeping.goOn.countDown();
        log.flush(log.deadlineNs(SOON_NS));

        assertThat(keeping.records.size()).isEqualTo(ROOM + 1);
        assertThat(keeping.records)
            .filteredOn(record -> record.getMessage().contains("were dropped"))
            .extracting(record -> record.getParameters()[0]).isEqualTo(List.of(7));
        assertThat(dropped.get()).isEqualTo(7);
    }

    @Test
    void shouldWarnOnceOfAStreamOfMetricsThatFails()
    {
        keeping.goOn.countDown();
        final Metrics metrics =
            new Metrics(List.of(new ClientMeter(1)), List.of("redis://a"), Drift.SPECIFICATION);
        final OutputStream full = new OutputStream()
        {
            @Override
            public void write(final int next) throws IOException
            {
                throw new IOException("no space left");
            }

            @Override
            public void close() throws IOException
            {
                throw new IOException("nor now");
            }
        };

        new MetricsLog(metrics, full).close();

        Deadline.await("a warning", () -> !keeping.records.isEmpty());
        assertThat(keeping.records).singleElement()
            .satisfies(record -> assertThat(record.getThrown()).hasMessage("no space left"));
    }

    @Test
    void shouldTakeNoRoomForUnwantedLines()
    {
        final AtomicInteger dropped = new AtomicInteger();
        log.onDropped(dropped::incrementAndGet);
        keeping.goOn.countDown();
        target.setLevel(Level.WARNING);
        log.write(System.Logger.Level.WARNING, "the first");
        log.flush(log.deadlineNs(SOON_NS));

        for (int i = 0; i < 100 * ROOM; i++)
        {
            log.write(System.Logger.Level.DEBUG, "line {0}", i);
        }
        log.flush(log.deadlineNs(SOON_NS));

        assertThat(dropped.get()).isEqualTo(0);
        assertThat(keeping.records.size()).isEqualTo(1);
    }

    @Test
    void shouldSayThatANodeIsBackAsLoudAsThatItWasGone()
    {
        keeping.goOn.countDown();
        final LoggedEvents events = new LoggedEvents(log);
        final NodeStatus up = status(NodeStatus.State.UP, "");
        events.onNodeStatus(up);
        events.onNodeStatus(status(NodeStatus.State.DOWN, "CLOSED"));
        events.onNodeStatus(up);
        events.onNodeStatus(up);
        events.onNodeStatus(status(NodeStatus.State.REFUSED, "is a replica"));
        events.onNodeStatus(status(NodeStatus.State.UP, "evicts"));
        log.flush(log.deadlineNs(SOON_NS));

        assertThat(keeping.records.stream().map(LogRecord::getLevel).toList())
            .isEqualTo(List.of(Level.FINE, Level.WARNING, Level.INFO, Level.FINE, Level.WARNING,
                Level.WARNING));
        assertThat(keeping.records.get(2).getMessage().isEmpty()).isFalse();
    }

    @Test
    void shouldSayWhoseErrorItIsAndWriteTermsAsTheyAre()
    {
        keeping.goOn.countDown();
        final LoggedEvents events = new LoggedEvents(log);
        events.onLeaseLost("k", 12_345, LostReason.EXPIRED);
        events.onError(new IllegalStateException("planted"));
        log.flush(log.deadlineNs(SOON_NS));

        assertThat(new SimpleFormatter().formatMessage(keeping.records.get(0)))
            .isEqualTo("lease of 'k' lost: EXPIRED (term 12345)");
        assertThat(keeping.records.get(1).getMessage()).startsWith("an unexpected exception");
    }

    @Test
    void shouldNameTheKeyAsTheNodesHaveItToo()
    {
        keeping.goOn.countDown();
        final LoggedEvents events = new LoggedEvents(log);
        try (InstantNodes nodes = new InstantNodes(3);
            Redlock redlock = nodes.builder().keyPrefix("stock:").addEvents(events).build())
        {
            events.onLeaseLost("apple", 1, LostReason.REFUSED);
            assertThat(redlock.quorum()).isEqualTo(2);
        }
        log.flush(log.deadlineNs(SOON_NS));

        assertThat(keeping.records.stream().map(new SimpleFormatter()::formatMessage).toList())
            .contains("lease of 'apple' (key 'stock:apple' on the nodes) lost: REFUSED (term 1)");
    }

    @Test
    void shouldEscapeKeys()
    {
        keeping.goOn.countDown();
        new LoggedEvents(log).onLeaseLost(MessagesTest.BAD, 1, LostReason.EXPIRED);
        log.flush(log.deadlineNs(SOON_NS));

        MessagesTest.check(new SimpleFormatter().formatMessage(keeping.records.get(0)));
    }

    /**
     * A program that ends because it gets no client has the reasons in its log.
     */
    @Test
    void shouldBeWrittenWhenTheBuildHasFailed()
    {
        keeping.patienceMs = 200;
        try (InstantNodes nodes = new InstantNodes(3))
        {
            nodes.makeReplica(1);
            nodes.makeReplica(2);
            final RedlockBuilder builder = Redlock.builder().nodes(nodes.uris())
                .transportOption("nodes", nodes.id()).connectTimeout(ofSeconds(20))
                .startTimeout(ofSeconds(20)).closeTimeout(ofSeconds(20));

            assertThatThrownBy(builder::build).isInstanceOf(RedlockException.class);

            assertThat(keeping.records)
                .filteredOn(record -> String.valueOf(record.getParameters()[0]).contains("REFUSED"))
                .hasSize(2);
        }
    }

    @Test
    void shouldBeWrittenAlsoForWhoeverListens()
    {
        keeping.goOn.countDown();
        final List<Object> heard = new CopyOnWriteArrayList<>();
        try (InstantNodes nodes = new InstantNodes(3))
        {
            nodes.builder().closeTimeout(ofSeconds(20)).events(new LoggedEvents()
            {
                @Override
                public void onNodeStatus(final NodeStatus status)
                {
                    super.onNodeStatus(status);
                    heard.add(status);
                }
            }).build().close();
        }

        assertThat(heard).isNotEmpty();
        assertThat(keeping.records).extracting(record -> record.getParameters()[0])
            .containsExactlyElementsOf(heard);
    }

    private static NodeStatus status(final NodeStatus.State state, final String detail)
    {
        return new NodeStatus("node:6379", state, false, detail);
    }

    private static final class Keeping extends Handler
    {
        private final List<LogRecord> records = new CopyOnWriteArrayList<>();
        private final CountDownLatch goOn = new CountDownLatch(1);
        private volatile Thread thread;
        private volatile long patienceMs = TimeUnit.NANOSECONDS.toMillis(SOON_NS);

        @Override
        public void publish(final LogRecord logged)
        {
            thread = Thread.currentThread();
            try
            {
                goOn.await(patienceMs, TimeUnit.MILLISECONDS);
            }
            catch (final InterruptedException ex)
            {
                throw new AssertionError(ex);
            }
            records.add(logged);
        }

        @Override
        public void flush()
        {
            // Nothing is kept back.
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    }
}
