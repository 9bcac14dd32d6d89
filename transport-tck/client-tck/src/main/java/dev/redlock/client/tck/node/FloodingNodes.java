// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.Relay;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * One node of five says far more, or far less, than it is asked. It is named, loses its connection, and is
 * connected ever later; the others go on.
 * <p>
 * On a quiet machine {@code -Dredlock.flood.cycles=20000 -Dredlock.flood.ratio=1.5} measures more cycles, and
 * requires that a flood makes the 99th percentile of a cycle less than so many times longer. Without a ratio
 * the times are only printed, as a shared machine makes ratios lie.
 */
public abstract class FloodingNodes extends SharedNodes
{
    private static final int FLOODING = 4;
    private static final int CYCLES = Integer.getInteger("redlock.flood.cycles", 100);
    private static final String MOST_RATIO = System.getProperty("redlock.flood.ratio");
    private static final String PUSH = ">2\r\n+invalidate\r\n*1\r\n$3\r\nkey\r\n";
    private static final int PIECE = 64 * 1024;

    private Relay relay;
    private volatile byte[] flood;
    private CompletableFuture<Void> flooding;

    @BeforeAll
    void startRelay()
    {
        relay = new Relay(nodes.server(FLOODING));
    }

    @AfterEach
    void calmDown()
    {
        relay.isHonest();
        flood = null;
        if (flooding != null)
        {
            flooding.join();
            flooding = null;
        }
    }

    @AfterAll
    void stopRelay()
    {
        relay.close();
    }

    /**
     * It takes the engine's thread, unless it has a share of its own.
     */
    @Test
    void shouldNameANodeThatPushesWithoutEndAndGoOn() throws InterruptedException
    {
        final Redlock redlock = up(client());
        final LockHandle handle = redlock.handle("flood", LONG);
        p99(handle);
        final long quietNs = p99(handle);
        final long startNs = System.nanoTime();
        pour(PUSH.repeat(PIECE / PUSH.length()));
        awaitNamed(redlock, "nobody asked for");
        final long namedNs = System.nanoTime() - startNs;
        final long floodedNs = p99(handle);
        final double ratio = (double)floodedNs / quietNs;
        System.out.printf("%s: p99 of a cycle %d us, beside a flood %d us (x %.2f, %s); named after %d ms%n",
            transport().name(), quietNs / 1000, floodedNs / 1000, ratio,
            MOST_RATIO == null ? "not judged" : "less than " + MOST_RATIO + " is required",
            TimeUnit.NANOSECONDS.toMillis(namedNs));
        if (MOST_RATIO != null)
        {
            assertThat(ratio).isLessThan(Double.parseDouble(MOST_RATIO));
        }
        checkFlooded(redlock, true);
        checkComesBack(redlock);
    }

    /**
     * Each piece wakes the engine. At most 40 kB a second are sent, and all answers come.
     */
    @Test
    void shouldNameANodeThatPushesInTinyPieces()
    {
        final Redlock redlock = up(client());
        pour(">1\r\n:1\r\n", 200_000);
        awaitNamed(redlock, "nobody asked for");
        checkFlooded(redlock, true);
        checkComesBack(redlock);
    }

    /**
     * No push of this one ever ends.
     */
    @Test
    @Tag("proof")
    void shouldNameANodeWhosePushDoesNotEnd() throws InterruptedException
    {
        final Redlock redlock = up(client());
        relay.pours(bytes(">1000\r\n"));
        pour("$" + PIECE + "\r\n" + "x".repeat(PIECE) + "\r\n");
        awaitNamed(redlock, "nobody asked for");
        p99(redlock.handle("flood", LONG));
        checkFlooded(redlock, true);
        checkComesBack(redlock);
    }

    @Test
    @Tag("proof")
    void shouldNameANodeThatAnswersWhatNobodyAsked() throws InterruptedException
    {
        final Redlock redlock = up(client());
        pour("+OK\r\n".repeat(PIECE / 5));
        awaitNamed(redlock, "PROTOCOL");
        p99(redlock.handle("flood", LONG));
        checkFlooded(redlock, false);
        checkComesBack(redlock);
    }

