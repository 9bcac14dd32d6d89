// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus.State;
import dev.redlock.outcome.Outcome;

/**
 * What is to blame is the class of the exception, in whatever way a lock is asked for. Contention alone is no
 * exception where one attempt was asked for.
 */
@Execution(ExecutionMode.CONCURRENT)
class RedlockExceptionTest
{
    /*
     * An engine that stood still for all of it would be to blame itself.
     */
    private static final Duration PATIENCE = ofMillis(1_200);

    /*
     * While it waits, the clock of the caller goes a tenth as fast as the engine's. It leaves its call 50 ms
     * after its patience, and would blame an engine that gets no core for as long.
     */
    private static final int SLOWNESS = 10;

    private final InstantNodes nodes = new InstantNodes(3);
    private volatile Thread waiting;
    private long sinceNs;
    private Redlock redlock = builder().build();

    private RedlockBuilder builder()
    {
        return nodes.builder().clock(this::nanoTime).maxHandles(8).maxLocks(2).maxInFlightPerNode(16)
            .closeTimeout(ofMillis(50));
    }

    private long nanoTime()
    {
        final long nowNs = System.nanoTime() + nodes.aheadNs.get();

        return Thread.currentThread() == waiting ? sinceNs + (nowNs - sinceNs) / SLOWNESS : nowNs;
    }

    private Lease acquire(final Duration within) throws InterruptedException
    {
        sinceNs = nanoTime();
        waiting = Thread.currentThread();
        try
        {
            return redlock.acquire("k", within);
        }
        finally
        {
            waiting = null;
        }
    }

    @AfterEach
    void close()
    {
        nodes.speak();
        redlock.close();
        nodes.close();
    }

    private <E extends RedlockException> E check(
        final Class<E> kind, final Outcome outcome, final LockOptions options)
    {
        assertThatThrownBy(() -> redlock.tryAcquire("k", options)).isInstanceOf(kind);
        assertThatThrownBy(() -> redlock.asLock("k", options).tryLock()).isInstanceOf(kind);
        assertThatThrownBy(() -> redlock.asLock("k", options).tryLock(0, TimeUnit.SECONDS))
            .isInstanceOf(kind);
        assertThatThrownBy(() -> Deadline.get(redlock.acquireAsync("k", ZERO, options)))
            .isInstanceOf(ExecutionException.class).hasCauseInstanceOf(kind);
        assertThatThrownBy(() -> redlock.run("k", ZERO, options, lease -> assertThat(lease).isNull()))
            .isInstanceOf(kind);

        final E failure = catchThrowableOfType(kind, () -> redlock.acquire("k", ZERO, options));
        assertThat(failure.outcome()).isEqualTo(outcome);

        return failure;
    }

    /**
     * Who looks for the key on the nodes needs its name there; without a prefix it is the same.
     */
    @Test
    void shouldNameTheKeyAsTheNodesHaveItToo()
    {
        nodes.occupy("apple");
        nodes.occupy("stock:apple");
        final String both = "lock 'apple' (key 'stock:apple' on the nodes)";
        try (Redlock prefixed = builder().keyPrefix("stock:").build();
            LockHandle handle = prefixed.handle("pear"))
        {
            assertThatThrownBy(() -> prefixed.acquire("apple", ZERO))
                .hasMessageStartingWith(both + " was not obtained: ");
            assertThatThrownBy(() -> prefixed.asLock("apple", LockOptions.DEFAULT).unlock())
                .hasMessageStartingWith("the " + both + " is not held by this thread");
            final Lease lease = prefixed.tryAcquire("plum").orElseThrow();
            lease.close();
            assertThatThrownBy(lease::checkHeld)
                .hasMessageStartingWith("lock 'plum' (key 'stock:plum' on the nodes) was lost ");
            assertThat(handle).hasToString("lock 'pear' (key 'stock:pear' on the nodes), not held");
        }
        assertThatThrownBy(() -> redlock.acquire("apple", ZERO))
            .hasMessageStartingWith("lock 'apple' was not obtained: ");
    }

