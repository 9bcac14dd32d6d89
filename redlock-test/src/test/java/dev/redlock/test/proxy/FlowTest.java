// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import static dev.redlock.test.proxy.Peers.isSilent;
import static dev.redlock.test.proxy.Peers.read;
import static dev.redlock.test.proxy.Peers.readAll;
import static dev.redlock.test.proxy.Peers.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.test.proxy.Peers.Pair;

@Timeout(60)
class FlowTest
{
    private static final Duration WITHIN = Duration.ofSeconds(40);
    private static final int MAX_HELD = 4 * 1024 * 1024;

    private Peers peers;
    private Flow requests;
    private Flow replies;
    private Pair pair;

    @BeforeEach
    void connect() throws IOException
    {
        peers = new Peers();
        requests = peers.proxy.requests();
        replies = peers.proxy.replies();
        pair = peers.connect();
    }

    @AfterEach
    void close() throws IOException
    {
        pair.close();
        peers.close();
    }

    @Test
    void shouldPassBytesBothWaysInFairWeather() throws IOException
    {
        write(pair.client, "hello");
        assertThat(read(pair.server, 5)).isEqualTo("hello");
        write(pair.server, "world!");
        assertThat(read(pair.client, 6)).isEqualTo("world!");

        requests.awaitForwarded(5, WITHIN);
        replies.awaitForwarded(6, WITHIN);
        assertThat(requests.heldBytes()).isZero();
        assertThat(requests.droppedBytes()).isZero();
    }

    @Test
    void shouldDelayEachDirectionSeparately() throws IOException
    {
        replies.delay(Duration.ofMillis(60));

        write(pair.client, "ping");
        read(pair.server, 4);
        final long startNs = System.nanoTime();
        write(pair.server, "pong");
        assertThat(read(pair.client, 4)).isEqualTo("pong");
        assertThat(since(startNs)).isGreaterThanOrEqualTo(Duration.ofMillis(60));
    }

    @Test
    void shouldNotAddUpTheDelaysOfBytesThatFollowEachOther() throws IOException
    {
        final int count = 50;
        requests.delay(Duration.ofMillis(200));

        final long startNs = System.nanoTime();
        for (int i = 1; i <= count; i++)
        {
            final int pieces = i;
            write(pair.client, "x");
            // The first ones may have gone on already, where this thread stands still for a while.
            peers.proxy.await(pieces + " bytes came by themselves",
                () -> requests.heldBytes() + requests.forwardedBytes() >= pieces, WITHIN);
        }
        assertThat(read(pair.server, count)).hasSize(count);
        assertThat(since(startNs)).isBetween(Duration.ofMillis(200), Duration.ofMillis(200L * count / 2));
    }

    @Test
    void shouldKeepTheOrderUnderJitter() throws IOException
    {
        requests.delay(Duration.ZERO, Duration.ofMillis(5), 42);

        final StringBuilder sent = new StringBuilder();
        for (int i = 0; i < 50; i++)
        {
            final String piece = i + ",";
            sent.append(piece);
            write(pair.client, piece);
        }
        assertThat(read(pair.server, sent.length())).isEqualTo(sent.toString());
    }

    @Test
    void shouldDrawTheSameJitterFromTheSameSeed()
    {
        final Duration jitter = Duration.ofMillis(5);
        requests.delay(Duration.ofMillis(1), jitter, 42);
        replies.delay(Duration.ofMillis(1), jitter, 42);

        for (int i = 0; i < 100; i++)
        {
            final long delayNs = requests.drawDelayNs();
            assertThat(delayNs).isBetween(1_000_000L, 6_000_000L);
            assertThat(replies.drawDelayNs()).isEqualTo(delayNs);
        }
    }

    @Test
    void shouldHoldAndReleaseInOrder() throws IOException
    {
        requests.hold();
        write(pair.client, "one ");
        requests.awaitHeld(4, WITHIN);
        write(pair.client, "two");
        requests.awaitHeld(7, WITHIN);
        pair.client.shutdownOutput();
        assertThat(requests.forwardedBytes()).isZero();
        assertThat(isSilent(pair.server)).isTrue();

        requests.release();
        assertThat(readAll(pair.server)).isEqualTo("one two");
        assertThat(requests.heldBytes()).isZero();
    }

    @Test
    void shouldHoldNewConnectionsToo() throws IOException
    {
        requests.hold();
        try (Pair later = peers.connect())
        {
            write(later.client, "x");
            requests.awaitHeld(1, WITHIN);
            requests.release();
            assertThat(read(later.server, 1)).isEqualTo("x");
        }
    }

