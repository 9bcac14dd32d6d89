// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import static dev.redlock.test.memory.MemoryClient.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Script;
import dev.redlock.test.memory.scripts.MemoryScript;

class MemoryNodeTest
{
    private static final byte[] LOCK = "lock".getBytes(StandardCharsets.US_ASCII);
    private static final Script RELEASE = Script.of("release", "-- the release");

    private final MemoryNetwork network = MemoryNetwork.ofNodes(2, 1);
    private final MemoryNode node = network.node(0);
    private final MemoryClient client = new MemoryClient(network, "alice").connect();

    @Test
    void shouldExpireAKeyWhenItsTimeIsPast()
    {
        client.call(0, "SET", "lock", "x", "NX", "PX", 100);
        client.pass(99 * MS);
        assertThat(node.value(LOCK)).isNotNull();

        client.pass(2 * MS);
        assertThat(node.value(LOCK)).isNull();
        assertThat(client.call(0, "SET", "lock", "y", "NX", "PX", 100).text()).isEqualTo("OK");
    }

    @Test
    void shouldExpireByItsOwnClock()
    {
        node.clock().rate(500_000);
        network.node(1).clock().rate(-500_000);
        client.call(0, "SET", "lock", "x", "PX", 100);
        client.call(1, "SET", "lock", "x", "PX", 100);
        client.pass(70 * MS);
        assertThat(node.value(LOCK)).isNull();

        client.pass(100 * MS);
        assertThat(network.node(1).value(LOCK)).isNotNull();
        client.pass(40 * MS);
        assertThat(network.node(1).value(LOCK)).isNull();
    }

    @Test
    void shouldExpireEarlyWhenItsClockIsSetAheadAndNeverWhenItStands()
    {
        client.call(0, "SET", "lock", "x", "PX", 60_000);
        client.call(1, "SET", "lock", "x", "PX", 100);
        node.clock().step(61_000 * MS);
        network.node(1).clock().freeze();
        client.pass(10_000 * MS);

        assertThat(node.value(LOCK)).isNull();
        assertThat(network.node(1).value(LOCK)).isNotNull();
        network.node(1).clock().thaw();
        client.pass(101 * MS);
        assertThat(network.node(1).value(LOCK)).isNull();
    }

    @Test
    void shouldTellTheTimeOfItsOwnClock()
    {
        final long before = timeUs();
        node.clock().step(5_000 * MS);

        assertThat(timeUs() - before).isBetween(5_000_000L, 5_010_000L);
    }

    @Test
    void shouldComeBackWithItsKeysOrWithout()
    {
        final String first = node.runId();
        client.call(0, "SET", "lock", "x", "PX", 60_000);
        node.crash();
        client.pass(MS);
        assertThat(client.downs).containsExactly(DownReason.CLOSED);
        client.transport.connect(client.connections.get(0));
        client.pass(MS);
        assertThat(client.downs).containsExactly(DownReason.CLOSED, DownReason.UNREACHABLE);

        node.restart(MemoryNode.Memory.KEPT);
        client.connect(0);
        assertThat(client.call(0, "GET", "lock").text()).isEqualTo("x");
        assertThat(node.runId()).isNotEqualTo(first);

        node.restart(MemoryNode.Memory.LOST);
        client.pass(MS);
        client.connect(0);
        assertThat(client.call(0, "GET", "lock").kind()).isEqualTo(Answer.Kind.NIL);
    }

    @Test
    void shouldHaveOldKeysAndBeTheSameProcessWhenItLoadsItsLastSnapshot()
    {
        final String process = node.runId();
        network.teach(RELEASE, MemoryScript.RELEASE);
        client.call(0, "SCRIPT", "LOAD", RELEASE.text());
        client.call(0, "SET", "lock", "x");
        node.save();
        client.call(0, "SET", "lock", "y");
        node.reloadLastSave();

        assertThat(client.call(0, "GET", "lock").text()).isEqualTo("x");
        assertThat(release().number()).isEqualTo(1);
        assertThat(node.runId()).isEqualTo(process);
        assertThat(client.downs).isEmpty();
    }

    /**
     * Whether it restarts with what it had, or with what it had saved.
     */
    @Test
    void shouldKeepHashesAndSortedSetsAsItKeepsStrings()
    {
        client.call(0, "ZADD", "line", 1, "x");
        client.call(0, "HSET", "tickets", "x", "first");
        client.call(0, "PEXPIRE", "tickets", 100);
        node.save();
        client.call(0, "ZADD", "line", 2, "y");
        client.call(0, "HSET", "tickets", "x", "second");
        node.restart(MemoryNode.Memory.KEPT);
        assertThat(node.ask("ZCARD", "line").number()).isEqualTo(2);
        assertThat(node.ask("HGET", "tickets", "x").text()).isEqualTo("second");

        node.restart(MemoryNode.Memory.STALE);
        assertThat(node.ask("ZCARD", "line").number()).isEqualTo(1);
        assertThat(node.ask("HGET", "tickets", "x").text()).isEqualTo("first");
        network.runUntil(network.nowNs() + 200 * MS);
        assertThat(node.ask("HGET", "tickets", "x").kind()).isEqualTo(Answer.Kind.NIL);
        assertThat(node.ask("ZRANK", "line", "x").number()).isZero();
        assertThat(node.values()).isEmpty();

        node.ask("FLUSHALL");
        assertThat(node.keyCount()).isZero();
    }

