// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import dev.redlock.fake.Deadline;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.WithRig.Mode;

/**
 * The holder releases when the validity is over, but the engine has not looked yet: the lease was lost, and
 * that is told once.
 */
class LateReleaseTest
{
    private static final long TTL_NS = 30 * ClientRig.SECOND_NS;
    private static final int CYCLES = 500;
    private static final List<String> LOST = List.of("acquired 1", "lost 1 EXPIRED", "released 1 EXPIRED");

    private final Heard heard = new Heard();

    private static Handle holding(final ClientRig rig, final Heard listener) throws InterruptedException
    {
        final Handle handle = rig.handle("k", listener);
        assertThat(handle.acquire(0, false)).isOne();

        return handle;
    }

    private static void checkLostOnce(final ClientRig rig)
    {
        assertThat(rig.news.losses).containsExactly("k 1 EXPIRED");
        assertThat(rig.client.meter().value(Counter.LEASES_LOST)).isOne();
        assertThat(rig.client.meter().value(Counter.RELEASES)).isZero();
    }

    @WithRig(Mode.INVOKER)
    void shouldTellTheLossBeforeTheReleaseReturns(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = holding(rig, heard);
        rig.aheadNs.set(TTL_NS);

        assertThat(handle.release(1)).isEqualTo(Outcome.EXPIRED);

        assertThat(heard.all).isEqualTo(LOST);
        checkLostOnce(rig);
        assertThat(handle.release(1)).isEqualTo(Outcome.EXPIRED);
        assertThat(handle.extend(1, 0)).isEqualTo(Outcome.LOST);
        rig.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
        assertThat(handle.acquire(0, false)).as("the handle is as good as new").isEqualTo(2);
        assertThat(handle.release(2)).isEqualTo(Outcome.RELEASED);
        checkTimes(rig, 1, 1);
    }

    private static void checkTimes(final ClientRig rig, final long lost, final long released)
    {
        assertThat(rig.news.losses).hasSize((int)lost);
        assertThat(rig.client.meter().value(Counter.LEASES_LOST)).isEqualTo(lost);
        assertThat(rig.client.meter().value(Counter.RELEASES)).isEqualTo(released);
    }

    @WithRig(Mode.INVOKER)
    void shouldTellTheLossWhenTheReleaseIsAsynchronous(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = holding(rig, heard);
        rig.aheadNs.set(TTL_NS);

        assertThat(handle.releaseAsync(1)).isEqualTo(Outcome.STARTED);
        assertThat(handle.term()).isZero();
        assertThat(handle.release(1)).as("the second time").isEqualTo(Outcome.EXPIRED);
        rig.await("the answer", () -> heard.all.size() == 3);

        assertThat(heard.all).isEqualTo(LOST);
        checkLostOnce(rig);
    }

    @WithRig(Mode.INVOKER)
    void shouldTellTheLossWhenTheHandleIsClosed(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = holding(rig, heard);
        rig.aheadNs.set(TTL_NS);

        handle.close();
        rig.await("the answer", () -> heard.all.size() == 3);

        assertThat(heard.all).isEqualTo(LOST);
        checkLostOnce(rig);
    }

    @WithRig(Mode.INVOKER)
    void shouldTellTheLossWhenTheClientIsClosedNext(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = holding(rig, heard);
        rig.aheadNs.set(TTL_NS);

        handle.releaseAsync(1);
        rig.client.close();

        assertThat(heard.all).isEqualTo(LOST);
        checkLostOnce(rig);
    }

    @WithRig(Mode.INVOKER)
    void shouldTellTheLossWhenTheEngineHasFailed(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = holding(rig, heard);
        rig.aheadNs.set(TTL_NS);
        rig.nodes.throwFromOffer(new AssertionError("planted"));

        assertThat(handle.release(1)).isIn(Outcome.EXPIRED, Outcome.UNKNOWN);

        assertThat(heard.all).containsOnlyOnce("lost 1 EXPIRED").hasSize(3);
        assertThat(rig.news.losses).containsExactly("k 1 EXPIRED");
    }

    @WithRig
    void shouldTakeARepeatedReleaseAndTheNextAcquisitionFromTheNewsOfTheLoss(final ClientRig rig)
        throws InterruptedException
    {
        final AtomicReference<Handle> own = new AtomicReference<>();
        final Heard eager = new Heard(what ->
        {
            if (what.startsWith("lost"))
            {
                assertThat(own.get().releaseAsync(1)).isEqualTo(Outcome.EXPIRED);
                assertThat(own.get().acquireAsync(0, Handle.NO_ACTION)).isEqualTo(Outcome.STARTED);
            }
        });
        own.set(holding(rig, eager));
        rig.aheadNs.set(TTL_NS);
        own.get().releaseAsync(1);

        rig.await("the next term", () -> own.get().term() == 2 && eager.all.contains("acquired 2"));
        assertThat(eager.all).containsOnlyOnce("lost 1 EXPIRED");
        assertThat(rig.news.losses).containsExactly("k 1 EXPIRED");
        assertThat(rig.news.errors).isEmpty();
        assertThat(own.get().release(2)).isEqualTo(Outcome.RELEASED);
    }

