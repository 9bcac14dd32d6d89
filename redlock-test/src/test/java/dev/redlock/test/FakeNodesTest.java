// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockLine;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockLock;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;

class FakeNodesTest
{
    private static final String KEY = "stock:apples";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final LockOptions FENCED = LockOptions.DEFAULT.withFencing();
    private static final int[] MAJORITY = {0, 1, 2};
    private static final int CYCLES = 1_000;
    private static final Duration CYCLES_WITHIN = Duration.ofSeconds(60);
    private static final Duration QUARANTINE = Duration.ofMinutes(2);

    private final Set<Thread> threadsBefore = threads();
    private final FakeNodes nodes = FakeNodes.of(5);

    @AfterEach
    void shouldLeaveNoThread()
    {
        nodes.close();
        Await.parking().until("no thread of a client", SOON, () -> threadsSince(threadsBefore), Set::isEmpty);
    }

    @Test
    void shouldLockForWhatIsLongerThanAnyClockCounts() throws InterruptedException
    {
        final Duration ages = Duration.ofSeconds(Long.MAX_VALUE);
        final LockOptions fenced = LockOptions.DEFAULT.withFencing().withAutoExtend(ages);
        final Redlock redlock = nodes.client((settings) -> settings.connectTimeout(ages).startTimeout(ages)
            .closeTimeout(ages).maxNodeTimeout(ages));

        redlock.acquire(KEY, ages, fenced).close();
        final RedlockLock lock = redlock.asLock(KEY, fenced);
        assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        lock.unlock();
    }