    /**
     * Whoever watches the locks sees to whom they are given.
     */
    @Test
    void shouldTellItsWatchOfGifts()
    {
        network.teachLocks();
        final List<String> seen = new ArrayList<>();
        node.watchLocks(new LockWatch()
        {
            @Override
            public void onSet(
                final int nodeIndex, final byte[] token, final long ttlMs, final boolean isGranted)
            {
                seen.add("set " + new String(token, StandardCharsets.UTF_8) + " " + isGranted);
            }

            @Override
            public void onGiven(final int nodeIndex, final byte[] token, final long ttlMs)
            {
                seen.add("given " + new String(token, StandardCharsets.UTF_8));
            }

            @Override
            public void onFence(final int nodeIndex, final byte[] token, final long fencingToken)
            {
                seen.add("fence " + fencingToken);
            }

            @Override
            public void onExtend(final int nodeIndex, final byte[] token, final long ttlBeforeMs,
                final long ttlMs, final boolean isGranted)
            {
                seen.add("extend");
            }

            @Override
            public void onRelease(final int nodeIndex, final byte[] token, final boolean isDeleted)
            {
                seen.add("release " + new String(token, StandardCharsets.UTF_8) + " " + isDeleted);
            }
        });

        awaits("x", 1);
        awaits("y", 2);
        awaits("z", 3);
        client.call(0, "EVAL", Scripts.pass().text(), 3, "lock", "line", "tickets", "x", 1000, 600, 1100,
            "mail", 0, 0, 0, 1, 0, "");
        assertThat(seen).containsExactly("set x true", "set y false", "set z false", "release x true",
            "given y");
        seen.clear();
        client.call(0, "DEL", "lock");
        awaits("v", 4);
        assertThat(seen).containsExactly("given z", "set v false");
    }

    private void awaits(final String owner, final int since)
    {
        client.call(0, "EVAL", Scripts.waiting().text(), 3, "lock", "line", "tickets", owner, 1000, 600, 1100,
            "mail", 0, 0, 0, 5000, since, 0, 1, "-", "");
    }

    @Test
    void shouldForgetItsScriptsWhenItRestartsOrIsTold()
    {
        network.teach(RELEASE, MemoryScript.RELEASE);
        assertThat(release().text()).startsWith("NOSCRIPT");
        assertThat(client.call(0, "SCRIPT", "LOAD", RELEASE.text()).text()).isEqualTo(RELEASE.sha1());
        assertThat(release().number()).isZero();

        node.flushScripts();
        assertThat(release().text()).startsWith("NOSCRIPT");
        assertThat(client.call(0, "EVAL", RELEASE.text(), 1, "lock", "x").number()).isZero();
        assertThat(release().number()).isZero();

        node.restart(MemoryNode.Memory.KEPT);
        client.pass(MS);
        client.connect(0);
        assertThat(release().text()).startsWith("NOSCRIPT");
    }

    @Test
    void shouldSayThatItWasNotTaughtAScript()
    {
        assertThat(client.call(0, "EVAL", "return 1", 0).text()).contains("was not taught");
    }

    @Test
    void shouldAnswerWaitingCommandsWhenItResumes()
    {
        node.pause();
        final MemoryClient.Pending pending = client.send(0, "SET", "lock", "x", "PX", 100);
        client.pass(1000 * MS);
        assertThat(pending.isAnswered()).isFalse();
        assertThat(client.downs).isEmpty();

        node.resume();
        client.pass(MS);
        assertThat(pending.answer().text()).isEqualTo("OK");
        assertThat(node.ttlMs(LOCK)).isGreaterThan(90);
    }

