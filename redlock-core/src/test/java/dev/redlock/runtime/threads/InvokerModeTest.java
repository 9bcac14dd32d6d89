// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.fake.Deadline;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.client.Handle;
import dev.redlock.runtime.client.Heard;
import dev.redlock.runtime.client.WithRig;
import dev.redlock.runtime.client.WithRig.Mode;
import dev.redlock.runtime.metrics.HistogramReader;

class InvokerModeTest
{
    @WithRig(Mode.INVOKER)
    void shouldTellTheTruthWithoutPolling(final ClientRig rig) throws InterruptedException
    {
        final Heard heard = new Heard();
        final Handle handle = rig.handle("k", heard);
        final long term = handle.acquire(0, false);
        final long remainingNs = handle.remainingNs(term);
        assertThat(remainingNs).isGreaterThan(0);

        rig.aheadNs.set(remainingNs);

        assertThat(handle.remainingNs(term)).isEqualTo(0);
        assertThat(heard.all).as("nobody has polled").isEqualTo(List.of("acquired 1"));
        assertThat(handle.extend(term, 0)).isEqualTo(Outcome.LOST);
        assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
        assertThat(heard.all).isEqualTo(List.of("acquired 1", "lost 1 EXPIRED", "extended 1 LOST"));
    }

    /**
     * The first node answers while the last one is written to.
     */
    @WithRig(Mode.INVOKER)
    void shouldCountTheWritingIntoTheRoundTrips(final ClientRig rig) throws InterruptedException
    {
        final long writingNs = TimeUnit.SECONDS.toNanos(1);
        final Handle handle = rig.handle("k");
        final HistogramReader reader = new HistogramReader(List.of(rig.client.meter().rttOf(0)), 0);
        reader.take();
        rig.nodes.whileFlushing(() -> rig.aheadNs.addAndGet(writingNs));

        handle.release(handle.acquire(0, false));

        final long leastNs = reader.take().getMinValue();
        assertThat(leastNs).as(() -> "a round trip of " + leastNs + " ns").isGreaterThan(writingNs * 9 / 10);
    }

    @WithRig(Mode.INVOKER)
    void shouldSignalALossWhenPolled(final ClientRig rig) throws InterruptedException
    {
        final Heard heard = new Heard();
        final Handle handle = rig.handle("k", heard);
        handle.acquire(0, false);
        rig.aheadNs.set(30 * ClientRig.SECOND_NS);

        rig.await("loss", () -> heard.all.size() == 2);

        assertThat(heard.all.get(1)).isEqualTo("lost 1 EXPIRED");
        assertThat(rig.news.losses).isEqualTo(List.of("k 1 EXPIRED"));
        assertThat(handle.term()).isEqualTo(0);
    }

    @WithRig(Mode.INVOKER)
    void shouldExtendAutomaticallyWhileItIsPolled(final ClientRig rig) throws InterruptedException
    {
        final ClaimOptions automatic =
            new ClaimOptions.Draft().with((set) -> set.autoExtend = true).conclude();
        final Handle handle = rig.handle("k", automatic, ClientRig.DEAF);
        final long term = handle.acquire(0, false);
        for (int i = 0; i < 5; i++)
        {
            rig.aheadNs.addAndGet(15 * ClientRig.SECOND_NS);
            assertThat(handle.remainingNs(term)).isLessThan(15 * ClientRig.SECOND_NS);
            rig.await("extension", () -> handle.remainingNs(term) > 28 * ClientRig.SECOND_NS);
        }
    }

