// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.test.server.Certificate;

@Tag("jdk")
@Timeout(60)
class AsideEngineTest
{
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int ROUNDS = 5000;
    private static final int SMALLEST_OBJECT = 16;

    private static Certificate certificate;
    private static ExecutorService tasks;
    private static Thread tasksThread;
    private final List<Thread> choosing = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception
    {
        certificate = Certificate.ofLoopback();
        tasks = Executors.newSingleThreadExecutor();
        tasksThread = tasks.submit(Thread::currentThread).get();
    }

    @AfterAll
    static void stop()
    {
        tasks.shutdownNow();
    }

    private TlsPair pair(final String protocol, final int packet) throws GeneralSecurityException
    {
        return TlsPair.of(certificate, certificate, protocol, packet,
            () -> choosing.add(Thread.currentThread())).aside();
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.3, 0", "TLSv1.3, 1024", "TLSv1.2, 0", "TLSv1.2, 1024"})
    void shouldShakeHandsInTasks(final String protocol, final int packet) throws Exception
    {
        final TlsPair pair = pair(protocol, packet);
        pair.client.beginHandshake();
        pair.settle(tasks);

        assertThat(pair.client.getSession().getProtocol()).isEqualTo(protocol);
        assertThat(pair.server.getSession().getPeerCertificates()).isNotEmpty();
        assertThat(choosing).containsExactly(tasksThread);
        checkItTalks(pair);
    }

    private static void checkItTalks(final TlsPair pair) throws SSLException
    {
        assertThat(pair.client.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
        assertThat(pair.client.getDelegatedTask()).isNull();
        pair.clientSays("question");
        pair.settle(tasks);
        assertThat(pair.takeReceived()).isEqualTo("question");
        pair.serverSays("answer");
        pair.settle(tasks);
        assertThat(pair.takeReceived()).isEqualTo("answer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldLeaveARecordThatIsNotWhole(final String protocol) throws Exception
    {
        final TlsPair pair = pair(protocol, 1024);
        pair.client.beginHandshake();
        do
        {
            if (pair.client.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP)
            {
                assertThat(pair.isCutRecordLeft()).isTrue();
            }
        }
        while (pair.stepOfClient(tasks) | pair.stepOfServer());

        checkItTalks(pair);
    }

    /**
     * What the server says behind its last message, in one read with it.
     */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldNotLoseWhatComesBehindTheHandshake(final String protocol) throws Exception
    {
        final TlsPair pair = pair(protocol, 0);
        pair.client.beginHandshake();
        while (pair.server.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING || isNew(pair.server))
        {
            pair.stepOfClient(tasks);
            while (pair.stepOfServer())
            {
                // All that it has to say is under way.
            }
        }
        pair.serverSays("one");
        pair.serverSays("two");
        pair.settle(tasks);

        assertThat(pair.takeReceived()).isEqualTo("onetwo");
        checkItTalks(pair);
    }

    private static boolean isNew(final SSLEngine engine)
    {
        return engine.getSession().getProtocol().equals("NONE");
    }

    /**
     * New keys with TLS 1.3; with TLS 1.2 another handshake, whose tasks it hands out as the first one's.
     */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldGoAlongWithWhatTheServerBeginsLater(final String protocol) throws Exception
    {
        final TlsPair pair = pair(protocol, 0);
        pair.client.beginHandshake();
        pair.settle(tasks);
        pair.server.beginHandshake();
        pair.settle(tasks);

        assertThat(choosing).containsOnly(tasksThread);
        checkItTalks(pair);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldWaitForNoTask(final String protocol) throws Exception
    {
        final CountDownLatch isChoosing = new CountDownLatch(1);
        final CountDownLatch isOpen = new CountDownLatch(1);
        final TlsPair pair = TlsPair.of(certificate, certificate, protocol, 0, () ->
        {
            isChoosing.countDown();
            awaitUninterrupted(isOpen);
        }).aside();
        final SSLEngine engine = pair.client;
        engine.beginHandshake();
        final CompletableFuture<Void> handshake = CompletableFuture.runAsync(() -> settle(pair));
        assertThat(isChoosing.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        try
        {
            assertThat(CompletableFuture.runAsync(() -> checkBusy(engine))).succeedsWithin(SOON);
        }
        finally
        {
            isOpen.countDown();
        }

        assertThat(handshake).succeedsWithin(SOON);
        assertThat(engine.isInboundDone()).isTrue();
        assertThat(engine.wrap(ByteBuffer.allocate(1), pair.toServer).getStatus()).isEqualTo(Status.CLOSED);
    }

    private static void checkBusy(final SSLEngine engine)
    {
        try
        {
            assertThat(engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_TASK);
            assertThat(engine.getDelegatedTask()).as("a second task").isNull();
            assertThat(engine.wrap(NOTHING, NOTHING).getHandshakeStatus())
                .isEqualTo(HandshakeStatus.NEED_TASK);
            final ByteBuffer more = ByteBuffer.allocate(100);
            assertThat(engine.unwrap(more, NOTHING).getHandshakeStatus())
                .isEqualTo(HandshakeStatus.NEED_TASK);
            assertThat(more.position()).isZero();
            assertThat(engine.getSession().getProtocol()).isEqualTo("NONE");
            assertThat(engine.isInboundDone()).isFalse();
            engine.closeOutbound();
            engine.closeInbound();
            assertThat(engine.isInboundDone()).isTrue();
        }
        catch (final SSLException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static void settle(final TlsPair pair)
    {
        try
        {
            pair.settle(tasks);
        }
        catch (final SSLException ignored)
        {
            // The server complains of what was closed under it.
        }
    }

    private static void awaitUninterrupted(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    /**
     * The client may be done before the server has looked, so it learns of that with the first read.
     */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldThrowWhatTheServerComplainsOf(final String protocol) throws Exception
    {
        final TlsPair pair =
            TlsPair.of(certificate, Certificate.ofLoopback(), protocol, 0, () -> {}).aside();
        pair.client.beginHandshake();
        assertThatThrownBy(() -> pair.settle(tasks)).hasMessageContaining("PKIX");
        assertThatThrownBy(() -> pair.settle(tasks)).isInstanceOf(SSLException.class)
            .hasMessageContaining("fatal alert");
    }

    @Test
    void shouldThrowWhatATaskThrew() throws Exception
    {
        final TlsPair pair = pair("TLSv1.3", 0);
        pair.client.beginHandshake();
        pair.stepOfClient(tasks);
        final byte[] nonsense = {22, 3, 3, 0, 4, 99, 0, 0, 0};
        pair.toClient.put(nonsense);
        assertThat(pair.stepOfClient(tasks)).as("taken").isTrue();
        assertThat(pair.stepOfClient(tasks)).as("read in a task").isTrue();

        assertThat(pair.client.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_UNWRAP);
        assertThatThrownBy(() -> pair.stepOfClient(tasks)).isInstanceOf(SSLException.class);
        assertThat(pair.client.getHandshakeStatus()).as("with an alert").isEqualTo(HandshakeStatus.NEED_WRAP);
    }

    @Test
    void shouldCostNoGarbageAfterTheHandshake() throws Exception
    {
        final TlsPair plain = TlsPair.of(certificate, certificate, "TLSv1.3", 0, () -> {});
        final TlsPair aside = pair("TLSv1.3", 0);

        assertThat(bytesPerRound(aside)).isLessThan(bytesPerRound(plain) + SMALLEST_OBJECT);
    }

    private static long bytesPerRound(final TlsPair pair) throws SSLException
    {
        pair.client.beginHandshake();
        pair.settle(tasks);
        talk(pair);
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        talk(pair);

        return (THREADS.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
    }

    private static void talk(final TlsPair pair) throws SSLException
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            pair.clientSays("question");
            pair.stepOfServer();
            pair.serverSays("answer");
            pair.stepOfClient(tasks);
            pair.received.clear();
        }
    }
}
