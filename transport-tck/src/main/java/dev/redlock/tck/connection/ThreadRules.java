// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckInquiry;
import dev.redlock.tck.driver.TckReply;
import dev.redlock.tck.driver.TckRules;

/**
 * Which thread may do what.
 */
public interface ThreadRules extends TckRules
{
    /**
     * How long a thread of a test may take.
     */
    long WITHIN_SECONDS = 20;

    /**
     * Handles are made by application threads while the engine is at work.
     */
    @Test
    default void shouldPrepareKeysOnAnyThread()
    {
        final TckClient client = open().up(0);
        final List<PreparedKey> keys = new ArrayList<>();
        final CountDownLatch isDone = new CountDownLatch(1);
        harness().later(0, () ->
        {
            for (int i = 0; i < 1000; i++)
            {
                keys.add(client.transport().prepare(bytes("theirs" + i)));
            }
            isDone.countDown();
        });
        client.await("the other thread has prepared its keys", () ->
        {
            client.append(0, "mine", "x");

            return isDone.getCount() == 0;
        });
        keys.forEach((key) -> client.send(0, client.operation(TckCommands.SET, key).bytes(0, bytes("x"))));
        client.awaitReplies();

        assertThat(valueAt(0, "theirs0")).isEqualTo("x");
        assertThat(valueAt(0, "theirs999")).isEqualTo("x");
    }

    /**
     * Application threads wake the engine as often as they like.
     */
    @Test
    default void shouldBeWokenByManyThreads()
    {
        final TckClient client = open().up(0);
        final CountDownLatch areDone = new CountDownLatch(4);
        for (int i = 0; i < 4; i++)
        {
            harness().later(MS, () ->
            {
                IntStream.range(0, 1000).forEach((j) -> client.transport().wakeup());
                areDone.countDown();
            });
        }
        client.await("the other threads are done", () ->
        {
            client.append(0, "log", "x");

            return areDone.getCount() == 0;
        });
        client.awaitReplies();

        assertThat(client.awaitReply(client.append(0, "other", "x"))).isEqualTo(TckReply.numbers(1L));
    }

    /**
     * The waking thread belongs to the application: it may be new, or interrupted, but its command must still
     * run.
     */
    @Test
    default void shouldBeWokenFromAWaitByAnyThread()
    {
        final TckClient client = open().up(0);
        client.quiet();
        for (int i = 0; i < 6; i++)
        {
            final boolean isInterrupted = i % 2 == 0;
            final long startNs = harness().nowNs();
            harness().later(5 * MS, () -> wakeOnANewThread(client.transport(), isInterrupted));
            client.poll(PollingRules.LONG_NS);
            assertThat(harness().nowNs() - startNs).isLessThan(PollingRules.LONG_NS / 2);
        }
    }

    /**
     * The waking thread cannot know that the transport is being closed at this moment.
     *
     * @throws InterruptedException if the test is given up.
     */
    @Test
    default void shouldBearWakeUpsWhileItCloses() throws InterruptedException
    {
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < 10; i++)
        {
            final TckClient client = open().up(0);
            final CountDownLatch isUnderWay = new CountDownLatch(1);
            final Thread other = new Thread(() ->
            {
                try
                {
                    for (int j = 0; j < 2000; j++)
                    {
                        client.transport().wakeup();
                        isUnderWay.countDown();
                    }
                }
                catch (final Throwable ex)
                {
                    failure.set(ex);
                    isUnderWay.countDown();
                }
            });
            other.start();
            isUnderWay.await(WITHIN_SECONDS, TimeUnit.SECONDS);
            client.close();
            other.join(TimeUnit.SECONDS.toMillis(WITHIN_SECONDS));

            assertThatCode(client.transport()::wakeup).doesNotThrowAnyException();
            assertThat(failure.get()).isNull();
        }
    }

    private static void wakeOnANewThread(final Transport transport, final boolean isInterrupted)
    {
        final Thread thread = new Thread(() ->
        {
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
            transport.wakeup();
        });
        thread.start();
        try
        {
            thread.join();
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A client is built on one thread and driven by another, of the transport's own kind.
     *
     * @throws InterruptedException if the test is given up.
     */
    @Test
    default void shouldBeDrivenByAThreadOfItsOwnKind() throws InterruptedException
    {
        final TckClient client = open();
        runOnAnother((action) ->
        {
            final Thread engine = harness().provider().newEngineThread(action, "the-engine");
            assertThat(engine.getName()).isEqualTo("the-engine");
            assertThat(engine.getState()).isEqualTo(Thread.State.NEW);

            return engine;
        }, () ->
        {
            client.up(0);
            client.awaitReply(client.append(0, "log", "x"));
            client.close();
        });

        assertThat(valueAt(0, "log")).isEqualTo("x");
    }

    private static void runOnAnother(final ThreadFactory threads, final Runnable action)
        throws InterruptedException
    {
        final FutureTask<?> task = new FutureTask<>(action, null);
        final Thread thread = threads.newThread(task);
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(WITHIN_SECONDS));

        assertThat(thread.isAlive()).isFalse();
        assertThatCode(task::get).doesNotThrowAnyException();
    }

    /**
     * A start-up that fails half-way closes a transport that was never driven, from any thread.
     *
     * @throws InterruptedException if the test is given up.
     */
    @Test
    default void shouldBeClosedByAnyThreadIfNeverDriven() throws InterruptedException
    {
        final TckClient client = open();
        runOnAnother(Thread::new, client::close);

        assertThat(client.events()).isEmpty();
    }

    /**
     * A client whose thread has died is closed by another, or its connections would stay as long as the JVM.
     *
     * @throws InterruptedException if the test is given up.
     */
    @Test
    default void shouldBeClosedByAnyThreadWhenItsOwnHasDied() throws InterruptedException
    {
        final TckClient client = open();
        runOnAnother(Thread::new, () -> client.up(0, 1));
        client.close();

        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
        assertThat(client.events(TckEvent.Kind.DOWN, 1)).hasSize(1);
        assertThatCode(client.transport()::wakeup).doesNotThrowAnyException();
    }

    /**
     * Two threads in one engine corrupt it in ways that show days later. It is cheap to look.
     *
     * @throws InterruptedException if the test is given up.
     */
    @Test
    default void shouldRefuseAForeignThread() throws InterruptedException
    {
        assumeTrue(harness().refusesForeignThreads());
        final TckClient client = open().up(0);
        client.key("log");
        final List<Throwable> failures = new ArrayList<>();
        final List<Runnable> calls = List.of(
            () -> client.transport().connect(client.connection(1)),
            () -> client.disconnect(0),
            () -> client.transport().offer(client.connection(0), client.appending("log", "x")),
            () -> client.transport().inquire(client.connection(0), new TckInquiry(client, "PING")),
            () -> client.transport().flush(),
            () -> client.transport().poll(0), () -> client.transport().close());
        runOnAnother(Thread::new, () -> calls.forEach((call) ->
        {
            try
            {
                call.run();
            }
            catch (final IllegalStateException ex)
            {
                failures.add(ex);
            }
        }));

        assertThat(failures).hasSize(calls.size()).allMatch((ex) -> !ex.getMessage().isBlank());
        assertThat(client.awaitReply(client.append(0, "log", "x"))).isEqualTo(TckReply.numbers(1L));
    }
}