    /**
     * Every entry asks first: a call from a wrong thread must not leave a trace.
     */
    @WithRig(Mode.INVOKER)
    void shouldTurnAwayOtherThreadsWithoutATrace(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        final long term = handle.acquire(0, false);

        final List<ThrowingCallable> calls = List.of(
            () -> handle.acquire(0, false),
            () -> handle.acquireAsync(0, Handle.NO_ACTION),
            () -> handle.extend(term, 0),
            () -> handle.extendAsync(term, 0),
            () -> handle.release(term),
            () -> handle.releaseAsync(term),
            handle::cancel, handle::close, rig.client::poll, rig.client::close);
        for (final ThrowingCallable call : calls)
        {
            final Throwable failure = Deadline.get(Deadline.elsewhere(() -> catchThrowable(call)));
            assertThat(failure.getClass()).isEqualTo(IllegalStateException.class);
            assertThat(failure.getMessage())
                .isEqualTo("this client is in invoker mode and belongs to the thread '" +
                    Thread.currentThread().getName() +
                    "' that built it, but was called on 'another thread': " +
                    "build one client per thread, or use dedicated mode");
        }

        assertThat(handle.remainingNs(term)).isGreaterThan(0);
        assertThat(handle.extend(term, 0)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        assertThat(handle.acquire(0, false)).isEqualTo(term + 1);
        assertThat(rig.client.isClosed()).isFalse();
    }

    @WithRig(Mode.INVOKER)
    void shouldBeReadableFromOtherThreads(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        final long term = handle.acquire(0, false);

        final CompletableFuture<Long> remainingNs =
            CompletableFuture.supplyAsync(() -> handle.remainingNs(handle.term()));

        assertThat(Deadline.get(remainingNs)).isGreaterThan(0);
        assertThat(handle.term()).isEqualTo(term);
    }

    /**
     * What a callback leaves behind comes before what the owner does after the call in which it was called.
     */
    @WithRig(Mode.INVOKER)
    void shouldKeepTheOrderOfCallbacksAndCalls(final ClientRig rig) throws InterruptedException
    {
        final AtomicReference<Handle> other = new AtomicReference<>();
        final Heard releasing = new Heard(
            what -> assertThat(other.get().releaseAsync(1)).isEqualTo(Outcome.STARTED));
        final Handle one = rig.handle("one", releasing);
        final Handle two = rig.handle("two");
        other.set(two);
        assertThat(two.acquire(0, false)).isEqualTo(1);
        rig.nodes.occupy("one");

        assertThat(one.acquire(0, false)).isEqualTo(Outcome.CONTENDED.code());

        assertThat(two.acquire(0, false)).isEqualTo(2);
        rig.nodes.forget("one");
    }

    /**
     * What a callback has left behind is run first, and ends the engine: the call after it is answered, too.
     */
    @WithRig(Mode.INVOKER)
    void shouldAnswerTheCallThatComesAfterTheOneThatFails(final ClientRig rig) throws InterruptedException
    {
        final Handle left = rig.handle("left");
        final Heard leaving = new Heard(what -> left.acquireAsync(0, Handle.NO_ACTION));
        rig.handle("k", leaving).acquire(0, false);
        rig.nodes.throwFromOffer(new IllegalStateException("planted"));

        assertThat(rig.handle("other").acquire(ClientRig.PATIENCE_NS, false))
            .isEqualTo(Outcome.CLOSED.code());

        assertThat(rig.client.isClosed()).isTrue();
    }

    /**
     * The releases of the close itself fail: who closes must not look for an end that nobody tells.
     */
    @Test
    void shouldCloseThoughItFailsOnTheWay() throws Exception
    {
        final CompletableFuture<Integer> left = Deadline.elsewhere(() ->
        {
            final ClientRig rig = ClientRig.invoker();
            rig.handle("k").acquire(0, false);
            rig.nodes.throwFromOffer(new IllegalStateException("planted"));
            final int count = rig.client.close();
            rig.nodes.close();

            return count;
        });

        assertThat(Deadline.get(left)).isEqualTo(1);
    }

    /**
     * Whether the fault comes before the engine has taken the close, or after: nothing may stay open.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCloseTheTransportThoughAFaultComesDuringTheClose(final boolean isAtWork) throws Exception
    {
        final CompletableFuture<Boolean> isClosed = Deadline.elsewhere(() ->
        {
            final ClientRig rig = ClientRig.invoker();
            rig.handle("k").acquire(0, false);
            if (isAtWork)
            {
                rig.nodes.fallSilent();
                rig.nodes.throwFromPoll(new IllegalStateException("planted"));
            }
            else
            {
                rig.nodes.throwFromOffer(new IllegalStateException("planted"));
            }
            rig.client.close();
            final boolean areClosed = rig.nodes.areTransportsClosed();
            rig.nodes.close();

            return areClosed;
        });

        assertThat(Deadline.get(isClosed)).isTrue();
    }

    /**
     * A fault in a call leaves the transport open for the owner's next call, which never comes.
     */
    @Test
    void shouldBeClosedByAnyThreadWhenItsOwnerHasDiedAfterAFault() throws Exception
    {
        final AtomicReference<ClientRig> left = new AtomicReference<>();
        final Thread owner = new Thread(() ->
        {
            final ClientRig rig = ClientRig.invoker();
            rig.nodes.throwFromOffer(new IllegalStateException("planted"));
            ClientRig.acquire(rig.handle("k"), 0);
            left.set(rig);
        });
        owner.start();
        Deadline.join(owner);
        final ClientRig rig = left.get();
        assertThat(rig.client.isClosed()).isTrue();
        assertThat(rig.nodes.areTransportsClosed()).isFalse();

        assertThat(rig.client.close()).isEqualTo(0);

        assertThat(rig.nodes.areTransportsClosed()).isTrue();
        rig.nodes.close();
    }

    /**
     * A thread that lives keeps what is its own, and closing again is no error.
     */
    @Test
    void shouldNotBeClosedByAnotherThreadAfterAFaultWhileItsOwnerLives() throws Exception
    {
        try (ClientRig rig = ClientRig.invoker())
        {
            rig.nodes.throwFromOffer(new IllegalStateException("planted"));
            rig.handle("k").acquire(0, false);

            assertThat(Deadline.get(Deadline.elsewhere(rig.client::close))).isEqualTo(0);

            assertThat(rig.nodes.areTransportsClosed()).isFalse();
            rig.client.close();
            assertThat(rig.nodes.areTransportsClosed()).isTrue();
        }
    }

    @Test
    void shouldBeClosedByAnyThreadWhenItsOwnerHasDied() throws Exception
    {
        final Heard heard = new Heard();
        final AtomicReference<ClientRig> left = new AtomicReference<>();
        final AtomicReference<Handle> waiting = new AtomicReference<>();
        final Thread owner = new Thread(() ->
        {
            final ClientRig rig = ClientRig.invoker();
            rig.handle("held", heard).acquireAsync(0, Handle.NO_ACTION);
            rig.await("held", () -> !heard.all.isEmpty());
            waiting.set(rig.handle("held", heard));
            waiting.get().acquireAsync(ClientRig.PATIENCE_NS, Handle.NO_ACTION);
            left.set(rig);
        });
        owner.start();
        Deadline.join(owner);
        final ClientRig rig = left.get();
        assertThatThrownBy(rig.client::poll).isInstanceOf(IllegalStateException.class);

        assertThat(rig.client.close()).isEqualTo(1);

        assertThat(rig.nodes.areTransportsClosed()).isTrue();
        assertThat(heard.all).hasSize(3);
        assertThat(heard.all.containsAll(List.of("acquired 1", "denied CLOSED", "lost 1 CLOSED"))).isTrue();
        assertThat(rig.news.losses).isEqualTo(List.of("held 1 CLOSED"));
        assertThat(rig.news.errors).isEqualTo(List.of());
        assertThat(waiting.get().acquire(0, false)).isEqualTo(Outcome.CLOSED.code());
        assertThat(rig.client.poll()).isEqualTo(0);
        assertThat(rig.client.close()).isEqualTo(0);
        rig.nodes.close();
    }

    @WithRig(Mode.INVOKER)
    void shouldGoOnAfterAnInterrupt(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        Thread.currentThread().interrupt();
        IntStream.range(0, 10).forEach((i) -> rig.client.poll());
        assertThat(Thread.interrupted()).isTrue();

        assertThat(handle.acquire(0, false)).isEqualTo(1);
    }

    @WithRig(Mode.INVOKER)
    void shouldNotPollItselfFromACallback(final ClientRig rig) throws InterruptedException
    {
        final AtomicReference<ClientRig> own = new AtomicReference<>();
        final Heard polling = new Heard(what -> own.get().client.poll());
        final Handle handle = rig.handle("k", polling);
        own.set(rig);

        assertThat(handle.acquire(0, false)).isEqualTo(1);

        assertThat(rig.news.errors.size()).isEqualTo(1);
        assertThat(rig.news.errors.get(0).getMessage())
            .isEqualTo("a callback must not wait for the engine that runs it: " +
                "use the asynchronous form of the call");
    }

    @Test
    void shouldDoNothingWhenPolledAfterItsEnd()
    {
        final ClientRig rig = ClientRig.invoker();
        rig.close();

        assertThat(rig.client.poll()).isEqualTo(0);
    }

    @WithRig(Mode.DEDICATED)
    void shouldNotBePolledInDedicatedMode(final ClientRig rig)
    {
        assertThatThrownBy(rig.client::poll).isInstanceOf(IllegalStateException.class)
            .hasMessage("this client drives itself: poll() is for invoker mode only");
    }
}