    /**
     * As in a process that was stopped: its engine thread runs after the one that releases.
     */
    @WithRig(Mode.DEDICATED)
    void shouldTellTheLossWhenTheEngineThreadComesLast(final ClientRig rig) throws Exception
    {
        final CountDownLatch goOn = new CountDownLatch(1);
        final Handle handle = holding(rig, heard);
        stop(rig, goOn);
        rig.aheadNs.set(TTL_NS);

        assertThat(handle.releaseAsync(1)).isEqualTo(Outcome.STARTED);
        goOn.countDown();
        rig.await("the answer", () -> heard.all.size() == 3);

        assertThat(heard.all).isEqualTo(LOST);
        assertThat(rig.news.losses).containsOnlyOnce("k 1 EXPIRED");
    }

    @WithRig(Mode.DEDICATED)
    void shouldTellNoLossWhenTheReleaseWasInTimeAndTheEngineWasLate(final ClientRig rig) throws Exception
    {
        final CountDownLatch goOn = new CountDownLatch(1);
        final Handle handle = holding(rig, heard);
        stop(rig, goOn);

        assertThat(handle.releaseAsync(1)).isEqualTo(Outcome.STARTED);
        rig.aheadNs.set(TTL_NS);
        goOn.countDown();
        rig.await("the answer", () -> heard.all.size() == 2);

        assertThat(heard.all).containsExactly("acquired 1", "released 1 EXPIRED");
        assertThat(rig.news.losses).doesNotContain("k 1 EXPIRED");
        assertThat(rig.client.meter().value(Counter.RELEASES)).isOne();
    }

    private static void stop(final ClientRig rig, final CountDownLatch goOn)
    {
        final Heard standing = new Heard(what -> ClientRig.awaitQuietly(goOn));
        rig.handle("other", standing).acquireAsync(0, Handle.NO_ACTION);
        Deadline.await("the engine stands", () -> !standing.all.isEmpty());
    }

    /**
     * The clock passes the deadline while one thread releases or just before; the engine may see it first.
     */
    @WithRig(Mode.DEDICATED)
    void shouldTellALossOnceWhoeverSeesTheDeadlineFirst(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k", heard);
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicBoolean isHeld = new AtomicBoolean();
        final Thread leaping = new Thread(() ->
        {
            final SplittableRandom random = new SplittableRandom(1);
            while (!isOver.get())
            {
                if (isHeld.get())
                {
                    spin(random);
                    rig.aheadNs.addAndGet(TTL_NS);
                    isHeld.set(false);
                }
                Thread.yield();
            }
        });
        final SplittableRandom random = new SplittableRandom(2);
        final List<String> inTime = new ArrayList<>();
        leaping.start();
        try
        {
            for (int term = 1; term <= CYCLES; term++)
            {
                assertThat(handle.acquire(ClientRig.PATIENCE_NS, false)).isEqualTo(term);
                isHeld.set(true);
                while (term % 3 == 0 && isHeld.get())
                {
                    Thread.onSpinWait();
                }
                spin(random);
                final Outcome outcome = handle.release(term);
                // Unknown if the leap took the time of the nodes to answer.
                assertThat(outcome).isIn(Outcome.RELEASED, Outcome.UNKNOWN, Outcome.EXPIRED);
                if (outcome != Outcome.EXPIRED)
                {
                    inTime.add("k " + term + " EXPIRED");
                }
                Deadline.await("the clock has leapt", () -> !isHeld.get());
            }
        }
        finally
        {
            isOver.set(true);
            Deadline.join(leaping);
        }

        rig.client.close();
        final List<String> losses = rig.news.losses;
        assertThat(losses).doesNotHaveDuplicates().isNotEmpty().noneMatch(inTime::contains);
        assertThat(heard.all.stream().filter(what -> what.startsWith("lost")).map(what ->
            what.replace("lost", "k"))).containsExactlyElementsOf(losses);
        final long lost = rig.client.meter().value(Counter.LEASES_LOST);
        assertThat(lost).isGreaterThanOrEqualTo(losses.size());
        assertThat(lost + rig.client.meter().value(Counter.RELEASES)).isEqualTo(CYCLES);
        assertThat(rig.news.errors).isEmpty();
    }

    private static void spin(final SplittableRandom random)
    {
        for (int i = random.nextInt(2_000); i > 0; i--)
        {
            Thread.onSpinWait();
        }
    }
}
