// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;

/**
 * Others send messages on the channel of a client, which nodes pass on as their own. Whoever may do so at a
 * quorum of nodes is believed as these are; fewer bring about nothing, whatever they say.
 */
public abstract class ForgedMessages extends LineNodes
{
    private static final int LIAR = 4;
    private static final int TIMES = 20;
    private static final int MAILBOX = 4;
    private static final byte[] STRANGER = bytes("of nobody at all");

    /**
     * Fewer than a quorum say so; asked for it, all refuse.
     */
    @Test
    void shouldNotBelieveAMinorityThatItWasGivenALock() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final Redlock other = inLine();
        final List<CompletableFuture<Lease>> line = queue(List.of(other));
        final byte[] token = first();
        for (int i = 0; i < TIMES; i++)
        {
            for (int node = 0; node < nodes.count() / 2; node++)
            {
                say(node, token, given(token));
            }
        }
        awaitHeard(other, token);

        assertThat(line.get(0)).isNotDone();
        handOver(lease, line);
        assertThat(fromLine(other)).isPositive();
        assertThat(count(other, Counter.FLOODS)).isZero();
    }

    /**
     * That it was given, that others wait for it.
     */
    @Test
    void shouldNotMindWhatIsSaidOfALockThatItHas() throws InterruptedException
    {
        final Redlock redlock = inLine();
        final Lease lease = redlock.acquire(KEY, SOON);
        awaitOnlyHolder();
        final byte[] token = nodes.value(0, KEY);
        for (int i = 0; i < TIMES; i++)
        {
            sayAll(token, given(token));
            sayAll(token, join(bytes("w"), token, mailbox(token), STRANGER, bytes(" 1800000000000000")));
        }
        awaitHeard(redlock, token);

        assertThat(lease.isHeld()).isTrue();
        assertThat(lease.extend()).isEqualTo(Outcome.EXTENDED);
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Too short, too long, half of one; what is long enough to be true is believed to be worth a question.
     */
    @Test
    void shouldNotMindMessagesOfOtherLengths() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final Redlock other = inLine();
        final List<CompletableFuture<Lease>> line = queue(List.of(other));
        final byte[] token = first();
        final byte[] given = given(token);
        for (final int length : new int[]{0, 1, 2, 20, 21, 22, 23, 511, 512, 513, 4_096})
        {
            sayAll(token, Arrays.copyOf(given, length));
            sayAll(token, Arrays.copyOf(join(bytes("w"), token, token, bytes(" ")), length));
            sayAll(token, Arrays.copyOf(bytes("?"), length));
        }
        awaitHeard(other, token);

        assertThat(count(other, Counter.FLOODS)).isZero();
        handOver(lease, line);
    }

    /**
     * Of tokens that are nobody's: the node is hung up on, the others go on.
     */
    @Test
    @Tag("proof")
    void shouldHangUpOnANodeThatSaysThousandsOfThings() throws InterruptedException
    {
        final List<Redlock> clients = inLine(2);
        final AtomicBoolean isOver = new AtomicBoolean();
        final Inside inside = new Inside();
        final byte[] token = tokenOf(clients.get(0));
        final List<CompletableFuture<Long>> calls =
            clients.stream().map((client) -> going(client, inside, (count) -> isOver.get())).toList();
        final byte[] message = given(join(mailbox(token), STRANGER));
        final CompletableFuture<Long> flood = pour(token, message, isOver);
        try
        {
            Await.parking().until("a flood named", EVENTUALLY, this::statusesTold,
                (all) -> all.stream().anyMatch((status) -> status.state() == NodeStatus.State.DOWN &&
                    status.detail().contains("nobody asked for")));
            awaitCount(clients.get(0), Counter.FLOODS, 2);
        }
        finally
        {
            isOver.set(true);
        }
        System.out.printf("%s: %s rounds beside %d messages%n", transport().name(), results(calls),
            result(flood));

        assertThat(inside.most()).isOne();
        assertThat(results(calls)).allMatch((count) -> count > 0);
        assertThat(count(clients.get(1), Counter.FLOODS)).isZero();
        clients.forEach((client) -> awaitAllUp(client));
        nodes.awaitNoKeys();
    }

    /**
     * One node says of a token that waits that it has given it the lock, without end. Other locks go on.
     */
    @Test
    @Tag("proof")
    void shouldNotBelieveANodeThatSaysSoWithoutEnd() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final Redlock other = inLine();
        final List<CompletableFuture<Lease>> line = queue(List.of(other));
        final byte[] token = first();
        final AtomicBoolean isOver = new AtomicBoolean();
        final long before = nodes.calls(0, "evalsha");
        final CompletableFuture<Long> flood = pour(token, given(token), isOver);
        final long endNs = System.nanoTime() + SOON.toNanos() / 5;
        long cycles = 0;
        for (; System.nanoTime() - endNs < 0; cycles++)
        {
            other.acquire("beside", SOON).release();
        }
        isOver.set(true);
        System.out.printf("%s: %d questions to another node beside %d messages in 2 s, %d rounds of " +
            "another lock, %d floods%n", transport().name(), nodes.calls(0, "evalsha") - before - cycles,
            result(flood), cycles, count(other, Counter.FLOODS));

        assertThat(cycles).isPositive();
        assertThat(line.get(0)).isNotDone();
        assertThat(lease.isHeld()).isTrue();
        awaitAllUp(other);
        handOver(lease, line);
    }

    /*
     * The token of a lock that it has for a moment.
     */
    private byte[] tokenOf(final Redlock redlock) throws InterruptedException
    {
        final Lease lease = redlock.acquire(KEY, SOON);
        awaitOnlyHolder();
        final byte[] token = nodes.value(0, KEY);
        lease.release();
        nodes.awaitNoKeys();

        return token;
    }

    private byte[] first()
    {
        try (RespClient client = nodes.server(0).client())
        {
            return (byte[])((List<?>)client.callBytes(bytes("ZRANGE"), bytes(LINE), bytes("0"), bytes("0")))
                .get(0);
        }
    }

    private static byte[] mailbox(final byte[] token)
    {
        return Arrays.copyOf(token, MAILBOX);
    }

    private static byte[] given(final byte[] token)
    {
        return join(bytes("g"), token, bytes(" 0 1100 1800000000000000 0 0"));
    }

    private void say(final int node, final byte[] token, final byte[] message)
    {
        try (RespClient client = nodes.server(node).client())
        {
            assertThat(say(client, token, message)).as("clients that heard").isOne();
        }
    }

    private void sayAll(final byte[] token, final byte[] message)
    {
        for (int i = 0; i < nodes.count(); i++)
        {
            say(i, token, message);
        }
    }

    private static long say(final RespClient client, final byte[] token, final byte[] message)
    {
        return (long)client.callBytes(bytes("PUBLISH"), join(bytes("mail:"), mailbox(token)), message);
    }

    /*
     * All that was said before, too: what is nobody's is counted.
     */
    private void awaitHeard(final Redlock redlock, final byte[] token)
    {
        final long before = count(redlock, Counter.UNASKED);
        sayAll(token, bytes("?"));
        awaitCount(redlock, Counter.UNASKED, before + nodes.count());
    }

    private CompletableFuture<Long> pour(final byte[] token, final byte[] message, final AtomicBoolean isOver)
    {
        return CompletableFuture.supplyAsync(() ->
        {
            long count = 0;
            try (RespClient client = nodes.server(LIAR).client())
            {
                for (; !isOver.get(); count++)
                {
                    say(client, token, message);
                }
            }

            return count;
        }, callers);
    }

    private static byte[] join(final byte[]... parts)
    {
        final byte[] all = new byte[Arrays.stream(parts).mapToInt((part) -> part.length).sum()];
        int at = 0;
        for (final byte[] part : parts)
        {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }

        return all;
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