    @Test
    void shouldBeTakenByOneClientAtATime() throws InterruptedException
    {
        final Redlock first = nodes.client();
        final Redlock second = nodes.client();
        try (Lease lease = first.acquire(KEY, SOON))
        {
            assertThat(nodes.isHeld(KEY)).isTrue();
            assertThat(second.tryAcquire(KEY)).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(nodes.isHeld(KEY)).isFalse();
        assertThat(second.tryAcquire(KEY)).isPresent();
    }

    /**
     * At level STRICT: a node that comes back empty gets its marker again, and does not vote for a while.
     */
    @Test
    void shouldKeepOutNodesThatHaveLostTheirMarkers() throws InterruptedException
    {
        final Redlock client = nodes.client(builder ->
            builder.quarantine(QuarantineLevel.STRICT).assumeNodesFresh());
        for (final LockOptions options : List.of(LockOptions.DEFAULT, FENCED))
        {
            try (Lease lease = client.acquire(KEY, SOON, options))
            {
                assertThat(lease.extend()).isEqualTo(Outcome.EXTENDED);
            }
        }
        nodes.forget(0);
        nodes.forget(1);
        client.tryAcquire(KEY).ifPresent(Lease::close);
        Await.parking().until("two nodes in quarantine", SOON, () -> client.nodes().stream()
            .filter(node -> node.state() == NodeStatus.State.QUARANTINED).count(), count -> count == 2);
    }

    @Test
    void shouldTellTheFencingTokenInACallback() throws InterruptedException
    {
        final CompletableFuture<Long> told = new CompletableFuture<>();
        final LockListener listener = new LockListener()
        {
            @Override
            public void onAcquired(final LockHandle handle, final long term)
            {
                told.complete(handle.fencingToken(term));
            }
        };
        final LockOptions fenced = LockOptions.DEFAULT.withFencing();
        try (LockHandle handle = nodes.client().handle(KEY, fenced, listener))
        {
            final long term = handle.acquire(SOON);
            assertThat(told.join()).isPositive().isEqualTo(handle.fencingToken(term));
            handle.release(term);
        }
        try (Lease lease = nodes.client().acquire(KEY, SOON, fenced))
        {
            assertThat(lease.fencingToken()).isGreaterThan(told.join());
        }
    }

    /**
     * A tag in a resource names the holder that operators see at the nodes.
     */
    @Test
    void shouldTagALeaseAsOperatorsSeeIt() throws Exception
    {
        final Redlock client = nodes.client();
        try (LockHandle handle = client.handle(KEY))
        {
            final long term = handle.acquire(SOON);
            final String tag = handle.tag(term);

            assertThat(tag).hasSize(32);
            assertThat(client.operators().holder(KEY).toCompletableFuture().get().nodes()).hasSize(5)
                .allMatch((node) -> node.holder().length() == 8 && tag.startsWith(node.holder()));
            handle.release(term);
            assertThat(handle.tag(term)).isEqualTo(tag);
            assertThat(handle.tag(handle.acquire(SOON))).isNotEqualTo(tag);
            assertThat(handle.tag(term)).isNull();
        }
    }

    @Test
    void shouldBeHeldElsewhereUntilThatIsClosed()
    {
        final Redlock client = nodes.client();
        try (Lease theirs = nodes.holdElsewhere(KEY))
        {
            assertThat(client.tryAcquire(KEY)).isEmpty();
            assertThatThrownBy(() -> nodes.holdElsewhere(KEY)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("held already");
            assertThat(theirs.isHeld()).isTrue();
        }
        assertThat(client.tryAcquire(KEY)).isPresent();
    }

    @Test
    void shouldServeWithoutAMinorityAndNotWithoutAMajority()
    {
        try (LockHandle handle = nodes.client().handle(KEY))
        {
            nodes.kill(0);
            nodes.kill(1);
            final long term = handle.tryAcquire();
            assertThat(term).isPositive();
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

            nodes.kill(2);
            assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.NO_QUORUM);
            nodes.restart(2);
            assertThat(Outcome.of(handle.tryAcquire())).as("while it is in quarantine")
                .isEqualTo(Outcome.NO_QUORUM);
            nodes.skip(QUARANTINE);
            assertThat(handle.tryAcquire()).isPositive();
        }
    }

    @Test
    void shouldLetRestartedNodesVoteAtOnceWithoutQuarantine() throws InterruptedException
    {
        final Redlock client = nodes.client(builder -> builder.quarantine(QuarantineLevel.OFF));
        final Lease lease = client.acquire(KEY, SOON);
        Arrays.stream(MAJORITY).forEach(nodes::forget);
        assertThat(lease.isHeld()).isFalse();
        assertThat(client.nodes()).allMatch(node -> node.state() == NodeStatus.State.UP);
        assertThat(client.tryAcquire(KEY)).isPresent();
    }

    @Test
    void shouldNotAnswerWhilePaused()
    {
        final Redlock client = nodes.client();
        try (LockHandle handle = client.handle(KEY))
        {
            Arrays.stream(MAJORITY).forEach(nodes::pause);
            assertThat(handle.tryAcquire()).isNegative();
            Arrays.stream(MAJORITY).forEach(nodes::resume);
            assertThat(handle.tryAcquire()).isPositive();
        }
    }

    @Test
    void shouldKeepALeaseOverRestartsThatRememberAndLoseItToThoseThatForget() throws InterruptedException
    {
        final Redlock client = nodes.client();
        final Lease lease = client.acquire(KEY, SOON);
        nodes.restart(0);
        nodes.forget(1);
        assertThat(lease.isHeld()).isTrue();
        nodes.kill(2);
        nodes.forget(2);
        nodes.restart(2);

        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LostReason.REFUSED);
        assertThat(client.nodes()).extracting(NodeStatus::state).containsExactly(NodeStatus.State.QUARANTINED,
            NodeStatus.State.QUARANTINED, NodeStatus.State.QUARANTINED, NodeStatus.State.UP,
            NodeStatus.State.UP);
        nodes.skip(QUARANTINE);
        assertThat(client.nodes()).allMatch(node -> node.state() == NodeStatus.State.UP);
    }

