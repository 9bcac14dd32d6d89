// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.fake.Deadline;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.WithRig.Mode;

class HandleTest
{
    @WithRig
    void shouldAcquireExtendAndRelease(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        final long term = handle.acquire(0, false);

        assertThat(term).isEqualTo(1);
        assertThat(handle.term()).isEqualTo(term);
        assertThat(rig.nodes.holding("k")).isEqualTo(3);
        assertThat(handle.remainingNs(term)).isGreaterThan(20 * ClientRig.SECOND_NS);
        assertThat(handle.remainingNs(term)).isLessThan(30 * ClientRig.SECOND_NS);

        assertThat(handle.extend(term, 60_000)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.remainingNs(term)).isGreaterThan(50 * ClientRig.SECOND_NS);

        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        assertThat(handle.term()).isEqualTo(0);
        assertThat(handle.remainingNs(term)).isEqualTo(0);
        rig.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
    }

    @WithRig
    void shouldDoNothingForATermThatIsNotThePresentOne(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        final long first = handle.acquire(0, false);
        handle.release(first);
        final long second = handle.acquire(0, false);

        assertThat(second).isGreaterThan(first);
        for (final long stale : new long[] {first, 0, -1, second + 1})
        {
            assertThat(handle.extend(stale, 0)).isEqualTo(Outcome.STALE_TERM);
            assertThat(handle.extendAsync(stale, 0)).isEqualTo(Outcome.STALE_TERM);
            assertThat(handle.release(stale)).isEqualTo(Outcome.STALE_TERM);
            assertThat(handle.releaseAsync(stale)).isEqualTo(Outcome.STALE_TERM);
            assertThat(handle.remainingNs(stale)).isEqualTo(0);
        }
        assertThat(handle.term()).isEqualTo(second);
        assertThat(handle.remainingNs(second)).isGreaterThan(0);
    }

    @WithRig
    void shouldAcquireAgainRightAfterAnUnawaitedRelease(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        for (int i = 1; i <= 100; i++)
        {
            final long term = handle.acquire(0, false);
            assertThat(term).isEqualTo(i);
            assertThat(handle.releaseAsync(term)).isEqualTo(Outcome.STARTED);
            assertThat(handle.term()).isEqualTo(0);
        }
    }

    @WithRig(Mode.DEDICATED)
    void shouldCarryOneAcquisitionAtATime(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        rig.nodes.occupy("k");
        final CompletableFuture<Long> first = ClientRig.acquireOnAnotherThread(handle);
        Deadline.await("first is under way", () -> rig.nodes.acquiresOffered() > 0);

        assertThat(handle.acquire(0, false)).isEqualTo(Outcome.BUSY.code());
        assertThat(handle.acquireAsync(0, Handle.NO_ACTION)).isEqualTo(Outcome.BUSY);

        rig.nodes.forget("k");
        assertThat(Deadline.get(first)).isEqualTo(1);
    }

    @WithRig(Mode.DEDICATED)
    void shouldStopWaitingAtAnInterruptAndHoldNothing(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        rig.nodes.occupy("k");
        final CompletableFuture<Long> result = new CompletableFuture<>();
        final Thread thread = Deadline.start(result, () -> handle.acquire(ClientRig.PATIENCE_NS, true));
        Deadline.await("under way", () -> rig.nodes.acquiresOffered() > 0);

        thread.interrupt();

        final Throwable failure = catchThrowableOfType(Exception.class,
            () -> Deadline.get(result)).getCause();
        assertThat(failure.getClass()).isEqualTo(InterruptedException.class);
        assertThat(failure.getMessage())
            .isEqualTo("interrupted while waiting for the lock 'k'; it is not held");
        rig.nodes.forget("k");
        assertThat(handle.acquire(0, false)).isEqualTo(1);
    }