    /**
     * The same as of a real server in ModelAgainstServerTest.
     */
    @Test
    void shouldLetClientsWaitWithWhatWrites()
    {
        final MemoryClient bob = new MemoryClient(network, "bob").connect();
        network.teach(RELEASE, MemoryScript.RELEASE);
        node.pauseClients(false);
        final MemoryClient.Pending set = client.send(0, "SET", "lock", "x", "PX", 100);
        final MemoryClient.Pending behind = client.send(0, "GET", "lock");
        assertThat(bob.call(0, "GET", "lock").kind()).isEqualTo(Answer.Kind.NIL);
        final MemoryClient.Pending script = bob.send(0, "EVAL", RELEASE.text(), 1, "lock", "x");
        client.pass(1000 * MS);
        bob.pass(0);
        assertThat(set.isAnswered()).isFalse();
        assertThat(behind.isAnswered()).isFalse();
        assertThat(script.isAnswered()).isFalse();

        node.unpauseClients();
        client.pass(MS);
        bob.pass(0);
        assertThat(set.answer().text()).isEqualTo("OK");
        assertThat(behind.answer().text()).isEqualTo("x");
        assertThat(script.answer().number()).isEqualTo(1);
    }

    @Test
    void shouldLetClientsWaitWithEverythingAndDropWhatTheyCloseWith()
    {
        final MemoryClient bob = new MemoryClient(network, "bob").connect();
        node.pauseClients(true);
        final MemoryClient.Pending ping = bob.send(0, "PING");
        client.send(0, "SET", "lock", "x");
        client.pass(1000 * MS);
        bob.pass(0);
        assertThat(ping.isAnswered()).isFalse();

        client.transport.disconnect(client.connections.get(0));
        client.pass(MS);
        node.unpauseClients();
        bob.pass(MS);
        assertThat(ping.answer().text()).isEqualTo("PONG");
        assertThat(node.value(LOCK)).isNull();
    }

    @Test
    void shouldServeOneCommandAfterTheOtherWhenItIsSlow()
    {
        final MemoryClient bob = new MemoryClient(network, "bob").connect();
        node.slow(10 * MS);
        final MemoryClient.Pending first = client.send(0, "PING");
        final MemoryClient.Pending second = bob.send(0, "PING");
        client.pass(15 * MS);
        bob.pass(0);
        assertThat(first.isAnswered()).isTrue();
        assertThat(second.isAnswered()).isFalse();

        bob.pass(10 * MS);
        assertThat(second.isAnswered()).isTrue();
    }

    @Test
    void shouldRefuseAllCommandsOrSome()
    {
        node.refuse("OOM command not allowed", "SET", "EVAL");
        assertThat(client.call(0, "SET", "lock", "x").text()).startsWith("OOM");
        assertThat(client.call(0, "GET", "lock").kind()).isEqualTo(Answer.Kind.NIL);

        node.refuse("LOADING Redis is loading");
        assertThat(client.call(0, "GET", "lock").text()).startsWith("LOADING");

        node.serve();
        assertThat(client.call(0, "SET", "lock", "x").text()).isEqualTo("OK");
    }

    @Test
    void shouldHaveNativeReleasesOnlyWhenItHasLearntThem()
    {
        client.call(0, "SET", "lock", "x");
        assertThat(client.call(0, "DELIFEQ", "lock", "x").text()).startsWith("ERR unknown command");
        assertThat(client.call(0, "COMMAND", "INFO", "DELIFEQ").elements().get(0).kind())
            .isEqualTo(Answer.Kind.NIL);

        node.learn("DELIFEQ");
        node.learn("DELEX");
        assertThat(client.call(0, "COMMAND", "INFO", "DELIFEQ").elements().get(0).kind())
            .isEqualTo(Answer.Kind.LIST);
        assertThat(client.call(0, "DELIFEQ", "lock", "y").number()).isZero();
        assertThat(client.call(0, "DELEX", "lock", "IFEQ", "y").number()).isZero();
        assertThat(client.call(0, "DELEX", "lock").isError()).isTrue();
        assertThat(client.call(0, "DELEX", "lock", "IFEQ", "x").number()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> node.learn("GETDEL"))
            .withMessageContaining("GETDEL");
    }

    @Test
    void shouldPoseAsAReplica()
    {
        node.pose("role", "slave");

        assertThat(client.call(0, "INFO").text()).contains("role:slave\r\n");
        assertThat(client.call(0, "HELLO", 3).elements().get(11).text()).isEqualTo("slave");
    }

    @Test
    void shouldCountCallsAndKeys()
    {
        client.call(0, "SET", "lock", "x", "PX", 10);
        client.call(0, "SET", "other", "x");
        assertThat(node.calls("SET")).isEqualTo(2);
        assertThat(node.keyCount()).isEqualTo(2);

        client.pass(20 * MS);
        assertThat(node.keyCount()).isEqualTo(1);
        node.flushAll();
        assertThat(node.keyCount()).isZero();
    }

    private Answer release()
    {
        return client.call(0, "EVALSHA", RELEASE.sha1(), 1, "lock", "x");
    }

    private long timeUs()
    {
        final Answer time = client.call(0, "TIME");

        return Long.parseLong(time.elements().get(0).text()) * 1_000_000 +
            Long.parseLong(time.elements().get(1).text());
    }
}
