// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.client.tck.suite.BehaviourSuite;
import dev.redlock.client.tck.tools.Hiccups;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * How long a lock is held, to the nanosecond where the clock can be stopped and to 50 ms where a thread has
 * to run for it.
 */
public abstract class ValidityBehaviour extends BehaviourSuite
{
    private static final int LEASES = 5;
    private static final long PUNCTUAL_NS = Duration.ofMillis(50).toNanos();

    /**
     * Without extension the loss is told at the deadline; remaining keys are released.
     * <p>
     * None of five leases is lost early. A late client is late with all of them, a busy machine is not: so
     * the most punctual counts.
     */
    @Test
    void shouldTellOfTheLossAtTheDeadline() throws InterruptedException
    {
        final List<LockHandle> handles = new ArrayList<>();
        final List<Loss> losses = new ArrayList<>();
        final List<Long> terms = new ArrayList<>();
        for (int i = 0; i < LEASES; i++)
        {
            final Loss loss = new Loss();
            final LockHandle handle = redlock.handle(KEY + i, ttl(600 + 100 * i), loss);
            final long term = handle.acquire(SOON);
            loss.look(handle, term);
            handles.add(handle);
            losses.add(loss);
            terms.add(term);
        }

        long leastLateNs = Long.MAX_VALUE;
        for (int i = 0; i < LEASES; i++)
        {
            final Loss loss = losses.get(i);
            await.until("a loss", SOON, loss.reason::get, LostReason.EXPIRED::equals);
            assertThat(loss.earlyNs()).as("ns from the news to the deadline").isNotPositive();
            leastLateNs = Math.min(leastLateNs, loss.lateNs());

            final LockHandle handle = handles.get(i);
            final long term = terms.get(i);
            assertThat(handle.isHeld()).isFalse();
            assertThat(handle.extend(term)).isEqualTo(Outcome.LOST);
            assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
            handle.close();
        }
        assertThat(leastLateNs).as("ns from the deadline to the news, at best")
            .isLessThanOrEqualTo(PUNCTUAL_NS);
    }

    /**
     * A lock of a second is kept for four times as long, without a gap, and not longer. The last deadline is
     * the maximum hold, less the allowance for clocks: at most 1 % and 2 ms of the last second.
     */
    @Test
    @Tag("proof")
    void shouldExtendAutomaticallyUpToTheMaximumHold() throws InterruptedException
    {
        final Duration maxHold = Duration.ofSeconds(4);
        final Loss loss = new Loss();
        final Hiccups hiccups = closing(new Hiccups());
        final LockHandle handle = redlock.handle(KEY, ttl(1000).withAutoExtend(maxHold), loss);
        final long beforeNs = System.nanoTime();
        final long term = handle.acquire(SOON);
        final long afterNs = System.nanoTime();
        await.until("a loss", SOON, () -> sample(handle, term, loss), reason -> reason != null);

        assertThat(loss.reason.get()).isEqualTo(LostReason.MAX_HOLD_REACHED);
        assertThat(loss.earlyNs()).as("ns from the news to the last deadline").isNotPositive();
        assertThat(loss.lateNs()).as("ns from the last deadline to the news")
            .isLessThanOrEqualTo(PUNCTUAL_NS + hiccups.worstNs());
        assertThat(loss.earliestNs - afterNs).as("hold").isLessThan(maxHold.toNanos());
        assertThat(loss.latestNs - beforeNs).as("hold").isGreaterThan(maxHold.minusMillis(15).toNanos());
        assertThat(redlock.metrics().count(Counter.EXTENSIONS_WON)).isGreaterThanOrEqualTo(4);
        assertThat(loss.count.get()).isOne();
    }

    /*
     * In between the lock must be held; at the end of it, it may be seen as lost a moment before the news of
     * it.
     */
    private static LostReason sample(final LockHandle handle, final long term, final Loss loss)
    {
        if (!loss.look(handle, term))
        {
            assertThat(loss.earliestNs - System.nanoTime()).as("ns left of what was promised")
                .isNotPositive();
        }

        return loss.reason.get();
    }