    @Test
    void shouldBoundItsBufferAndLoseNothing() throws IOException
    {
        final byte[] sent = new byte[3 * MAX_HELD];
        new Random(1).nextBytes(sent);
        requests.hold();

        final CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> writeAll(sent));
        requests.awaitHeld(MAX_HELD, WITHIN);
        assertThat(isSilent(pair.server)).isTrue();
        assertThat(requests.heldBytes()).isEqualTo(MAX_HELD);
        assertThat(writing).isNotDone();

        requests.release();
        assertThat(pair.server.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
        writing.join();
    }

    @Test
    void shouldSwallowWhatIsDroppedAndStayDeaf() throws IOException
    {
        requests.drop();
        write(pair.client, "lost");
        peers.proxy.await("4 bytes dropped", () -> requests.droppedBytes() == 4, WITHIN);

        requests.release();
        write(pair.client, "after the gap");
        peers.proxy.await("17 bytes dropped", () -> requests.droppedBytes() == 17, WITHIN);
        assertThat(isSilent(pair.server)).isTrue();

        write(pair.server, "other way");
        assertThat(read(pair.client, 9)).isEqualTo("other way");
        try (Pair fresh = peers.connect())
        {
            write(fresh.client, "hears");
            assertThat(read(fresh.server, 5)).isEqualTo("hears");
        }
    }

    @Test
    void shouldSwallowTheEndOfTheStreamToo() throws IOException
    {
        replies.dropExisting();
        pair.server.close();
        assertThat(isSilent(pair.client)).isTrue();
        assertThat(peers.proxy.connections()).isEqualTo(1);

        try (Pair fresh = peers.connect())
        {
            fresh.server.close();
            assertThat(fresh.client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void shouldSwallowWhatWasHeldWhenItBeginsToDrop() throws IOException
    {
        requests.hold();
        write(pair.client, "held");
        requests.awaitHeld(4, WITHIN);

        requests.drop().release();
        assertThat(requests.heldBytes()).isZero();
        assertThat(requests.droppedBytes()).isEqualTo(4);
        assertThat(isSilent(pair.server)).isTrue();
    }

    @Test
    void shouldSplitWithoutChangingAnything() throws IOException
    {
        final byte[] sent = new byte[20_000];
        new Random(2).nextBytes(sent);
        requests.split();

        writeAll(sent);
        assertThat(pair.server.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }

    @Test
    void shouldCutAfterSoManyBytesWithFin() throws IOException
    {
        replies.cutAfter(3, Cut.FIN);
        write(pair.server, "+PONG\r\n");

        assertThat(readAll(pair.client)).isEqualTo("+PO");
        assertThat(replies.forwardedBytes()).isEqualTo(3);
        assertThat(replies.droppedBytes()).isEqualTo(4);
        assertThatOneMoreConnectionWorks();
    }

    @Test
    void shouldCutAfterSoManyBytesWithReset() throws IOException
    {
        requests.cutAfter(3, Cut.RESET);
        write(pair.client, "12");
        assertThat(read(pair.server, 2)).isEqualTo("12");
        write(pair.client, "345");

        assertThatThrownBy(() -> readAll(pair.client)).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> readAll(pair.server)).isInstanceOf(SocketException.class);
        assertThat(requests.forwardedBytes()).isEqualTo(3);
        assertThatOneMoreConnectionWorks();
    }

    @Test
    void shouldCutBeforeTheNextByte() throws IOException
    {
        requests.cutAfter(0, Cut.FIN);
        write(pair.client, "x");

        assertThat(readAll(pair.server)).isEmpty();
        assertThat(requests.forwardedBytes()).isZero();
    }

    @Test
    void shouldClearUp() throws IOException
    {
        requests.delay(Duration.ofDays(1)).split().cutAfter(1, Cut.RESET).hold().clear();

        write(pair.client, "fair weather");
        assertThat(read(pair.server, 12)).isEqualTo("fair weather");
    }

    @Test
    void shouldNameWhatIsMissingWhenAWaitFails()
    {
        assertThatThrownBy(() -> requests.awaitHeld(7, Duration.ofMillis(10)))
            .isInstanceOf(AssertionError.class)
            .hasMessageStartingWith("not within PT0.01S: 7 bytes held, but REQUESTS held 0, forwarded 0");
    }

    @Test
    void shouldRefuseWhatMakesNoSense()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> requests.delay(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> requests.cutAfter(-1, Cut.FIN));
    }

    private static Duration since(final long startNs)
    {
        return Duration.ofNanos(System.nanoTime() - startNs);
    }

    private void assertThatOneMoreConnectionWorks() throws IOException
    {
        try (Pair fresh = peers.connect())
        {
            write(fresh.client, "ping");
            assertThat(read(fresh.server, 4)).isEqualTo("ping");
            write(fresh.server, "longer than the cut");
            assertThat(read(fresh.client, 19)).isEqualTo("longer than the cut");
        }
    }

    private void writeAll(final byte[] bytes)
    {
        try
        {
            pair.client.getOutputStream().write(bytes);
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