    @Test
    void shouldBlameTheHolder() throws InterruptedException
    {
        nodes.occupy("k");

        assertThat(redlock.tryAcquire("k")).isEmpty();
        assertThat(redlock.asLock("k").tryLock()).isFalse();
        assertThat(redlock.asLock("k").tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
        assertThatThrownBy(() -> redlock.acquire("k", ZERO)).isInstanceOf(LockContendedException.class)
            .hasMessageStartingWith("lock 'k' was not obtained: CONTENDED; another client holds it; " +
                "wait longer, or try again later; nodes: [node0:6379 HELD_BY_ANOTHER, ");
        final LockContendedException late =
            catchThrowableOfType(LockContendedException.class, () -> acquire(PATIENCE));
        assertThat(late.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(late.votes()).extracting(NodeVote::cause).hasSize(3).startsWith(Cause.HELD_BY_ANOTHER);
    }

    @Test
    void shouldBlameTheOtherHolderInThisClient() throws InterruptedException
    {
        try (Lease lease = redlock.acquire("k", ofSeconds(10)))
        {
            assertThat(redlock.tryAcquire("k")).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void shouldBlameNodesThatAreDown()
    {
        redlock.close();
        IntStream.range(0, 3).forEach((i) -> nodes.goDown(i));
        redlock = builder().startTimeout(ZERO).startWithoutQuorum().build();

        final NoQuorumException failure =
            check(NoQuorumException.class, Outcome.NO_QUORUM, LockOptions.DEFAULT);
        assertThat(failure.votes()).hasSize(3);
        assertThat(failure).hasMessageContaining("NOT_CONNECTED");
        assertThatThrownBy(() -> acquire(PATIENCE)).isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("TIMED_OUT; too many nodes failed in the last attempt; the list says " +
                "which, and why");
    }

    @Test
    void shouldSayWhyNodesAreNotConnected()
    {
        redlock.close();
        IntStream.range(0, 3).forEach((i) -> nodes.goDown(i));
        redlock = builder().startTimeout(ZERO).startWithoutQuorum().build();
        Deadline.await("all are down",
            () -> redlock.nodes().stream().allMatch(node -> node.state() == State.DOWN));

        assertThatThrownBy(() -> redlock.acquire("k", ZERO)).isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("; nodes: [node0:6379 NOT_CONNECTED (DOWN: " +
                redlock.nodes().get(0).detail() + "), node1:6379 NOT_CONNECTED (DOWN: ");
    }

    @Test
    void shouldBlameTheConfigurationThatWasBrokenUnderARunningClient()
    {
        refuse(1);

        assertThat(redlock.tryAcquire("earlier")).as("a quorum is left").isPresent();

        refuse(2);

        assertThat(check(RedlockMisuseException.class, Outcome.NO_QUORUM, LockOptions.DEFAULT))
            .hasMessageStartingWith("lock 'k' was not obtained: NO_QUORUM; the configuration of the nodes " +
                "is wrong: node1:6379 REFUSED: has the role")
            .hasMessageContaining(
                "; without those 2 nodes no quorum (2 of 3) is possible; nodes: [node0:6379 ")
            .hasMessageEndingWith(", node1:6379 NOT_CONNECTED, node2:6379 NOT_CONNECTED]");
        assertThatThrownBy(() -> acquire(PATIENCE))
            .isInstanceOf(RedlockMisuseException.class).hasMessageContaining("TIMED_OUT");
    }

    /**
     * When the others are back, all is well.
     */
    @Test
    void shouldBlameTheNodesThatAreDownBesideOneThatIsMisconfigured()
    {
        refuse(1);
        nodes.goDown(2);
        nodes.cutSoon(2);
        Deadline.await("it is down", () -> redlock.nodes().get(2).state() == State.DOWN);

        assertThat(check(NoQuorumException.class, Outcome.NO_QUORUM, LockOptions.DEFAULT))
            .hasMessageContaining(", node1:6379 NOT_CONNECTED (REFUSED: has the role ");
    }

    private void refuse(final int nodeIndex)
    {
        nodes.makeReplica(nodeIndex);
        nodes.cutSoon(nodeIndex);
        Deadline.await("it is refused", () -> redlock.nodes().get(nodeIndex).state() == State.REFUSED);
    }

    /**
     * Whether the patience ends in a pause or while an attempt waits for them.
     */
    @Test
    @Tag("proof")
    void shouldBlameSilentNodesWheneverThePatienceEnds()
    {
        redlock.close();
        redlock = nodes.builder().clock(this::nanoTime).closeTimeout(ofMillis(50))
            .minNodeTimeout(ofMillis(50)).maxNodeTimeout(ofMillis(50)).build();
        nodes.fallSilent();
        for (int i = 0; i < 12; i++)
        {
            final long patienceMs = 1_200 + 17 * i;
            assertThatThrownBy(() -> acquire(ofMillis(patienceMs)))
                .isInstanceOf(NoQuorumException.class).hasMessageContaining("TIMED_OUT");
        }
    }

    @Test
    void shouldBlameTheNodesBehindAnotherCallerWhoseAttemptsFail()
    {
        redlock.close();
        for (int i = 0; i < 3; i++)
        {
            nodes.goDown(i);
        }
        redlock = builder().startTimeout(ZERO).startWithoutQuorum().build();
        final CompletableFuture<Lease> first = redlock.acquireAsync("k", ofSeconds(60));

        assertThatThrownBy(() -> redlock.tryAcquire("k")).isInstanceOf(NoQuorumException.class);
        assertThatThrownBy(() -> acquire(PATIENCE)).isInstanceOf(NoQuorumException.class);
        first.cancel(true);
    }

    @Test
    void shouldBlameNodesThatAreTooSlowForAllThePatience()
    {
        nodes.whileFlushing(() -> nodes.aheadNs.addAndGet(ofMillis(200).toNanos()));

        assertThatThrownBy(() -> redlock.acquire("k", ofSeconds(2),
            LockOptions.DEFAULT.withMinValidity(ofMillis(29_600)))).isInstanceOf(NoQuorumException.class);
    }

    @Test
    void shouldBlameNodesThatAreTooSlowForTheTimeToLive()
    {
        nodes.whileFlushing(() -> nodes.aheadNs.addAndGet(ofMillis(20).toNanos()));

        check(NoQuorumException.class, Outcome.TOO_LATE,
            LockOptions.DEFAULT.withMinValidity(ofMillis(29_690)).withMaxAttempts(1));
    }

    @Test
    void shouldBlameTheLimitOfLocks() throws InterruptedException
    {
        try (Lease one = redlock.acquire("one", ofSeconds(10)); Lease two =
            redlock.acquire("two", ofSeconds(10)))
        {
            assertThat(check(LimitReachedException.class, Outcome.BACK_PRESSURED, LockOptions.DEFAULT))
                .hasMessageContaining("raise RedlockBuilder.maxLocks");
            assertThatThrownBy(() -> redlock.acquire("k", ofMillis(5)))
                .isInstanceOf(LimitReachedException.class).hasMessageContaining("TIMED_OUT");
            assertThat(one.isHeld() && two.isHeld()).isTrue();
        }
    }

    @Test
    void shouldBlameTheLimitOfHandles()
    {
        IntStream.range(0, 8).forEach((i) -> redlock.handle("k" + i));

        assertThat(check(LimitReachedException.class, Outcome.BACK_PRESSURED, LockOptions.DEFAULT))
            .hasMessage("there are 8 open handles, which is the limit: close unused ones, reuse them, or " +
                "raise RedlockBuilder.maxHandles");
        assertThatThrownBy(() -> redlock.handle("k")).isInstanceOf(LimitReachedException.class);
    }

    /**
     * Nobody knows then whether the lock is held, so an empty answer would be a guess.
     */
    @Test
    void shouldBlameACallbackThatStandsStill()
    {
        final CountDownLatch standing = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        nodes.fallSilent();
        redlock.acquireAsync("standing", ofSeconds(10)).thenRun(() ->
        {
            standing.countDown();
            awaitQuietly(goOn);
        });
        nodes.speak();
        awaitQuietly(standing);

        assertThatThrownBy(() -> redlock.tryAcquire("k")).isInstanceOf(LimitReachedException.class)
            .hasMessageContaining("TIMED_OUT; the engine thread did not answer: a callback blocks it");
        goOn.countDown();
    }

    /**
     * A machine that is busy when the patience ends brings no node back.
     */
    @Test
    void shouldBlameTheNodesAlsoIfTheEngineStandsStillInTheEnd() throws Exception
    {
        for (final int node : new int[]{0, 1})
        {
            nodes.goDown(node);
            nodes.cutSoon(node);
            Deadline.await("down", () -> !redlock.nodes().get(node).isConnected());
        }

        final CountDownLatch standing = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        nodes.whileFlushing(() ->
        {
            standing.countDown();
            awaitQuietly(goOn);
        });
        redlock.acquireAsync("standing", ZERO);
        awaitQuietly(standing);

        assertThatThrownBy(() -> redlock.acquire("k", ofMillis(5))).isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("TIMED_OUT; too many nodes failed");
        goOn.countDown();
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @Test
    void shouldBlameTheUseOfAClosedClient()
    {
        redlock.close();

        assertThat(check(RedlockMisuseException.class, Outcome.CLOSED, LockOptions.DEFAULT))
            .hasMessage("lock 'k' was not obtained: CLOSED; the client is closed; build another");
        assertThatThrownBy(() -> redlock.asLock("k").lock()).isInstanceOf(RedlockMisuseException.class);
        assertThatThrownBy(() -> redlock.handle("k")).isInstanceOf(RedlockMisuseException.class)
            .hasMessage("lock 'k' was not obtained: CLOSED; the client is closed; build another");
    }

    @Test
    void shouldGoThroughSerialisationWithoutItsVotes() throws IOException, ClassNotFoundException
    {
        nodes.occupy("k");
        final LockContendedException failure =
            catchThrowableOfType(LockContendedException.class, () -> redlock.acquire("k", ZERO));
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(failure);

        final RedlockException copy = (RedlockException)new ObjectInputStream(
            new ByteArrayInputStream(bytes.toByteArray())).readObject();

        assertThat(copy).isInstanceOf(LockContendedException.class).hasMessage(failure.getMessage());
        assertThat(copy.outcome()).isEqualTo(Outcome.CONTENDED);
        assertThat(copy.votes()).isEmpty();
    }
}