    /**
     * Somebody deletes the key on a majority: the next extension finds out, long before the deadline. The one
     * before it may come between the deletions, and move that.
     */
    @Test
    void shouldLoseALeaseWhoseKeysWereDeleted() throws InterruptedException
    {
        final Loss loss = new Loss();
        final LockOptions options = ttl(3000).withAutoExtend(Duration.ofSeconds(30));
        try (LockHandle handle = redlock.handle(KEY, options, loss))
        {
            final long term = handle.acquire(SOON);
            awaitKeyEverywhere();
            loss.look(handle, term);
            nodes.call(0, "DEL", KEY);
            nodes.call(1, "DEL", KEY);
            nodes.call(2, "DEL", KEY);
            loss.look(handle, term);
            await.until("a loss", SOON, loss.reason::get, LostReason.REFUSED::equals);

            assertThat(-loss.lateNs()).as("ns before the deadline")
                .isGreaterThan(Duration.ofMillis(500).toNanos());
            assertThat(handle.isHeld()).isFalse();
            assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
            assertThat(loss.count.get()).isOne();
        }
        nodes.awaitNoKeys();
    }

    /**
     * Somebody deletes the key on a minority: the lock is held on the others, and the next extensions fill it
     * up again.
     */
    @Test
    void shouldKeepALeaseThatAMajorityStillHas() throws InterruptedException
    {
        final Loss loss = new Loss();
        final LockOptions options = ttl(1800).withAutoExtend(Duration.ofSeconds(30));
        final LockHandle handle = redlock.handle(KEY, options, loss);
        final long term = handle.acquire(SOON);
        awaitKeyEverywhere();
        nodes.call(0, "DEL", KEY);
        nodes.call(1, "DEL", KEY);
        await.until("two extensions", SOON, () -> redlock.metrics().count(Counter.EXTENSIONS_WON),
            count -> count >= 2);

        assertThat(handle.isHeld(term)).isTrue();
        awaitKeyEverywhere();
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        assertThat(loss.count.get()).isZero();
    }

    private void awaitKeyEverywhere()
    {
        await.until("the key on all nodes", SOON, () -> nodes.holders(KEY).size() == nodeCount());
    }

    /**
     * When and why a lease was lost, by the engine's own word, and until when it was promised.
     * <p>
     * A deadline is known from outside only as what is left of it, at some instant between two readings of
     * the clock, between which the machine may stand still. So there is an earliest deadline and a latest.
     */
    private static final class Loss implements LockListener
    {
        private final AtomicReference<LostReason> reason = new AtomicReference<>();
        private final AtomicLong atNs = new AtomicLong();
        private final AtomicInteger count = new AtomicInteger();
        private boolean isPromised;
        private long earliestNs;
        private long latestNs;

        /**
         * Looks what is promised. A deadline only moves on, so the last one is what counts.
         *
         * @return whether anything is left of it.
         */
        private boolean look(final LockHandle handle, final long term)
        {
            final long beforeNs = System.nanoTime();
            final long leftNs = handle.remainingNs(term);
            final long afterNs = System.nanoTime();
            if (leftNs > 0)
            {
                earliestNs = isPromised ? Math.max(earliestNs, beforeNs + leftNs) : beforeNs + leftNs;
                latestNs = isPromised ? Math.max(latestNs, afterNs + leftNs) : afterNs + leftNs;
                isPromised = true;
            }

            return leftNs > 0;
        }

        /**
         * Nanoseconds from the news of the loss to the earliest deadline; none when nobody saw a deadline.
         */
        private long earlyNs()
        {
            return isPromised ? earliestNs - atNs.get() : 0;
        }

        /**
         * Nanoseconds from the latest deadline to the news of the loss; without end when nobody saw one.
         */
        private long lateNs()
        {
            return isPromised ? atNs.get() - latestNs : Long.MAX_VALUE;
        }

        @Override
        public void onLost(final LockHandle handle, final long term, final LostReason why)
        {
            atNs.set(System.nanoTime());
            count.incrementAndGet();
            reason.set(why);
        }
    }
}
