// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.Redlock;
import dev.redlock.RedlockMisuseException;
import dev.redlock.client.tck.suite.BehaviourSuite;
import dev.redlock.client.tck.tools.TestClock;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * Leases and handles without faults: one term, from its acquisition to its release.
 */
public abstract class LeaseBehaviour extends BehaviourSuite
{
    @Test
    void shouldReleaseAtTheEndOfTheBlock() throws InterruptedException
    {
        final Lease ended;
        try (Lease lease = redlock.acquire(KEY, SOON))
        {
            ended = lease;
            assertThat(nodes.holders(KEY)).hasSizeGreaterThanOrEqualTo(3);
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.remaining()).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(60));
            assertThat(lease.key()).isEqualTo(KEY);
        }

        assertThat(ended.isHeld()).isFalse();
        assertThat(ended.remaining()).isZero();
        assertThat(ended.release()).isEqualTo(Outcome.STALE_TERM);
        assertThat(ended.extend()).isEqualTo(Outcome.STALE_TERM);
        assertThat(ended.lost().toCompletableFuture()).isNotDone();
        nodes.awaitNoKeys();
    }

    @Test
    void shouldCompleteAStageWithTheLease()
    {
        final Lease lease = join(redlock.acquireAsync(KEY, SOON, LONG));
        assertThat(lease.isHeld()).isTrue();
        assertThat(rival.tryAcquire(KEY)).isEmpty();
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
    }

    /**
     * The clock stands still until the nodes have answered, so that on no machine the wait is over before.
     */
    @Test
    void shouldCompleteAStageWithTheReasonOfAFailure() throws InterruptedException
    {
        final Duration wait = Duration.ofMillis(20);
        final TestClock clock = new TestClock();
        final Lease theirs = rival.acquire(KEY, SOON);
        final Redlock client = closing(builder().clock(clock).build());
        final Await waiting = mode().awaiting(client);
        awaitAllUp(client, waiting);
        clock.stop();
        final CompletableFuture<Lease> stage = client.acquireAsync(KEY, wait, LONG).toCompletableFuture();
        waiting.until("a refusal", SOON,
            () -> client.metrics().count(Counter.ATTEMPTS_CONTENDED), count -> count == 1);
        assertThat(stage).isNotDone();
        clock.advance(wait.toNanos());
        clock.run();
        waiting.until("the end of the stage", SOON, stage::isDone);

        assertThatThrownBy(stage::join)
            .isInstanceOf(CompletionException.class).hasCauseInstanceOf(LockContendedException.class)
            .hasMessageContaining("TIMED_OUT").hasMessageContaining("HELD_BY_ANOTHER");
        assertThat(theirs.isHeld()).isTrue();
    }

    @Test
    void shouldExtendOnTheNodesAndNeverShorten() throws InterruptedException
    {
        final Lease lease = redlock.acquire(KEY, SOON, ttl(20_000));
        await.until("the key on all nodes", SOON, () -> nodes.holders(KEY).size() == nodeCount());
        assertThat(lease.extend(Duration.ofSeconds(60))).isEqualTo(Outcome.EXTENDED);
        await.until("a longer life on all nodes", SOON, this::shortestLifeMs, ms -> ms > 40_000);
        assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(40));

        assertThat(lease.extend(Duration.ofSeconds(10))).isEqualTo(Outcome.EXTENDED);
        assertThat(shortestLifeMs()).isGreaterThan(40_000);
        assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(40));
    }

    @Test
    void shouldReleaseWhatIsHeldWhenTheClientIsClosed() throws InterruptedException
    {
        final Redlock closing = mode().apply(thorough(nodes.uris())).build();
        final Lease lease = closing.acquire(KEY, SOON);
        closing.close();

        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.lost().toCompletableFuture()).isCompleted();
        assertThat(lease.release()).isEqualTo(Outcome.CLOSED);
        assertThat(nodes.keys()).isEmpty();
        assertThatThrownBy(() -> closing.handle(KEY)).isInstanceOf(RedlockMisuseException.class)
            .hasMessageContaining("closed");
        closing.close();
    }

    @Test
    void shouldHaveTheNodesKeepAReleasedKeyForAWhile() throws InterruptedException
    {
        try (Redlock closing = builder().build())
        {
            final Await waiting = mode().awaiting(closing);
            awaitAllUp(closing, waiting);
            final Lease lease = closing.acquire(KEY, SOON);
            waiting.until("the key on all nodes", SOON, () -> nodes.holders(KEY).size() == nodeCount());
            assertThatThrownBy(() -> lease.releaseAfter(Duration.ofHours(25)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("25h");
            assertThat(lease.isHeld()).isTrue();

            assertThat(lease.releaseAfter(Duration.ofSeconds(30))).isEqualTo(Outcome.RELEASED);
            assertThat(lease.isHeld()).isFalse();
            assertThat(lease.releaseAfter(Duration.ofSeconds(30))).isEqualTo(Outcome.STALE_TERM);
            waiting.until("all nodes told", SOON, () -> closing.metrics().tokensOut(), out -> out == 0);
            assertThat(closing.tryAcquire(KEY)).isEmpty();
        }

        assertThat(nodes.callAll("PTTL", KEY)).hasSize(nodeCount())
            .allSatisfy(ms -> assertThat((Long)ms).isBetween(0L, 30_000L));
        assertThat(rival.tryAcquire(KEY)).isEmpty();
        nodes.empty();
    }

    @Test
    void shouldReleaseAtOnceIfTheKeyIsToBeKeptForNoTime() throws InterruptedException
    {
        final Lease lease = redlock.acquire(KEY, SOON);
        assertThatThrownBy(() -> lease.releaseAfter(Duration.ofSeconds(-1)))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("a key is to be kept for -1s " +
            "after its release but the time must not be negative: zero releases it at once");
        assertThat(lease.isHeld()).isTrue();

        assertThat(lease.releaseAfter(Duration.ZERO)).isEqualTo(Outcome.RELEASED);
        nodes.awaitNoKeys();
    }

    private long shortestLifeMs()
    {
        return nodes.callAll("PTTL", KEY).stream().mapToLong(ms -> (Long)ms).min().orElse(0);
    }
}
