// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.ErrorCode;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;

/**
 * Nodes that answer with errors. No error is a grant, the caller gets each by its code, and held locks can
 * still be released.
 */
public abstract class ServerErrors extends SharedNodes
{
    private static final int[] MAJORITY = {2, 3, 4};
    private static final int CYCLES = 300;

    /**
     * The scripts are flushed all the time, as by a fail-over or a restart. No caller notices.
     */
    @Test
    @Tag("proof")
    void shouldNotMindThatScriptsAreForgotten() throws InterruptedException
    {
        final AtomicBoolean isDone = new AtomicBoolean();
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle handle = redlock.handle("scripts");
        final CompletableFuture<Void> flushing = CompletableFuture.runAsync(() -> flushScripts(isDone));
        try
        {
            for (int i = 0; i < CYCLES; i++)
            {
                final long term = handle.acquire(SOON);
                assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
                assertThat(handle.extend(term)).as("%s", handle.votes()).isEqualTo(Outcome.EXTENDED);
                assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
            }
        }
        finally
        {
            isDone.set(true);
            flushing.join();
        }
        assertThat(redlock.metrics().count(Counter.SCRIPTS_RESENT)).isPositive();
        checkCleanCycle(redlock, nodes);
    }

    private void flushScripts(final AtomicBoolean isDone)
    {
        final List<RespClient> clients = new ArrayList<>();
        try
        {
            IntStream.range(0, nodes.count()).forEach((i) -> clients.add(nodes.server(i).client()));
            while (!isDone.get())
            {
                clients.forEach(client -> client.call("SCRIPT", "FLUSH"));
            }
        }
        finally
        {
            clients.forEach(RespClient::close);
        }
    }