    /**
     * The votes of a quorum are in the mail when the thread is interrupted. The lock is won or cancelled, and
     * either way given back.
     */
    @WithRig(Mode.DEDICATED)
    void shouldReleaseAWinDuringAnInterrupt(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        rig.nodes.fallSilent();
        final CompletableFuture<Long> result = new CompletableFuture<>();
        final Thread thread = Deadline.start(result, () -> handle.acquire(ClientRig.PATIENCE_NS, true));
        Deadline.await("votes are cast", () -> rig.nodes.holding("k") == 3);

        rig.nodes.speak();
        thread.interrupt();
        Deadline.join(thread);

        if (!result.isCompletedExceptionally())
        {
            assertThat(handle.release(Deadline.get(result))).isEqualTo(Outcome.RELEASED);
        }
        assertThat(handle.term()).isEqualTo(0);
        Deadline.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
    }

    @WithRig
    void shouldAskNoNodeWhenAlreadyInterrupted(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> handle.acquire(ClientRig.PATIENCE_NS, true))
            .isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(rig.nodes.acquiresOffered()).isEqualTo(0);
        assertThat(handle.acquire(0, false)).isEqualTo(1);
    }

    @WithRig(Mode.DEDICATED)
    void shouldCancelAgainAndAgain(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        rig.nodes.occupy("k");
        for (int i = 0; i < 3; i++)
        {
            final long offeredBefore = rig.nodes.acquiresOffered();
            final CompletableFuture<Long> result = ClientRig.acquireOnAnotherThread(handle);
            Deadline.await("under way", () -> rig.nodes.acquiresOffered() > offeredBefore);

            handle.cancel();

            assertThat(Deadline.get(result)).isEqualTo(Outcome.CANCELLED.code());
        }
        rig.nodes.forget("k");
        assertThat(handle.acquire(0, false)).as("a cancellation is for one acquisition").isEqualTo(1);
    }

    @WithRig
    void shouldCancelNothingWhenNothingIsUnderWay(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        handle.cancel();
        assertThat(handle.acquire(0, false)).isEqualTo(1);
        handle.cancel();

        assertThat(handle.remainingNs(1)).isGreaterThan(0);
    }

    @WithRig
    void shouldGiveBackWhatItHoldsWhenItIsClosed(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        final long term = handle.acquire(0, false);

        handle.close();
        handle.close();

        assertThat(handle.remainingNs(term)).isEqualTo(0);
        rig.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
        assertThat(handle.acquire(0, false)).isEqualTo(Outcome.CLOSED.code());
        assertThat(handle.release(term)).isEqualTo(Outcome.STALE_TERM);
    }

    @WithRig(Mode.DEDICATED)
    void shouldCancelARunningAcquisitionWhenItIsClosed(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        rig.nodes.occupy("k");
        final CompletableFuture<Long> result = ClientRig.acquireOnAnotherThread(handle);
        Deadline.await("under way", () -> rig.nodes.acquiresOffered() > 0);

        handle.close();

        assertThat(Deadline.get(result)).isEqualTo(Outcome.CANCELLED.code());
    }

    @WithRig
    void shouldHoldNothingWhenAnExtensionTellsOfTheLoss(final ClientRig rig) throws InterruptedException
    {
        final AtomicReference<Handle> own = new AtomicReference<>();
        final List<Long> remainingNs = new CopyOnWriteArrayList<>();
        final Heard heard = new Heard(what -> remainingNs.add(own.get().remainingNs(1)));
        final Handle handle = rig.handle("k", heard);
        own.set(handle);
        handle.acquire(0, false);
        rig.nodes.forget("k");

        assertThat(handle.extend(1, 0)).isEqualTo(Outcome.LOST);
        // The call is answered before the client is told, and the listener of the extension last of all.
        rig.await("loss", () -> rig.news.losses.size() == 1 && remainingNs.size() == 3);

        assertThat(heard.all).isEqualTo(List.of("acquired 1", "lost 1 REFUSED", "extended 1 LOST"));
        assertThat(remainingNs.get(0)).isGreaterThan(0);
        assertThat(remainingNs.subList(1, 3)).isEqualTo(List.of(0L, 0L));
        assertThat(rig.news.losses).isEqualTo(List.of("k 1 REFUSED"));
        assertThat(handle.release(1)).isEqualTo(Outcome.EXPIRED);
        assertThat(handle.extend(1, 0)).isEqualTo(Outcome.LOST);
    }

    @WithRig(Mode.DEDICATED)
    void shouldLimitTheHandlesThatAreOpen(final ClientRig rig)
    {
        IntStream.range(0, 63).forEach((i) -> rig.handle("k" + i));
        final Handle last = rig.handle("k");

        final Exception failure = catchThrowableOfType(IllegalStateException.class, () -> rig.handle("more"));
        assertThat(failure.getMessage()).startsWith("there are 64 open handles, which is the limit");

        last.close();
        last.close();
        rig.handle("more");
        assertThatThrownBy(() -> rig.handle("too many")).isInstanceOf(IllegalStateException.class);
    }

    @WithRig(Mode.DEDICATED)
    void shouldNotCountAHandleThatCouldNotBeMade(final ClientRig rig)
    {
        final ClaimOptions tooShort =
            new ClaimOptions.Draft().with((set) -> set.ttlNs = 2_000_000).conclude();
        for (int i = 0; i < 100; i++)
        {
            assertThatThrownBy(() -> rig.handle("k", tooShort, ClientRig.DEAF))
                .isInstanceOf(IllegalArgumentException.class);
        }

        rig.handle("k").close();
    }

    @WithRig(Mode.DEDICATED)
    void shouldRefuseKeysThatAreEmptyTooLongOrOurs(final ClientRig rig)
    {
        assertThatThrownBy(() -> rig.handle("")).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the key is empty: a lock needs a key of at least one byte");
        for (final String ours : new String[]{"redlock:inc", "redlock:barrier"})
        {
            assertThatThrownBy(() -> rig.handle(ours)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + ours + "' is one that this library keeps");
        }
        for (final String ours : new String[]{":line", "stock:fence", "stock:tickets"})
        {
            assertThatThrownBy(() -> rig.handle(ours)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("the key '" + ours + "' ends in '", "choose another name");
        }
        final String longest = "x".repeat(1024);
        rig.handle(longest);
        assertThatThrownBy(() -> rig.handle(longest + "x"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("key '" + "x".repeat(32) +
                "…' is 1025 bytes long with its prefix, more than the " +
                "limit of 1024: use a shorter key, such as a digest of the long one");
    }

    @WithRig(Mode.DEDICATED)
    void shouldSayWhatItHolds(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        assertThat(handle.toString()).isEqualTo("lock 'k', not held");
        handle.acquire(0, false);
        assertThat(handle.toString().matches("lock 'k', term 1 held for \\d+ ms more")).isTrue();
    }

    /**
     * What a caller does costs no memory: neither the waiting calls, nor the questions, nor the refusals.
     */
    @WithRig(Mode.DEDICATED)
    void shouldNotAllocateOnTheThreadOfTheCaller(final ClientRig rig) throws InterruptedException
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final Handle handle = rig.handle("k");
        final Handle other = rig.handle("k");
        callAll(handle, other, 8_000);

        // Again and again, as code allocates here and there until all of it is compiled.
        long bytes = -1;
        for (int block = 0; block < 20 && bytes != 0; block++)
        {
            final long before = threads.getCurrentThreadAllocatedBytes();
            callAll(handle, other, 2_000);
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }

        assertThat(bytes).isEqualTo(0);
    }

    private static void callAll(final Handle handle, final Handle other, final int times)
        throws InterruptedException
    {
        for (int i = 0; i < times; i++)
        {
            final long term = handle.acquire(0, true);
            if (handle.remainingNs(term) == 0 || other.acquire(0, false) > 0 ||
                handle.extend(term, 0) != Outcome.EXTENDED || handle.extend(term - 1, 0).isSuccess() ||
                handle.release(term) != Outcome.RELEASED || handle.releaseAsync(term).isSuccess())
            {
                throw new AssertionError("cycle " + i);
            }
        }
    }
}
