/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import org.junit.jupiter.api.Test;

/**
 * How long a lock is held, to the nanosecond where the clock can be stopped and to 50 ms where a thread has
 * to run for it.
 */
public abstract class ValidityBehaviour extends BehaviourSuite
{
    private static final long PUNCTUAL_NS = Duration.ofMillis(50).toNanos();

    /*
     * A deadline is known from outside only as a reading of the clock plus what is left by another.
     */
    private static final long EARLY_NS = Duration.ofMillis(1).toNanos();

    /**
     * The holder may be the first to see the deadline come, before the engine, and whether or not anything is
     * polled.
     */
    @Test
    void shouldHoldUntilTheDeadlineAndNotAtIt() throws InterruptedException
    {
        final TestClock clock = new TestClock();
        final Loss loss = new Loss();
        try (Redlock client = builder().clock(clock).build();
            LockHandle handle = client.lock(KEY, LONG, loss))
        {
            final long term = handle.acquire(SOON);
            assertThat(term).isPositive();
            clock.stop();
            final long leftNs = handle.remainingNs(term);
            assertThat(leftNs).isPositive();
            clock.advance(leftNs - 1);
            assertThat(handle.isHeld()).isTrue();
            assertThat(handle.isHeld(term)).isTrue();
            assertThat(handle.remainingNs()).isEqualTo(1);
            clock.advance(1);
            assertThat(handle.isHeld()).isFalse();
            assertThat(handle.isHeld(term)).isFalse();
            assertThat(handle.remainingNs()).isZero();

            clock.run();
            mode().awaiting(client).until("a loss", SOON, loss.reason::get, LostReason.EXPIRED::equals);
            assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
            assertThat(loss.count.get()).isOne();
        }
    }

    /**
     * Without extension the loss is told at the deadline itself; what is still on the nodes is released.
     */
    @Test
    void shouldTellOfTheLossAtTheDeadline() throws InterruptedException
    {
        final Loss loss = new Loss();
        try (Hiccups hiccups = new Hiccups(); LockHandle handle = redlock.lock(KEY, ttl(300), loss))
        {
            final long term = handle.acquire(SOON);
            final long deadlineNs = System.nanoTime() + handle.remainingNs(term);
            await.until("a loss", SOON, loss.reason::get, LostReason.EXPIRED::equals);

            assertThat(loss.atNs.get() - deadlineNs).as("ns from the deadline to the news")
                .isBetween(-EARLY_NS, PUNCTUAL_NS + hiccups.worstNs());
            assertThat(handle.isHeld()).isFalse();
            assertThat(handle.extend(term)).isEqualTo(Outcome.LOST);
            assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
        }
    }

    /**
     * A lock of 300 ms is kept for four times as long, without a gap, and not longer. The last deadline is
     * the maximum hold, less the allowance for clocks.
     */
    @Test
    void shouldExtendByItselfUpToTheMaximumHold() throws InterruptedException
    {
        final Duration maxHold = Duration.ofMillis(1200);
        final Loss loss = new Loss();
        try (Hiccups hiccups = new Hiccups();
            LockHandle handle = redlock.lock(KEY, ttl(300).withAutoExtend(maxHold), loss))
        {
            final long beforeNs = System.nanoTime();
            final long term = handle.acquire(SOON);
            final long afterNs = System.nanoTime();
            final AtomicLong deadlineNs = new AtomicLong();
            await.until("a loss", SOON, () -> sample(handle, term, deadlineNs, loss),
                reason -> reason != null);

            assertThat(loss.reason.get()).isEqualTo(LostReason.LIMIT_REACHED);
            assertThat(loss.atNs.get() - deadlineNs.get()).as("ns from the last deadline to the news")
                .isBetween(-EARLY_NS, PUNCTUAL_NS + hiccups.worstNs());
            assertThat(deadlineNs.get() - afterNs).as("hold").isLessThan(maxHold.toNanos());
            assertThat(deadlineNs.get() - beforeNs).as("hold")
                .isGreaterThan(maxHold.minusMillis(10).toNanos());
            assertThat(redlock.metrics().count(Counter.EXTENSIONS_WON)).isGreaterThanOrEqualTo(4);
            assertThat(loss.count.get()).isOne();
        }
    }

    /*
     * The latest deadline that was promised. In between the lock must be held; at the end of it, it may be
     * seen as lost a moment before the news of it.
     */
    private static LostReason sample(
        final LockHandle handle, final long term, final AtomicLong deadlineNs, final Loss loss)
    {
        final long nowNs = System.nanoTime();
        final long remainingNs = handle.remainingNs(term);
        if (remainingNs > 0)
        {
            deadlineNs.set(Math.max(deadlineNs.get(), nowNs + remainingNs));
        }
        else
        {
            assertThat(deadlineNs.get() - System.nanoTime()).as("ns left of what was promised").isNegative();
        }

        return loss.reason.get();
    }

    /**
     * Somebody deletes the key on a majority: the next extension finds out, long before the deadline.
     */
    @Test
    void shouldLoseALeaseWhoseKeysWereDeleted() throws InterruptedException
    {
        final Loss loss = new Loss();
        final LockOptions options = ttl(1500).withAutoExtend(Duration.ofSeconds(30));
        try (LockHandle handle = redlock.lock(KEY, options, loss))
        {
            final long term = handle.acquire(SOON);
            final long deadlineNs = System.nanoTime() + handle.remainingNs(term);
            awaitKeyEverywhere();
            nodes.call(0, "DEL", KEY);
            nodes.call(1, "DEL", KEY);
            nodes.call(2, "DEL", KEY);
            await.until("a loss", SOON, loss.reason::get, LostReason.REFUSED::equals);

            assertThat(deadlineNs - loss.atNs.get()).as("ns before the deadline")
                .isGreaterThan(Duration.ofMillis(500).toNanos());
            assertThat(handle.isHeld()).isFalse();
            assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
            assertThat(loss.count.get()).isOne();
        }
        nodes.awaitNoKeys();
    }

    /**
     * Somebody deletes the key on a minority: the lock is held on the others, and extended there only.
     */
    @Test
    void shouldKeepALeaseThatAMajorityStillHas() throws InterruptedException
    {
        final Loss loss = new Loss();
        final LockOptions options = ttl(600).withAutoExtend(Duration.ofSeconds(30));
        try (LockHandle handle = redlock.lock(KEY, options, loss))
        {
            final long term = handle.acquire(SOON);
            awaitKeyEverywhere();
            nodes.call(0, "DEL", KEY);
            nodes.call(1, "DEL", KEY);
            await.until("four extensions", SOON, () -> redlock.metrics().count(Counter.EXTENSIONS_WON),
                count -> count >= 4);

            assertThat(handle.isHeld(term)).isTrue();
            assertThat(nodes.holders(KEY)).containsOnlyKeys(2, 3, 4);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
            assertThat(loss.count.get()).isZero();
        }
    }

    private void awaitKeyEverywhere()
    {
        await.until("the key on all nodes", SOON, () -> nodes.holders(KEY).size(), size -> size == NODES);
    }

    /**
     * When and why a lease was lost, by the engine's own word.
     */
    private static final class Loss implements LockListener
    {
        private final AtomicReference<LostReason> reason = new AtomicReference<>();
        private final AtomicLong atNs = new AtomicLong();
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public void onLost(final LockHandle handle, final long term, final LostReason why)
        {
            atNs.set(System.nanoTime());
            count.incrementAndGet();
            reason.set(why);
        }
    }
}
