// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * Work under a lock: released after it whatever happens, and told if it was not protected to its end.
 */
class LockedWorkTest
{
    private static final Duration SOON = ofSeconds(10);

    @AutoClose
    private final InstantNodes nodes = new InstantNodes(3);
    @AutoClose
    private final Redlock redlock = nodes.builder().build();

    private void checkFree()
    {
        Deadline.await("all nodes are free", () -> nodes.holding("k") == 0);
    }

    @Test
    void shouldHoldTheLockWhileItWorksAndReturnTheResult() throws InterruptedException
    {
        final String key = redlock.call("k", SOON, lease ->
        {
            assertThat(lease.isHeld()).isTrue();
            assertThat(redlock.tryAcquire("k")).isEmpty();

            return lease.key();
        });
        assertThat(key).isEqualTo("k");
        checkFree();

        final LockOptions minute = redlock.defaults().withTtl(ofSeconds(60));
        assertThat(redlock.call("k", SOON, minute, Lease::remaining)).isGreaterThan(ofSeconds(30));
        redlock.run("k", SOON, minute, lease -> assertThat(lease.remaining()).isGreaterThan(ofSeconds(30)));
        checkFree();
    }

    /**
     * The compiler knows what the work throws: nothing checked above, and here no more than IOException.
     */
    @Test
    void shouldThrowWhatTheWorkThrowsAndRelease() throws InterruptedException
    {
        final IOException broken = new IOException("disk full");
        try
        {
            redlock.run("k", SOON, lease ->
            {
                throw broken;
            });
        }
        catch (final IOException ex)
        {
            assertThat(ex).isSameAs(broken);
            assertThat(ex.getSuppressed()).isEmpty();
        }
        checkFree();

        assertThatThrownBy(() -> redlock.call("k", SOON, lease ->
        {
            throw new StackOverflowError();
        })).isInstanceOf(StackOverflowError.class);
        checkFree();
    }

    @Test
    void shouldNotBeginWithoutTheLock()
    {
        nodes.occupy("k");

        assertThatThrownBy(() -> redlock.run("k", ZERO, lease -> assertThat(lease).isNull()))
            .isInstanceOf(LockContendedException.class);
    }

    @Test
    void shouldSayThatTheWorkTookTooLong()
    {
        final LeaseLostException lost = lost(lease -> nodes.aheadNs.set(ofSeconds(31).toNanos()));

        assertThat(lost.key()).isEqualTo("k");
        assertThat(lost.reason()).contains(LostReason.EXPIRED);
        assertThat(lost.late()).isBetween(ofSeconds(1), ofSeconds(21));
        assertThat(lost.outcome()).isEqualTo(Outcome.LOST);
        assertThat(lost.votes()).isEmpty();
        assertThat(lost.getMessage()).startsWith("lock 'k' was lost ").endsWith(
            " s before the work ended: EXPIRED; nothing protected the work from then on. Check what it " +
            "did; use a longer time to live or automatic extension");
        checkFree();
    }

    @Test
    void shouldSayThatTheNodesTookTheLeaseBack()
    {
        final LeaseLostException lost = lost(lease ->
        {
            nodes.forget("k");
            assertThat(lease.extend()).isEqualTo(Outcome.LOST);
            awaitTold(lease);
            nodes.aheadNs.set(ofSeconds(2).toNanos());
        });

        assertThat(lost.reason()).contains(LostReason.REFUSED);
        assertThat(lost.late()).isBetween(ofSeconds(2), ofSeconds(22));
    }

    /**
     * By the clock the lease was good to the end; that too few nodes had the key is known by their answers to
     * the release.
     */
    @Test
    void shouldSayThatTheNodesHadLostTheKey()
    {
        final LeaseLostException lost = catchThrowableOfType(LeaseLostException.class,
            () -> redlock.run("k", ofSeconds(10), lease -> nodes.forget("k")));

        assertThat(lost).hasMessageContaining("was lost before the work ended: REFUSED");
        assertThat(lost.reason()).contains(LostReason.REFUSED);
        assertThat(lost.late()).isZero();
    }

    @Test
    void shouldSayThatTheClientWasClosed()
    {
        final LeaseLostException lost = lost(lease ->
        {
            redlock.close();
            awaitTold(lease);
        });

        assertThat(lost.reason()).contains(LostReason.CLOSED);
    }

    private LeaseLostException lost(final Consumer<Lease> work)
    {
        return catchThrowableOfType(
            LeaseLostException.class, () -> redlock.run("k", SOON, lease -> work.accept(lease)));
    }

    private static void awaitTold(final Lease lease)
    {
        Deadline.await("the loss is told", () -> lease.lost().toCompletableFuture().isDone());
    }

    @Test
    void shouldAddTheLossToWhatTheWorkThrows()
    {
        final IllegalStateException failure = catchThrowableOfType(IllegalStateException.class,
            () -> redlock.run("k", SOON, lease ->
            {
                nodes.aheadNs.set(ofSeconds(31).toNanos());
                throw new IllegalStateException("out of stock");
            }));

        assertThat(failure).hasMessage("out of stock");
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getSuppressed()[0]).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void shouldLetTheWorkReleaseItself() throws InterruptedException
    {
        redlock.run("k", SOON, Lease::close);
        redlock.run("k", SOON, Lease::releaseAsync);
        checkFree();
    }

    @Test
    void shouldNotWaitInACallback()
    {
        nodes.fallSilent();
        final CompletableFuture<Void> done = redlock.acquireAsync("other", SOON).thenAccept(other ->
        {
            try (other)
            {
                redlock.run("k", SOON, lease -> assertThat(lease).isNull());
            }
            catch (final InterruptedException ex)
            {
                throw new AssertionError(ex);
            }
        });
        nodes.speak();

        assertThatThrownBy(() -> Deadline.get(done)).isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(nodes.holding("k")).isZero();
    }

    @Test
    void shouldNameWorkThatIsNull()
    {
        assertThatThrownBy(() -> redlock.call("k", SOON, null)).isInstanceOf(NullPointerException.class)
            .hasMessage("work");
        assertThatThrownBy(() -> redlock.run("k", SOON, null)).isInstanceOf(NullPointerException.class)
            .hasMessage("work");
    }

    @Test
    void shouldTakeATimeToLiveForOneAcquisition() throws InterruptedException, ExecutionException
    {
        try (Lease lease = redlock.acquire("k", SOON, ofSeconds(55)))
        {
            assertThat(lease.remaining()).isGreaterThan(ofSeconds(40));
        }
        try (Lease lease = Deadline.get(redlock.acquireAsync("k", SOON, ofSeconds(55))))
        {
            assertThat(lease.remaining()).isGreaterThan(ofSeconds(40));
        }
        assertThatThrownBy(() -> redlock.acquire("k", SOON, ZERO))
            .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("time to live is 0s");
    }

    @Test
    void shouldSayHowManyVotesAreNeeded()
    {
        assertThat(redlock.quorum()).isEqualTo(2);
        assertThat(redlock.safetyMargin()).isZero();
        assertThat(redlock.nodes()).hasSize(3);
    }
}