    /**
     * A node whose memory is full takes no new keys. Held keys must be released, and may be extended: neither
     * needs memory.
     */
    @Test
    void shouldExtendAndReleaseOnNodesThatAreOutOfMemory() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle held = redlock.handle("held");
        final LockHandle handle = redlock.handle("denied");
        final long term = held.tryAcquire();
        assertThat(term).isPositive();
        outOfMemory(() ->
        {
            checkError(handle, ErrorCode.OOM);
            assertThat(held.extend(term)).as("%s", held.votes()).isEqualTo(Outcome.EXTENDED);
            assertThat(held.release(term)).isEqualTo(Outcome.RELEASED);
            nodes.awaitNoKeys();
        });
        checkCleanCycle(redlock, nodes);
    }

    private void outOfMemory(final Runnable action)
    {
        onMajority("CONFIG", "SET", "maxmemory", "1");
        try
        {
            action.run();
        }
        finally
        {
            onMajority("CONFIG", "SET", "maxmemory", "0");
        }
    }

    /**
     * The connection is lost while the node is out of memory: the client must be able to reconnect and
     * release.
     */
    @Test
    void shouldReconnectToNodesThatAreOutOfMemory() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle held = redlock.handle("held");
        final long term = held.tryAcquire();
        outOfMemory(() ->
        {
            onMajority("CLIENT", "KILL", "TYPE", "normal");
            Await.parking().until("three connections more", SOON,
                () -> redlock.metrics().count(Counter.CONNECTS), count -> count == 8);
            assertThat(held.release(term)).isEqualTo(Outcome.RELEASED);
            nodes.awaitNoKeys();
        });
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The name of the lock is also that of a hash, which we may neither take nor delete.
     */
    @Test
    void shouldLeaveAKeyOfAnotherTypeAlone() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle handle = redlock.handle("hash");
        onMajority("HSET", "hash", "field", "value");
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.CONTENDED);
        assertThat(handle.votes().get(3).cause()).isEqualTo(Cause.HELD_BY_ANOTHER);
        checkHashes();
        onMajority("DEL", "hash");

        final long term = handle.acquire(SOON);
        assertThat(term).isPositive();
        awaitHolders(nodes, "hash", Set.of(0, 1, 2, 3, 4));
        onMajority("DEL", "hash");
        onMajority("HSET", "hash", "field", "value");
        assertThat(handle.extend(term)).isEqualTo(Outcome.LOST);
        assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
        checkHashes();
        onMajority("DEL", "hash");
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A caller that waits for failing nodes does not hammer them: after a second each gets at most eight
     * questions a second. When they recover, the next attempt wins.
     */
    @Test
    @Tag("proof")
    void shouldAskFailingNodesLessAndLessOften() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle handle = redlock.handle("patient");
        onMajority("CONFIG", "SET", "maxmemory", "1");
        final CompletableFuture<Long> term;
        final long sets;
        final long ns;
        try
        {
            term = CompletableFuture.supplyAsync(() -> acquired(handle));
            Await.parking().until("some attempts", SOON,
                () -> redlock.metrics().count(Counter.ATTEMPTS_NO_QUORUM) > 8);
            final long before = nodes.calls(0, "set");
            final long startNs = System.nanoTime();
            Await.parking().until("three more", SOON, () -> nodes.calls(0, "set") >= before + 3);
            sets = nodes.calls(0, "set") - before;
            ns = System.nanoTime() - startNs;
        }
        finally
        {
            onMajority("CONFIG", "SET", "maxmemory", "0");
        }

        assertThat(ns).as("time for %d attempts", sets).isGreaterThan((sets - 1) * 120_000_000L);
        assertThat(term.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join()).isPositive();
        handle.release(term.join());
        checkCleanCycle(redlock, nodes);
    }

    private static long acquired(final LockHandle handle)
    {
        try
        {
            return handle.acquire(SOON.multipliedBy(2));
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * An operator takes a right away and gives it back, while the connection stays.
     */
    @Test
    void shouldNameTheRightThatIsMissing() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle handle = redlock.handle("rights");
        onMajority("ACL", "SETUSER", "default", "-set");
        try
        {
            checkError(handle, ErrorCode.NOPERM);
            assertThat(handle.votes().get(3).errorText()).contains("'set'");
        }
        finally
        {
            onMajority("ACL", "SETUSER", "default", "+set");
        }
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A connected node becomes a replica, and a master again. As a replica it takes and releases no keys;
     * releases follow afterwards.
     */
    @Test
    void shouldReleaseOnNodesThatWereReplicasForAWhile() throws InterruptedException
    {
        final Redlock redlock = up(trusting(nodes.uris()));
        final LockHandle held = redlock.handle("held");
        final LockHandle handle = redlock.handle("denied");
        final long term = held.tryAcquire();
        assertThat(term).isPositive();
        awaitHolders(nodes, "held", Set.of(0, 1, 2, 3, 4));
        onMajority("REPLICAOF", "127.0.0.1", "1");
        try
        {
            assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.NO_QUORUM);
            assertThat(held.isHeld(term)).as("held without its votes").isFalse();
            assertThat(held.release(term)).isEqualTo(Outcome.EXPIRED);
        }
        finally
        {
            onMajority("REPLICAOF", "NO", "ONE");
        }
        checkCleanCycle(redlock, nodes);
    }

    private void checkError(final LockHandle handle, final ErrorCode code)
    {
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.NO_QUORUM);
        for (final int i : MAJORITY)
        {
            assertThat(handle.votes().get(i).cause()).as("node %s", i).isEqualTo(Cause.SERVER_ERROR);
            assertThat(handle.votes().get(i).errorCode()).as("node %s", i).isEqualTo(code);
        }
    }

    private void checkHashes()
    {
        for (final int i : MAJORITY)
        {
            assertThat(nodes.call(i, "HGETALL", "hash")).isEqualTo(List.of("field", "value"));
        }
    }

    private void onMajority(final String... command)
    {
        Arrays.stream(MAJORITY).forEach((i) -> nodes.call(i, command));
    }
}
