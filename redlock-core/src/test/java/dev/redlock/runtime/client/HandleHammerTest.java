// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.fake.Stint;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.WithRig.Mode;

/**
 * Many threads and two clients at once, from seeds, with exact accounts.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("proof")
class HandleHammerTest
{
    private static final int CYCLES = 20_000;

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void shouldNeverLetTwoThreadsHoldOneKey(final long seed) throws Exception
    {
        final SplittableRandom random = new SplittableRandom(seed);
        final InstantNodes nodes = new InstantNodes(3);
        final AtomicLong[] holders = {new AtomicLong(), new AtomicLong()};
        try (ClientRig one = ClientRig.dedicated(nodes); ClientRig two = ClientRig.dedicated(nodes))
        {
            final List<CompletableFuture<Void>> ends = new ArrayList<>();
            for (int i = 0; i < 6; i++)
            {
                final int key = i % 2;
                final Handle handle = (i < 4 ? one : two).handle("k" + key);
                final SplittableRandom own = random.split();
                ends.add(run(() -> contend(handle, holders[key], own)));
            }
            for (final CompletableFuture<Void> end : ends)
            {
                Deadline.get(end);
            }

            Deadline.await("all keys are gone", () -> nodes.holding("k0") == 0 && nodes.holding("k1") == 0);
            assertThat(one.news.errors).isEmpty();
            assertThat(two.news.errors).isEmpty();
        }
    }

    private static void contend(
        final Handle handle, final AtomicLong holder, final SplittableRandom random) throws Exception
    {
        final long self = Thread.currentThread().getId();
        final Stint stint = new Stint(CYCLES / 4);

        while (stint.goesOn())
        {
            final long term = acquireInTheEnd(handle, random);
            assertThat(handle.remainingNs(term)).isGreaterThan(0);
            assertThat(holder.compareAndSet(0, self)).as("two hold at once").isTrue();
            if (random.nextInt(4) == 0)
            {
                assertThat(handle.extend(term, 0)).isEqualTo(Outcome.EXTENDED);
            }
            assertThat(holder.compareAndSet(self, 0)).as("two held at once").isTrue();
            if (random.nextBoolean())
            {
                assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
            }
            else
            {
                handle.releaseAsync(term);
            }
        }
    }

    private static long acquireInTheEnd(final Handle handle, final SplittableRandom random) throws Exception
    {
        while (true)
        {
            final long term = handle.acquire(random.nextBoolean() ? 0 : ClientRig.PATIENCE_NS, false);
            if (term > 0)
            {
                return term;
            }
            assertThat(Outcome.of(term)).isIn(Outcome.CONTENDED, Outcome.NO_QUORUM);
            Thread.yield();
        }
    }

    /**
     * One thread acquires, another cancels at any moment, a third asks what is held.
     */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void shouldEndEveryAcquisitionThatIsCancelledAtAnyMoment(final long seed) throws Exception
    {
        final AtomicBoolean isOver = new AtomicBoolean();
        try (ClientRig rig = ClientRig.dedicated(); Handle handle = rig.handle("k"))
        {
            final CompletableFuture<Void> cancelling = run(() ->
            {
                final SplittableRandom random = new SplittableRandom(seed);
                while (!isOver.get())
                {
                    handle.cancel();
                    for (int i = random.nextInt(200); i > 0; i--)
                    {
                        Thread.onSpinWait();
                    }
                    // Lest the two that never wait keep those who do from every core for a time slice.
                    Thread.yield();
                }
            });
            final CompletableFuture<Void> asking = run(() ->
            {
                while (!isOver.get())
                {
                    final long remainingNs = handle.remainingNs(handle.term());
                    assertThat(remainingNs >= 0 && remainingNs <= 30 * ClientRig.SECOND_NS).isTrue();
                    Thread.yield();
                }
            });

            final Stint stint = new Stint(CYCLES);
            long lastTerm = 0;
            while (stint.goesOn() || lastTerm == 0)
            {
                final long result = handle.acquire(ClientRig.PATIENCE_NS, false);
                if (result > 0)
                {
                    assertThat(result).isEqualTo(lastTerm + 1);
                    lastTerm = result;
                    assertThat(handle.release(result)).isEqualTo(Outcome.RELEASED);
                }
                else
                {
                    assertThat(result).isEqualTo(Outcome.CANCELLED.code());
                }
            }
            isOver.set(true);
            Deadline.get(cancelling);
            Deadline.get(asking);
            Deadline.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
        }
    }

    /**
     * An interrupted thread never waits for longer than the engine needs to answer, and nothing is held then.
     */
    @WithRig(Mode.DEDICATED)
    void shouldEndEveryAcquisitionThatIsInterruptedAtAnyMoment(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        final AtomicLong interrupts = new AtomicLong();
        final AtomicBoolean isOver = new AtomicBoolean();
        final Thread acquiring = new Thread(() ->
        {
            try
            {
                final Stint stint = new Stint(CYCLES);
                while (stint.goesOn() || interrupts.get() == 0)
                {
                    acquireAndRelease(handle, interrupts);
                }
            }
            finally
            {
                isOver.set(true);
            }
        });
        acquiring.start();
        while (!isOver.get())
        {
            acquiring.interrupt();
            Thread.yield();
        }
        Deadline.join(acquiring);

        assertThat(handle.term()).isEqualTo(0);
        Deadline.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
        assertThat(rig.news.errors).isEmpty();
    }

    private static void acquireAndRelease(final Handle handle, final AtomicLong interrupts)
    {
        try
        {
            final long term = handle.acquire(ClientRig.PATIENCE_NS, true);
            if (term > 0)
            {
                handle.release(term);
            }
        }
        catch (final InterruptedException ex)
        {
            interrupts.incrementAndGet();
        }
    }

    /**
     * The engine sleeps until it is woken, and for ever when it is not.
     */
    @Test
    void shouldLoseNoWakeUp() throws Exception
    {
        final InstantNodes nodes = new InstantNodes(1);
        try (ClientRig rig = ClientRig.dedicated(nodes))
        {
            nodes.oversleep();
            final List<CompletableFuture<Void>> ends = new ArrayList<>();
            for (int i = 0; i < 3; i++)
            {
                final Handle handle = rig.handle("k" + i);
                ends.add(run(() ->
                {
                    final Stint stint = new Stint(CYCLES);
                    for (int term = 1; stint.goesOn(); term++)
                    {
                        assertThat(handle.acquire(0, false)).isEqualTo(term);
                        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
                    }
                }));
            }
            for (final CompletableFuture<Void> end : ends)
            {
                Deadline.get(end);
            }
        }
    }

    private static CompletableFuture<Void> run(final Work work)
    {
        return Deadline.elsewhere(() ->
        {
            work.run();

            return null;
        });
    }

    @FunctionalInterface
    private interface Work
    {
        void run() throws Exception;
    }
}
