// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.scripts.Scripts;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Fencing tokens: what a resource that looks at them sees, whatever happens to nodes and holders.
 */
public abstract class FencedLocks extends FaultSuite
{
    private static final String KEY = "fenced";
    private static final LockOptions FENCED = LONG.withFencing();
    private static final String MOST_TOKEN = Long.toString((1L << 53) - 1);
    private static final int CLIENTS = 3;
    private static final int ACQUISITIONS = 60;

    private RealNodes nodes;

    /**
     * Nodes are killed in turn, and forget their scripts. They write everything to disk before they answer,
     * so no fence is forgotten. The resource is where the clients' order is known for certain.
     */
    @Test
    @Tag("proof")
    void shouldGiveTokensInTheOrderOfTheLocks() throws InterruptedException
    {
        nodes = closing(RealNodes.start(5, index -> RedisServerProcess.builder().appendOnly("always")));
        final Resource resource = new Resource();
        final AtomicBoolean isOver = new AtomicBoolean();
        final List<CompletableFuture<Void>> callers = new ArrayList<>();
        final List<Redlock> clients = new ArrayList<>();
        final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try
        {
            for (int i = 0; i < CLIENTS; i++)
            {
                final Redlock client = up(trusting(nodes.uris()).name("client" + i).defaults(FENCED));
                clients.add(client);
                callers.add(CompletableFuture.runAsync(() -> write(client, resource, isOver), threads));
            }
            for (int i = 0; i < nodes.count(); i++)
            {
                resource.awaitMore(ACQUISITIONS);
                nodes.server(i).kill();
                awaitState(clients.get(0), i, NodeStatus.State.DOWN);
                resource.awaitMore(ACQUISITIONS);
                nodes.server(i).start();
                awaitState(clients.get(0), i, NodeStatus.State.UP);
                nodes.call(i, "SCRIPT", "FLUSH");
            }
            isOver.set(true);
            callers.forEach((caller) -> caller.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join());

            assertThat(resource.refused.get()).as("writes with a token below an earlier one").isZero();
            assertThat(clients)
                .allSatisfy(client -> assertThat(client.metrics().count(Counter.LEASES_LOST)).isZero());
        }
        finally
        {
            isOver.set(true);
            threads.shutdown();
            clients.forEach(Redlock::close);
        }
        assertThat(nodes.keys().values()).as("what stays on each node").containsOnly(List.of(KEY + ":fence"));
    }

