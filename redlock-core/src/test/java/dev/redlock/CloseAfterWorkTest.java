// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;

/**
 * The end of a client while others work under its locks.
 */
@Execution(ExecutionMode.CONCURRENT)
class CloseAfterWorkTest
{
    private final InstantNodes nodes = new InstantNodes(3);
    private final Redlock redlock = nodes.builder().keyPrefix("p:").build();

    @AfterEach
    void close()
    {
        redlock.close();
        assertThat(nodes.areTransportsClosed()).isTrue();
        nodes.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldLetWorkEndAndThenReleaseAll(final int engines) throws Exception
    {
        try (Redlock several = nodes.builder().engines(engines).build())
        {
            final Lease first = several.acquire("a", ofHours(1));
            final Lease second = several.acquire("b", ofHours(1));
            final CompletableFuture<List<String>> closing =
                Deadline.elsewhere(() -> several.closeAfterWork(ofHours(1)));

            Deadline.await("nobody gets a lock any more", () -> isDenied(several, "other"));
            assertThat(first.release()).isEqualTo(Outcome.RELEASED);
            assertThat(second.isHeld()).isTrue();
            assertThat(closing).isNotDone();
            assertThat(second.extend()).as("it lives on").isEqualTo(Outcome.EXTENDED);
            assertThat(second.release()).isEqualTo(Outcome.RELEASED);

            assertThat(Deadline.get(closing)).isEmpty();
            assertThat(nodes.holding("a") + nodes.holding("b")).isZero();
        }
    }

    @Test
    void shouldLeaveALockToItsTimeToLiveIfWorkGoesOn() throws Exception
    {
        final Lease lease = redlock.acquire("k", ofHours(1));
        final Lease ended = redlock.acquire("ended", ofHours(1));
        ended.release();

        assertThat(redlock.closeAfterWork(ofMillis(20)))
            .containsExactly("'k' (key 'p:k' on the nodes)");

        assertThat(nodes.holding("p:k")).isEqualTo(3);
        assertThat(nodes.holding("p:ended")).isZero();
        assertThat(lease.isHeld()).isFalse();
        assertThat(Deadline.get(lease.lost().toCompletableFuture())).isEqualTo(LostReason.CLOSED);
        assertThat(lease.release()).isEqualTo(Outcome.CLOSED);
        assertThat(nodes.holding("p:k")).as("a release that comes too late sends nothing").isEqualTo(3);
    }

    /**
     * Work may go on for long, and what becomes of the nodes meanwhile matters to it.
     */
    @Test
    void shouldTellOfTheNodesUntilTheWorkIsOver() throws Exception
    {
        redlock.close();
        final Queue<NodeStatus> told = new ConcurrentLinkedQueue<>();
        final RedlockEvents events = new RedlockEvents()
        {
            @Override
            public void onNodeStatus(final NodeStatus status)
            {
                told.add(status);
            }
        };
        try (Redlock watched = nodes.builder().events(events).build())
        {
            final Lease lease = watched.acquire("a", ofHours(1));
            final CompletableFuture<List<String>> closing =
                Deadline.elsewhere(() -> watched.closeAfterWork(ofHours(1)));
            Deadline.await("nobody gets a lock any more", () -> isDenied(watched, "other"));
            nodes.goDown(2);
            nodes.cutSoon(2);

            Deadline.await("told", () -> told.stream().anyMatch(
                (status) -> status.state() == NodeStatus.State.DOWN));
            lease.release();
            Deadline.get(closing);

            assertThat(told).filteredOn((status) -> status.state() == NodeStatus.State.DOWN)
                .as("the end of its own connections is no news")
                .isNotEmpty().allMatch((status) -> status.node().startsWith("node2"));
        }
    }

    @Test
    void shouldNotWaitForCallersWithoutALock() throws Exception
    {
        nodes.occupy("p:k");
        final CompletableFuture<Lease> waiting = redlock.acquireAsync("k", ofHours(1));

        assertThat(redlock.closeAfterWork(ofHours(1))).isEmpty();
        assertThatThrownBy(() -> Deadline.get(waiting)).hasMessageContaining("closed");
    }

    @Test
    void shouldHaveNoEffectAfterAClose() throws Exception
    {
        final Lease lease = redlock.acquire("k", ofHours(1));
        redlock.close();

        assertThat(nodes.holding("p:k")).isZero();
        assertThat(redlock.closeAfterWork(ofHours(1))).isEmpty();
        assertThat(lease.isHeld()).isFalse();
    }

    /**
     * Who closes is the only one who could release.
     */
    @Test
    void shouldNotWaitForItselfInInvokerMode() throws Exception
    {
        try (Redlock invoker = nodes.builder().invoker().build())
        {
            invoker.acquire("k", ofHours(1));

            assertThat(invoker.closeAfterWork(ofHours(1))).containsExactly("'k'");
            assertThat(nodes.holding("k")).isEqualTo(3);
        }
    }

    @Test
    void shouldDenyNewCallersAndLetTheOthersGoOn() throws Exception
    {
        final Lease lease = redlock.acquire("k", ofHours(1));
        final CompletableFuture<Lease> waiting = redlock.acquireAsync("k", ofHours(1));

        redlock.denyNew();

        assertThatThrownBy(() -> Deadline.get(waiting))
            .hasMessageContaining("CLOSED; the client is closing, and gives no new locks");
        assertThat(isDenied(redlock, "other")).isTrue();
        assertThat(lease.extend()).isEqualTo(Outcome.EXTENDED);
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        assertThat(redlock.metrics().count(Counter.LEASES_LOST)).isZero();
    }

    private static boolean isDenied(final Redlock redlock, final String key)
    {
        try
        {
            redlock.acquire(key, ZERO).release();

            return false;
        }
        catch (final RedlockMisuseException ex)
        {
            return ex.getMessage().contains("CLOSED");
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