    @Test
    void shouldTakeALockAwayFromItsHolderOnly() throws InterruptedException
    {
        final Redlock holder = nodes.client();
        final Lease lease = holder.acquire(KEY, SOON);
        final Lease other = nodes.client().acquire("other", SOON);
        nodes.takeAway(KEY);

        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LostReason.REFUSED);
        assertThat(other.isHeld()).isTrue();
        assertThat(nodes.isHeld(KEY)).isFalse();
        assertThatThrownBy(() -> holder.tryAcquire(KEY)).isInstanceOf(NoQuorumException.class);
        nodes.skip(QUARANTINE);
        assertThat(holder.tryAcquire(KEY)).isPresent();
        assertThatThrownBy(() -> nodes.takeAway("free")).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("no client of these nodes holds 'free'");
    }

    @Test
    void shouldTakeAwayFromAClientThatItsOwnThreadDrives() throws InterruptedException
    {
        final Redlock client = nodes.client(builder -> builder.invoker().keyPrefix("lock:"));
        final Lease lease = client.acquire(KEY, SOON);
        assertThatThrownBy(() -> nodes.takeAway(KEY)).isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll("no client of these nodes holds '" + KEY + "': name it as the nodes",
                "with the prefix that the client sets, as in lock:" + KEY);
        nodes.takeAway("lock:" + KEY);
        new Await(client::poll).until("the loss", SOON, lease.lost().toCompletableFuture()::isDone);
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void shouldSkipTimeUntilALeaseExpires() throws InterruptedException
    {
        final Lease lease = nodes.client().acquire(KEY, SOON, LockOptions.DEFAULT.withTtl(SOON));
        nodes.skip(SOON.minusSeconds(5));
        assertThat(lease.isHeld()).isTrue();
        nodes.skip(SOON);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.lost().toCompletableFuture().orTimeout(SOON.toSeconds(), TimeUnit.SECONDS))
            .succeedsWithin(SOON).isEqualTo(LostReason.EXPIRED);
        assertThat(nodes.isHeld(KEY)).isFalse();
    }

    /**
     * An extension falls due at a third of the time to live. Without a wait for it the next skip would end
     * the lease.
     */
    @Test
    void shouldSkipAgainAndAgainWhatAutomaticExtensionSurvives() throws InterruptedException
    {
        final LockOptions extended = LockOptions.DEFAULT.withTtl(Duration.ofSeconds(30))
            .withAutoExtend(Duration.ofHours(1));
        final Lease lease = nodes.client().acquire(KEY, SOON, extended);
        final Lease fenced = nodes.client().acquire("fenced", SOON, extended.withFencing());
        for (int i = 0; i < 20; i++)
        {
            nodes.skip(Duration.ofSeconds(19));
            assertThat(lease.isHeld()).as("after skip %d", i).isTrue();
            assertThat(fenced.isHeld()).as("fenced, after skip %d", i).isTrue();
        }
        nodes.skip(Duration.ofSeconds(31));
        assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LostReason.EXPIRED);
        assertThat(fenced.isHeld()).isFalse();
    }

    @Test
    void shouldFence() throws InterruptedException
    {
        final Redlock client = nodes.client();
        final Lease stale = client.acquire(KEY, SOON, FENCED);
        final long staleToken = stale.fencingToken();
        assertThat(nodes.isHeld(KEY)).isTrue();
        assertThat(nodes.client().tryAcquire(KEY, FENCED)).isEmpty();
        nodes.skip(Duration.ofMinutes(1));
        assertThat(stale.isHeld()).isFalse();

        final long theirToken;
        try (Lease theirs = nodes.holdElsewhere(KEY, FENCED))
        {
            theirToken = theirs.fencingToken();
            assertThat(theirToken).isGreaterThan(staleToken);
            assertThat(client.tryAcquire(KEY, FENCED)).isEmpty();
        }
        assertThat(nodes.isHeld(KEY)).isFalse();
        assertThat(client.acquire(KEY, SOON, FENCED).fencingToken()).isGreaterThan(theirToken);
    }

    @Test
    void shouldTakeAFencedLockAwayFromItsHolder() throws InterruptedException
    {
        final Redlock holder = nodes.client();
        final Lease lease = holder.acquire(KEY, SOON, FENCED.withAutoExtend(Duration.ofHours(1)));
        final Lease other = nodes.client().acquire("other", SOON, FENCED);
        final long token = lease.fencingToken();
        nodes.takeAway(KEY);

        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LostReason.REFUSED);
        assertThat(other.isHeld()).isTrue();
        assertThat(nodes.isHeld(KEY)).isFalse();
        assertThat(nodes.holdElsewhere(KEY, FENCED).fencingToken()).isGreaterThan(token);
    }

    @Test
    void shouldExcludeThoseWhoFenceFromWhatIsHeldElsewhereWithoutFencing()
    {
        final Redlock client = nodes.client();
        try (Lease theirs = nodes.holdElsewhere(KEY))
        {
            assertThat(client.tryAcquire(KEY, FENCED)).isEmpty();
            assertThat(theirs.isHeld()).isTrue();
        }
        assertThat(client.tryAcquire(KEY, FENCED)).isPresent();
    }

    @Test
    void shouldRefuseANodeThatDoesNotExist()
    {
        final Stream<IntConsumer> faults =
            Stream.of(nodes::kill, nodes::restart, nodes::forget, nodes::pause, nodes::resume);
        faults.forEach((fault) -> assertThatThrownBy(() -> fault.accept(7))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("node 7 does not exist: there are 5, from 0 to 4; start more with FakeNodes.of(n)"));
        assertThatThrownBy(() -> nodes.kill(-1)).hasMessageContaining("node -1 does not exist");
    }

    /**
     * Another client's callback stands still, and neither the nodes nor this client do.
     */
    @Test
    void shouldNotWaitForTheCallbacksOfOthers() throws InterruptedException
    {
        final CompletableFuture<Void> end = new CompletableFuture<>();
        final CompletableFuture<Void> begin = new CompletableFuture<>();
        final LockListener slow = new LockListener()
        {
            @Override
            public void onAcquired(final LockHandle handle, final long term)
            {
                begin.complete(null);
                end.join();
            }
        };
        nodes.client().handle("theirs", LockOptions.DEFAULT, slow).acquireAsync(SOON);
        begin.join();
        try (Lease lease = nodes.client().acquire(KEY, SOON))
        {
            assertThat(lease.isHeld()).isTrue();
        }
        end.complete(null);
    }

    @Test
    void shouldAnswerOperators()
    {
        final Redlock client = nodes.client();
        assertThat(client.tryAcquire(KEY)).isPresent();
        final byte[] name = "EXISTS".getBytes(StandardCharsets.US_ASCII);
        assertThat(client.operators().ask(0, SOON, name, client.keyBytes(KEY)).toCompletableFuture().join()
            .number()).isOne();
    }

    @Test
    void shouldShowWhoWaitsInLine() throws InterruptedException
    {
        final Redlock holder = nodes.client(RedlockBuilder::waitInLine);
        final Redlock next = nodes.client((settings) -> settings.waitInLine().name("next"));
        final Lease lease = holder.acquire(KEY, SOON);
        final CompletableFuture<Lease> waiting = next.acquireAsync(KEY, SOON);
        final LockLine line = Await.parking().until("a place at all nodes", SOON,
            () -> holder.operators().waiters(KEY).toCompletableFuture().join(),
            (seen) -> seen.waiters().stream().anyMatch((waiter) -> waiter.nodes() == 5));
        assertThat(line.isComplete()).isTrue();
        assertThat(line.waiters()).hasSize(1).allMatch((waiter) -> waiter.name().equals("next"));
        lease.release();

        assertThat(waiting.join().tag()).startsWith(line.waiters().get(0).owner());
        waiting.join().release();
    }

    @Test
    void shouldServeThoseWhoConfigureTheClientThemselves() throws InterruptedException
    {
        try (Redlock client = Redlock.builder().transport(nodes.provider())
            .nodes("redis://n0", "redis://n1", "redis://n2").build();
            Lease lease = client.acquire(KEY, SOON))
        {
            assertThat(lease.isHeld()).isTrue();
        }
        assertThatThrownBy(() -> Redlock.connect("redis://n0"))
            .as("the fake is not on offer").hasMessageNotContaining("fake");
    }

    @Test
    void shouldServeEveryEngine() throws InterruptedException
    {
        final Redlock client = nodes.client(builder -> builder.engines(3).quarantine(QuarantineLevel.OFF));
        for (int i = 0; i < 10; i++)
        {
            final Lease lease = client.acquire(KEY + i, SOON);
            nodes.takeAway(KEY + i);
            assertThat(lease.isHeld()).isFalse();
        }
    }

    /**
     * What a suite of unit tests does. The times are printed: that of all threads counts on a machine that
     * has other work. No machine is too slow.
     */
    @Test
    @Tag("proof")
    void shouldServeAThousandTests() throws InterruptedException
    {
        measure("cold", CYCLES);
        assertThat(measure("warm", CYCLES)).isLessThan(CYCLES_WITHIN);
    }

    private static Duration measure(final String state, final int count) throws InterruptedException
    {
        final OperatingSystemMXBean process =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        final long startCpuNs = process.getProcessCpuTime();
        final long startNs = System.nanoTime();
        cycles(count);
        final Duration took = Duration.ofNanos(System.nanoTime() - startNs);
        final Duration cpu = Duration.ofNanos(process.getProcessCpuTime() - startCpuNs);
        System.out.println(count + " times nodes, client, acquire, loss, close, " + state + ": " +
            took.toMillis() + " ms, CPU " + cpu.toMillis() + " ms");

        return took;
    }

    private static void cycles(final int count) throws InterruptedException
    {
        for (int i = 0; i < count; i++)
        {
            try (FakeNodes fresh = FakeNodes.of(5))
            {
                final Lease lease = fresh.client().acquire(KEY, SOON);
                fresh.takeAway(KEY);
                assertThat(lease.isHeld()).isFalse();
            }
        }
    }

    private static Set<Thread> threads()
    {
        return Thread.getAllStackTraces().keySet();
    }

    private static Set<Thread> threadsSince(final Set<Thread> before)
    {
        return threads().stream()
            .filter(thread -> thread.getName().contains("redlock") && !before.contains(thread))
            .collect(Collectors.toSet());
    }
}