    private static void write(final Redlock client, final Resource resource, final AtomicBoolean isOver)
    {
        try
        {
            while (!isOver.get())
            {
                client.run(KEY, Duration.ofSeconds(30), lease -> resource.write(lease.fencingToken()));
            }
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @Test
    void shouldFenceOffAHolderThatDoesNotKnowThatItLost() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        final Resource resource = new Resource();
        final Redlock first = up(patient(nodes.uris()));
        final Redlock second = up(patient(nodes.uris()));
        final Lease stale = first.acquire(KEY, SOON, FENCED.withTtl(Duration.ofMillis(100)));
        assertThat(resource.write(stale.fencingToken())).isTrue();
        final Lease fresh = second.acquire(KEY, SOON, FENCED);
        assertThat(resource.write(fresh.fencingToken())).isTrue();
        assertThat(resource.write(stale.fencingToken())).as("a write of the first").isFalse();
        assertThat(stale.fencingToken()).as("after its end").isPositive()
            .isLessThan(fresh.fencingToken());
    }

    /**
     * Somebody deletes the key. As long as no other was granted it, an extension may bring it back.
     */
    @Test
    void shouldHealADeletedKeyAsLongAsNobodyElseWasGrantedIt() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        final Redlock rival = up(patient(nodes.uris()));
        final LockHandle handle = redlock.handle(KEY, FENCED);
        final long term = handle.acquire(SOON);
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));
        nodes.callAll("DEL", KEY);
        assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));

        nodes.callAll("DEL", KEY);
        rival.acquire(KEY, SOON, FENCED).close();
        assertThat(handle.extend(term)).isEqualTo(Outcome.LOST);
        assertThat(handle.isHeld(term)).isFalse();
    }

    /**
     * What was asked for is shorter than what the votes had promised, and these count on.
     */
    @Test
    void shouldHealADeletedKeyForAsLongAsTheLeaseStands() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle handle = redlock.handle(KEY, FENCED);
        final long term = handle.acquire(SOON);
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));
        nodes.callAll("DEL", KEY);
        assertThat(handle.extend(term, Duration.ofSeconds(1))).isEqualTo(Outcome.EXTENDED);
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));

        final long heldMs = handle.remainingNs(term) / 1_000_000;
        assertThat(heldMs).as("milliseconds left").isGreaterThan(20_000);
        assertThat(nodes.callAll("PTTL", KEY)).allSatisfy(
            leftMs -> assertThat((Long)leftMs).isGreaterThan(heldMs - 1_000));
    }

    @Test
    void shouldNotHealWhatAnOperatorTookAway() throws Exception
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        final Lease lease = redlock.acquire(KEY, SOON, FENCED);
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));
        assertThat(redlock.operators().forceRelease(KEY).toCompletableFuture().get().confirmed())
            .isEqualTo(3);
        assertThat(lease.extend()).isEqualTo(Outcome.LOST);
        assertThat(nodes.holders(KEY)).isEmpty();
    }

    /**
     * A client whose clock is far ahead proposes what no node grants; its releases must not make all later
     * tokens impossible. And what it closed stays closed for what it sent before.
     */
    @Test
    void shouldNotBeBlockedByTheReleaseOfATokenFromFarAhead() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        final String release = Scripts.unfence().text();
        nodes.callAll("EVAL", release, "2", KEY, KEY + ":fence", "x", "0", MOST_TOKEN, "60000", "1000000");
        try (Redlock redlock = up(patient(nodes.uris())); LockHandle handle = redlock.handle(KEY, FENCED))
        {
            assertThat(handle.acquire(SOON)).isPositive();
        }
        final String acquire = Scripts.fence().text();
        nodes.callAll("EVAL", release, "2", "k", "k:fence", "x", "0", "1", "60000", "1000000");
        assertThat(nodes.callAll("EVAL", acquire, "2", "k", "k:fence", "x", "9", "2", "60000", "0"))
            .allMatch(answer -> ((List<?>)answer).get(0).equals(-1L));
    }

    /**
     * A release that overtakes what was sent before finds nothing to delete. It closes the token all the same
     * where memory is short, and says that it could not where nothing may be written.
     */
    @Test
    void shouldNotSayThatATokenIsReleasedThatIsNotClosed() throws InterruptedException
    {
        nodes = closing(RealNodes.start(2));
        final RedisServerProcess first = nodes.server(0);
        final RedisServerProcess second = nodes.server(1);
        final String acquire = Scripts.fence().text();
        final String[] release = {"EVAL", Scripts.unfence().text(), "2", KEY, KEY + ":fence", "x", "0", "1",
            "60000", "1000000"};
        first.call("CONFIG", "SET", "maxmemory", "1");
        assertThat(first.call(release)).isEqualTo(0L);
        first.call("CONFIG", "SET", "maxmemory", "0");
        second.call("REPLICAOF", "127.0.0.1", "1");
        assertThatThrownBy(() -> second.call(release)).hasMessageContaining("READONLY");
        second.call("REPLICAOF", "NO", "ONE");
        assertThat(second.call(release)).isEqualTo(0L);

        assertThat(nodes.callAll("EVAL", acquire, "2", KEY, KEY + ":fence", "x", "60000", "1", "60000",
            MOST_TOKEN)).allMatch(answer -> answer instanceof final List<?> refusal &&
            refusal.get(0).equals(-1L));
        assertThat(nodes.holders(KEY)).isEmpty();
    }

    /**
     * A rival that was refused, or whose question came to nothing, must not end the lease when it releases.
     */
    @Test
    void shouldOutlastTheReleasesOfRivals() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        final Redlock rival = up(adaptive(nodes.uris()));
        final LockHandle handle = redlock.handle(KEY, FENCED);
        final LockHandle other = rival.handle(KEY, FENCED);
        final long term = handle.acquire(SOON);
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));
        IntStream.range(0, nodes.count()).forEach((i) -> nodes.server(i).pause());
        final CompletableFuture<Long> attempt = CompletableFuture.supplyAsync(other::tryAcquire);
        assertThat(Outcome.of(attempt.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join()))
            .isEqualTo(Outcome.NO_QUORUM);
        IntStream.range(0, nodes.count()).forEach((i) -> nodes.server(i).resume());
        Await.parking().until("the rival's releases", SOON, rival.metrics()::tokensOut, out -> out == 0);
        awaitAllUp(redlock);

        assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.isHeld(term)).isTrue();
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
    }

    @Test
    void shouldLeaveAForeignFenceAlone() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        nodes.callAll("RPUSH", KEY + ":fence", "somebody else's");
        final Redlock redlock = up(patient(nodes.uris()));
        final LockHandle handle = redlock.handle(KEY, FENCED);
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.NO_QUORUM);
        assertThat(handle.votes()).extracting(NodeVote::cause).contains(Cause.SERVER_ERROR);
        assertThat(nodes.callAll("LLEN", KEY + ":fence")).containsOnly(1L);
        assertThat(nodes.holders(KEY)).isEmpty();
    }

    @Test
    void shouldTellTheHolderWhenAMajorityHasGrantedAnother() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        final Redlock rival = up(patient(nodes.uris()));
        final Lease lease = redlock.acquire(KEY, SOON, FENCED);
        nodes.callAll("DEL", KEY);
        final Lease theirs = rival.acquire(KEY, SOON, FENCED);
        assertThat(theirs.fencingToken()).isGreaterThan(lease.fencingToken());
        assertThat(lease.extend()).isEqualTo(Outcome.LOST);
        assertThat(lease.lost().toCompletableFuture().join()).isEqualTo(LostReason.REFUSED);
    }

    /**
     * What a resource has to do: refuse a token below the highest that it has seen.
     */
    private static final class Resource
    {
        private final AtomicInteger refused = new AtomicInteger();
        private final AtomicInteger written = new AtomicInteger();
        private long highest;

        synchronized boolean write(final long token)
        {
            written.incrementAndGet();
            if (token < highest || token <= 0)
            {
                refused.incrementAndGet();

                return false;
            }
            highest = token;

            return true;
        }

        void awaitMore(final int more)
        {
            final int wanted = written.get() + more;
            Await.parking().until("writes", SOON, written::get, count -> count >= wanted);
        }
    }
}
