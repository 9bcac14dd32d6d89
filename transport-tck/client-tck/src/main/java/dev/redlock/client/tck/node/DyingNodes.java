// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.NoQuorumException;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.RedlockEvents;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.TestNodes;
import dev.redlock.client.tck.tools.WatchedLoad;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * Nodes that are killed, with their memory or without it.
 */
public abstract class DyingNodes extends FaultSuite
{
    private static final int[] MAJORITY = {2, 3, 4};

    private TestNodes nodes;

    /**
     * One node at a time may die without anybody noticing but the operator. The nodes write everything to
     * disk before they answer, so they may vote again at once; what they were asked when they died, and could
     * not be told to let go of, they are told when they are back.
     */
    @Test
    void shouldServeOnWhenEachNodeIsKilledInTurn() throws InterruptedException
    {
        nodes = closing(suites.startNodes(5, true));
        final Redlock redlock = up(trusting(nodes.uris()));
        final WatchedLoad load = WatchedLoad.start(redlock, 4, 8);
        for (int i = 0; i < nodes.count(); i++)
        {
            load.awaitMore(50);
            nodes.kill(i);
            awaitState(redlock, i, NodeStatus.State.DOWN);
            load.awaitMore(50);
            nodes.restart(i);
            awaitState(redlock, i, NodeStatus.State.UP);
        }
        load.awaitMore(50);
        load.stop();

        assertThat(redlock.metrics().count(Counter.NODE_RESTARTS)).isEqualTo(5);
        assertThat(redlock.metrics().count(Counter.LEASES_LOST)).isZero();
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Without a majority there is no lock, and the caller is told which nodes are missing.
     */
    @Test
    void shouldNameTheMissingMajorityAndServeWhenItIsBack() throws InterruptedException
    {
        nodes = closing(suites.startNodes(5, false));
        final Redlock redlock = up(trusting(nodes.uris()));
        final LockHandle handle = redlock.handle("dead");
        kill(redlock, MAJORITY);

        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.NO_QUORUM);
        assertThat(handle.votes()).extracting("cause").containsExactly(Cause.NOT_ASKED, Cause.NOT_ASKED,
            Cause.NOT_CONNECTED, Cause.NOT_CONNECTED, Cause.NOT_CONNECTED);
        assertThatThrownBy(() -> redlock.tryAcquire("dead")).isInstanceOf(NoQuorumException.class);
        assertThatThrownBy(() -> redlock.acquire("dead", Duration.ofMillis(1_200)))
            .isInstanceOfSatisfying(NoQuorumException.class,
                failure -> assertThat(failure.outcome()).isEqualTo(Outcome.TIMED_OUT))
            .hasMessageContaining("too many nodes failed in the last attempt; the list says which, and why");
        assertThat(Outcome.of(handle.acquire(Duration.ofMillis(200)))).isEqualTo(Outcome.TIMED_OUT);
        assertThat(handle.votes().get(2).cause()).isEqualTo(Cause.NOT_CONNECTED);
        assertThatThrownBy(() -> redlock.acquire("dead", Duration.ZERO))
            .isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("NO_QUORUM").hasMessageContaining(nodes.place(3) + " NOT_CONNECTED");

        start(MAJORITY);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The nodes die with a question in flight. Nobody waits for a dead node's timeout, or the cause would be
     * that timeout.
     */
    @Test
    void shouldNotWaitForTheAnswersOfTheDead() throws InterruptedException
    {
        nodes = closing(suites.startNodes(5, false));
        final Redlock redlock = up(trusting(nodes.uris()));
        final LockHandle handle = redlock.handle("dead");
        Arrays.stream(MAJORITY).forEach(nodes::pause);
        final CompletableFuture<Long> call = CompletableFuture.supplyAsync(handle::tryAcquire);
        Await.parking().until("grants of two nodes", SOON, () -> nodes.call(1, "EXISTS", "dead"),
            Long.valueOf(1)::equals);
        kill(redlock, MAJORITY);

        assertThat(Outcome.of(call.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join()))
            .isEqualTo(Outcome.NO_QUORUM);
        // The grants may have been on their way still when the others decided.
        assertThat(handle.votes().subList(0, 2)).extracting(NodeVote::cause)
            .isSubsetOf(Cause.GRANTED, Cause.PENDING);
        assertThat(handle.votes().subList(2, 5)).extracting(NodeVote::cause)
            .containsOnly(Cause.DISCONNECTED);
        start(MAJORITY);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A majority has forgotten the lock, so somebody else can take it: the holder must hear of it at once,
     * not at its deadline.
     */
    @Test
    void shouldLoseALeaseThatAMajorityHasForgotten() throws InterruptedException
    {
        nodes = closing(suites.startNodes(5, false));
        final Redlock redlock = up(trusting(nodes.uris()));
        final Lease lease = redlock.acquire("forgotten", SOON);
        final CompletableFuture<LostReason> lost = lease.lost().toCompletableFuture();
        kill(redlock, MAJORITY);
        assertThat(lease.isHeld()).as("held as long as nobody knows better").isTrue();

        start(MAJORITY);
        assertThat(lost.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join())
            .isEqualTo(LostReason.REFUSED);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.release()).isEqualTo(Outcome.EXPIRED);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Two of five have forgotten the lock; the other three still keep everybody else out. The two are asked
     * for it once more, as nobody else can have it there.
     */
    @Test
    void shouldKeepALeaseThatAMinorityHasForgotten() throws InterruptedException
    {
        nodes = closing(suites.startNodes(5, false));
        final Redlock redlock = up(trusting(nodes.uris()));
        final LockHandle handle = redlock.handle("kept");
        final long term = handle.acquire(SOON);
        assertThat(term).isPositive();
        // The two must have known the lock to be able to forget it.
        awaitHolders(nodes, "kept", Set.of(0, 1, 2, 3, 4));
        kill(redlock, 3, 4);
        start(3, 4);
        awaitAllUp(redlock);

        awaitHolders(nodes, "kept", Set.of(0, 1, 2, 3, 4));
        assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.isHeld(term)).isTrue();
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A node that comes up later than the application must not need its restart.
     */
    @Test
    void shouldTakeInANodeThatWasDownAtTheStart() throws InterruptedException
    {
        nodes = closing(suites.startNodes(5, false));
        nodes.kill(3);
        nodes.kill(4);
        final Redlock redlock = closing(trusting(nodes.uris()).build());
        final LockHandle handle = redlock.handle("later");
        // A client is built when a quorum is up, and the others may not even have been tried by then.
        awaitState(redlock, 4, NodeStatus.State.DOWN);
        assertThat(redlock.nodes().get(4).detail()).contains("UNREACHABLE");
        checkCleanCycle(redlock, nodes);

        start(3, 4);
        awaitAllUp(redlock);
        final long term = handle.tryAcquire();
        Await.parking().until("the key on all nodes", SOON, () -> nodes.holders("later").keySet(),
            Set.of(0, 1, 2, 3, 4)::equals);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A node that nobody here has known before may have forgotten what others hold there: that is told once,
     * and the node votes. Of one that was known before it restarted the client knows more, and says so.
     */
    @Test
    protected void shouldWarnOnceOfANodeThatWasJustStarted() throws InterruptedException
    {
        nodes = closing(suites.startNodes(3, false));
        final Queue<NodeStatus> news = new ConcurrentLinkedQueue<>();
        try (Redlock redlock = trusting(nodes.uris()).events(new RedlockEvents()
        {
            @Override
            public void onNodeStatus(final NodeStatus status)
            {
                news.add(status);
            }
        }).build())
        {
            awaitAllUp(redlock);
            assertThat(redlock.nodes()).allSatisfy(
                node -> assertThat(node.detail()).startsWith("was started less than"));
            checkCleanCycle(redlock, nodes);

            kill(redlock, 0);
            start(0);
            awaitAllUp(redlock);
            assertThat(redlock.nodes().get(0).detail()).startsWith("has restarted, or been given other data");
            assertThat(news.stream().filter(status -> status.detail().contains("was started less than"))
                .map(NodeStatus::node)).hasSize(3).doesNotHaveDuplicates();
        }
    }

    /**
     * Without a quorum a client is not built, unless that is asked for; then it serves as soon as it can.
     */
    @Test
    @Tag("proof")
    void shouldStartWithoutAQuorumOnlyWhenTold() throws InterruptedException
    {
        nodes = closing(suites.startNodes(5, false));
        Arrays.stream(MAJORITY).forEach(nodes::kill);
        final Duration patience = Duration.ofMillis(500);
        // The two that run must be up by then, or the message would say that there are fewer.
        final Duration start = Duration.ofSeconds(2);
        assertThatThrownBy(() -> trusting(nodes.uris()).connectTimeout(patience).startTimeout(start)
            .closeTimeout(patience).build())
            .isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("only 2 of 5 nodes came up, but 3 are needed")
            .hasMessageContaining(nodes.place(2)).hasMessageContaining("startWithoutQuorum");

        final Redlock redlock = closing(trusting(nodes.uris()).connectTimeout(patience).startTimeout(patience)
            .closeTimeout(patience).startWithoutQuorum().build());
        assertThatThrownBy(() -> redlock.tryAcquire("later")).isInstanceOf(NoQuorumException.class);
        start(MAJORITY);
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    private void kill(final Redlock redlock, final int... indexes)
    {
        Arrays.stream(indexes).forEach(nodes::kill);
        Arrays.stream(indexes).forEach((i) -> awaitState(redlock, i, NodeStatus.State.DOWN));
    }

    private void start(final int... indexes)
    {
        Arrays.stream(indexes).forEach(nodes::restart);
    }
}