    /**
     * It depends on how much is read at once whether the answer or the flood is seen first.
     */
    @Test
    @Tag("proof")
    void shouldNameANodeWhoseAnswersHaveMegabytes() throws InterruptedException
    {
        final Redlock redlock = up(client());
        final byte[] large = bytes("*1000\r\n" + ("$100000\r\n" + "x".repeat(100_000) + "\r\n").repeat(100));
        relay.says((command, server) -> command.name().equals("TIME") ? large : server.get());
        awaitNamed(redlock, "PROTOCOL");
        p99(redlock.handle("flood", LONG));
        checkComesBack(redlock);
    }

    /**
     * The greeting is a dialogue, whose answers may be large. The connect timeout is not waited for.
     */
    @Test
    void shouldNameANodeWhoseGreetingDoesNotEnd()
    {
        final Redlock redlock = up(client());
        final byte[] attributes = bytes("|1\r\n+a\r\n+b\r\n".repeat(300_000));
        relay.says((command, server) -> command.name().equals("HELLO") ? attributes : server.get());
        relay.cut();
        awaitNamed(redlock, "a value is larger than the limit of");
        checkFlooded(redlock, false);
        checkComesBack(redlock);
    }

    /**
     * Not even at its end it is an answer.
     */
    @Test
    @Tag("proof")
    void shouldNameANodeThatGivesHalfAnAnswerForEver() throws InterruptedException
    {
        final Redlock redlock = up(client());
        relay.says((command, server) -> bytes(command.name().equals("PING") ? "*2\r\n" : ""));
        awaitNamed(redlock, "sent nothing for");
        p99(redlock.handle("flood", LONG));
        checkFlooded(redlock, false);
        checkComesBack(redlock);
    }

    @Test
    @Tag("proof")
    void shouldNameANodeThatClosesAfterEachAnswer() throws InterruptedException
    {
        final Redlock redlock = up(client());
        final long before = redlock.metrics().count(Counter.CONNECTS);
        relay.says((command, server) ->
        {
            final byte[] answer = server.get();
            if (command.name().equals("PING"))
            {
                relay.cut();
            }

            return answer;
        });
        awaitNamed(redlock, "CLOSED");
        final long startNs = System.nanoTime();
        Await.parking().until("four seconds", SOON,
            () -> System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(4));
        assertThat(redlock.metrics().count(Counter.CONNECTS) - before).isLessThan(40);
        p99(redlock.handle("flood", LONG));
        checkFlooded(redlock, false);
        checkComesBack(redlock);
    }

    private RedlockBuilder client()
    {
        final List<String> uris = new ArrayList<>(nodes.uris().subList(0, FLOODING));
        uris.add(relay.uri());

        return patient(uris);
    }

    /*
     * As much as the client reads, until the test is over.
     */
    private void pour(final String piece)
    {
        pour(piece, 0);
    }

    private void pour(final String piece, final long pauseNs)
    {
        flood = bytes(piece);
        flooding = CompletableFuture.runAsync(() ->
        {
            for (byte[] bytes = flood; bytes != null; bytes = flood)
            {
                relay.pours(bytes);
                LockSupport.parkNanos(relay.connections() == 0 ? 100_000 : pauseNs);
            }
        }, callers);
    }

    private void awaitNamed(final Redlock redlock, final String why)
    {
        final String name = redlock.nodes().get(FLOODING).node();
        Await.parking().until("a name", EVENTUALLY, this::statusesTold,
            (all) -> all.stream().anyMatch((status) -> status.node().equals(name) &&
                status.state() == NodeStatus.State.DOWN && status.detail().contains(why)));
    }

    private void checkComesBack(final Redlock redlock)
    {
        calmDown();
        awaitAllUp(redlock);
    }

    private static void checkFlooded(final Redlock redlock, final boolean isExpected)
    {
        final long floods = redlock.metrics().count(Counter.FLOODS);
        assertThat(floods > 0).as("%d floods", floods).isEqualTo(isExpected);
    }

    /*
     * Of acquire and release by the four nodes that are sound.
     */
    private static long p99(final LockHandle handle) throws InterruptedException
    {
        final long[] cyclesNs = new long[CYCLES];
        for (int i = 0; i < CYCLES; i++)
        {
            final long startNs = System.nanoTime();
            final long term = handle.acquire(SOON);
            assertThat(Outcome.of(term)).isEqualTo(Outcome.ACQUIRED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
            cyclesNs[i] = System.nanoTime() - startNs;
        }
        Arrays.sort(cyclesNs);

        return cyclesNs[CYCLES * 99 / 100];
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
