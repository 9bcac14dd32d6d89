// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import static dev.redlock.test.memory.MemoryClient.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.DownReason;

class MemoryPathTest
{
    private final MemoryNetwork network = MemoryNetwork.ofNodes(1, 1);
    private final MemoryNode node = network.node(0);
    private final MemoryClient alice = new MemoryClient(network, "alice").connect();
    private final MemoryClient bob = new MemoryClient(network, "bob").connect();
    private final MemoryPath path = alice.transport.path(0);

    @Test
    void shouldTakeAsLongAsItsDelays()
    {
        path.requests().delay(3 * MS);
        path.replies().delay(4 * MS);
        final MemoryClient.Pending ping = alice.send(0, "PING");
        alice.pass(7 * MS - 1);
        assertThat(ping.isAnswered()).isFalse();

        alice.pass(1);
        assertThat(ping.isAnswered()).isTrue();
    }

    @Test
    void shouldKeepTheOrderUnderAnyDelays()
    {
        path.requests().delay(0, 50 * MS);
        path.replies().delay(0, 50 * MS);
        for (int i = 0; i < 100; i++)
        {
            alice.send(0, "APPEND", "log", i + ",");
            alice.pass(MS / 2);
        }
        alice.pass(200 * MS);

        final StringBuilder expected = new StringBuilder();
        IntStream.range(0, 100).forEach((i) -> expected.append(i).append(','));
        assertThat(value("log")).isEqualTo(expected.toString());
    }

    @Test
    void shouldCutOffOneClientAndNoOther()
    {
        path.requests().hold();
        final MemoryClient.Pending held = alice.send(0, "SET", "key", "alice");
        assertThat(bob.call(0, "SET", "key", "bob").text()).isEqualTo("OK");
        alice.pass(1000 * MS);
        assertThat(path.requests().heldMessages()).isEqualTo(1);
        assertThat(value("key")).isEqualTo("bob");

        path.requests().release();
        alice.pass(MS);
        assertThat(held.answer().text()).isEqualTo("OK");
        assertThat(value("key")).isEqualTo("alice");
    }

    @Test
    void shouldBePartitionedInOneDirection()
    {
        path.replies().hold();
        final MemoryClient.Pending unheard = alice.send(0, "SET", "key", "x");
        alice.pass(1000 * MS);

        assertThat(value("key")).isEqualTo("x");
        assertThat(unheard.isAnswered()).isFalse();
        assertThat(alice.downs).isEmpty();
    }

    @Test
    void shouldLoseTheReplyOfWhatWasExecuted()
    {
        path.loseNextReply();
        assertThat(alice.call(0, "SET", "key", "x")).isNull();
        alice.pass(MS);

        assertThat(value("key")).isEqualTo("x");
        assertThat(alice.downs).containsExactly(DownReason.CLOSED);
        alice.connect(0);
        assertThat(alice.call(0, "GET", "key").text()).isEqualTo("x");
    }

    @Test
    void shouldGiveAnswersToEarlierQuestionsAfterAnAnswerIsSkipped()
    {
        path.skipReplies(1);
        final MemoryClient.Pending set = alice.send(0, "SET", "key", "x");
        alice.pass(MS);
        assertThat(value("key")).isEqualTo("x");
        assertThat(set.isAnswered()).isFalse();

        final MemoryClient.Pending get = alice.send(0, "GET", "key");
        alice.pass(MS);
        assertThat(set.answer().text()).isEqualTo("x");
        assertThat(get.isAnswered()).isFalse();
        assertThat(alice.downs).isEmpty();
    }

    @Test
    void shouldDeliverOldBytesAfterTheClientHasComeBack()
    {
        path.requests().holdExisting();
        alice.send(0, "SET", "key", "old");
        alice.pass(10 * MS);
        path.cutClients();
        alice.pass(MS);
        alice.connect(0);
        assertThat(alice.call(0, "SET", "key", "new").text()).isEqualTo("OK");
        assertThat(value("key")).isEqualTo("new");

        path.requests().release();
        alice.pass(MS);
        assertThat(value("key")).isEqualTo("old");
        assertThat(alice.call(0, "PING").text()).isEqualTo("PONG");
    }

    @Test
    void shouldLoseBytesInTransitWhenItIsCut()
    {
        final MemoryClient.Pending lost = alice.send(0, "SET", "key", "x");
        path.cut();
        alice.pass(MS);

        assertThat(lost.isAnswered()).isTrue();
        assertThat(lost.answer()).isNull();
        assertThat(value("key")).isNull();
        assertThat(bob.call(0, "PING").text()).isEqualTo("PONG");
    }

    @Test
    void shouldStaySilentWhenThePeerHasVanished()
    {
        path.requests().drop();
        path.replies().drop();
        final MemoryClient.Pending ping = alice.send(0, "PING");
        node.crash();
        alice.pass(10_000 * MS);
        assertThat(ping.isAnswered()).isFalse();
        assertThat(alice.downs).isEmpty();

        node.restart(MemoryNode.Memory.KEPT);
        path.clear();
        alice.pass(10_000 * MS);
        assertThat(ping.isAnswered()).as("a connection that has lost something stays deaf").isFalse();
        alice.transport.disconnect(alice.connections.get(0));
        alice.pass(MS);
        alice.connect(0);
        assertThat(alice.call(0, "PING").text()).isEqualTo("PONG");
    }

    @Test
    void shouldRefuseNewConnectionsAndKeepOldOnes()
    {
        path.refuse();
        assertThat(alice.call(0, "PING").text()).isEqualTo("PONG");
        path.cut();
        alice.pass(MS);
        alice.transport.connect(alice.connections.get(0));
        alice.pass(MS);
        assertThat(alice.downs).containsExactly(DownReason.CLOSED, DownReason.UNREACHABLE);

        path.accept();
        alice.connect(0);
        assertThat(alice.call(0, "PING").text()).isEqualTo("PONG");
    }

    private String value(final String key)
    {
        final byte[] value = node.value(key.getBytes(StandardCharsets.US_ASCII));

        return value == null ? null : new String(value, StandardCharsets.US_ASCII);
    }
}
