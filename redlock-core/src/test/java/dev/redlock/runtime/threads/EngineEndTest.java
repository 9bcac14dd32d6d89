// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.calls.LateAnswers;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.client.Handle;
import dev.redlock.runtime.client.Heard;
import dev.redlock.runtime.client.WithRig;
import dev.redlock.runtime.client.WithRig.Mode;

/**
 * However an engine ends, nobody waits for it in vain.
 */
class EngineEndTest
{
    @WithRig
    void shouldReleaseWhatIsHeldWhenItIsClosed(final ClientRig rig) throws InterruptedException
    {
        final Heard heard = new Heard();
        final Handle handle = rig.handle("k", heard);
        handle.acquire(0, false);

        assertThat(rig.client.close()).isEqualTo(0);

        assertThat(rig.nodes.holding("k")).isEqualTo(0);
        assertThat(handle.remainingNs(1)).isEqualTo(0);
        assertThat(heard.all).isEqualTo(List.of("acquired 1", "lost 1 CLOSED", "released 1 RELEASED"));
        assertThat(rig.news.losses).isEqualTo(List.of("k 1 CLOSED"));
        assertThat(rig.nodes.areTransportsClosed()).isTrue();
        assertThat(rig.client.close()).isEqualTo(0);
    }

    @WithRig
    void shouldNameEveryCallAfterItsEnd(final ClientRig rig) throws Exception
    {
        final Handle handle = rig.handle("k");
        final Handle idle = rig.handle("other");
        handle.acquire(0, false);
        rig.client.close();

        assertThat(handle.extend(1, 0)).isEqualTo(Outcome.CLOSED);
        assertThat(handle.extendAsync(1, 0)).isEqualTo(Outcome.CLOSED);
        assertThat(handle.release(1)).isEqualTo(Outcome.CLOSED);
        assertThat(handle.releaseAsync(1)).isEqualTo(Outcome.CLOSED);
        assertThat(handle.acquire(ClientRig.PATIENCE_NS, true)).isEqualTo(Outcome.CLOSED.code());
        assertThat(idle.acquireAsync(0, Handle.NO_ACTION)).isEqualTo(Outcome.CLOSED);
        handle.cancel();
        handle.close();
        assertThat(rig.handle("k").acquire(0, false)).isEqualTo(Outcome.CLOSED.code());
    }

    @WithRig(Mode.DEDICATED)
    void shouldReportWhatItCouldNotRelease(final ClientRig rig) throws InterruptedException
    {
        rig.handle("k").acquire(0, false);
        rig.nodes.fallSilent();

        assertThat(rig.client.close()).isEqualTo(1);
    }

    @WithRig(Mode.DEDICATED)
    void shouldNotReportTheEndOfItsOwnConnections(final ClientRig rig) throws InterruptedException
    {
        // A status can be read just before it is told.
        rig.await("all were told", () -> rig.news.statuses.size() == 3);
        rig.client.close();

        assertThat(rig.news.statuses).hasSize(3);
    }

    @Test
    void shouldEndInBoundedTimeThoughACallbackDoesNot() throws Exception
    {
        final CountDownLatch latch = new CountDownLatch(1);
        final Heard blocking = new Heard(what -> ClientRig.awaitQuietly(latch));
        final ClientRig rig = ClientRig.dedicated();
        rig.handle("k", blocking).acquire(0, false);

        assertThat(rig.client.close()).isEqualTo(1);

        assertThat(rig.news.errors.get(0).getMessage())
            .isEqualTo("the engine thread 'rig' has not come to the close within 1.05 s: a callback of the " +
                "application blocks it, or it gets no core; callbacks must be short and must not wait");
        latch.countDown();
        Deadline.await("it ends after all", rig.nodes::areTransportsClosed);
        rig.nodes.close();
    }

    @WithRig
    void shouldEndInOrderAtAnErrorInThePoll(final ClientRig rig) throws InterruptedException
    {
        final Heard heard = new Heard();
        final Handle handle = rig.handle("k", heard);
        handle.acquire(0, false);

        final Error cause = new OutOfMemoryError("planted");
        rig.nodes.throwFromPoll(cause);
        rig.await("end", rig.client::isClosed);
        rig.await("transport closed", rig.nodes::areTransportsClosed);
        rig.await("told", () -> heard.all.size() == 2);

        assertThat(heard.all).isEqualTo(List.of("acquired 1", "lost 1 ENGINE_FAILED"));
        assertThat(handle.remainingNs(1)).isEqualTo(0);
        assertThat(handle.release(1)).isEqualTo(Outcome.CLOSED);
        assertThat(handle.acquire(0, false)).isEqualTo(Outcome.CLOSED.code());
        assertThat(rig.news.errors.get(0).getCause()).isEqualTo(cause);
        assertThat(rig.client.meter().value(Counter.ENGINES_FAILED)).isEqualTo(1);
        assertThat(rig.news.errors.get(0).getMessage())
            .startsWith("the engine of client 'rig' has stopped after an unexpected error");
        assertThat(rig.client.close()).isEqualTo(0);
    }

    /**
     * The last news of a dead engine is no news of its nodes.
     */
    @WithRig
    void shouldSayOfEveryNodeWhyNothingIsKnown(final ClientRig rig)
    {
        rig.nodes.throwFromPoll(new OutOfMemoryError("planted"));
        rig.await("end", rig.client::isClosed);

        assertThat(rig.client.nodes()).hasSize(3).allSatisfy((status) ->
        {
            assertThat(status.state()).isEqualTo(NodeStatus.State.DOWN);
            assertThat(status.detail()).startsWith(
                "the engine of client 'rig' has stopped after an unexpected error (" +
                "java.lang.OutOfMemoryError at dev.redlock.").endsWith("; build another client");
        });
    }

    /**
     * Memory that was short comes back, and nothing is left open; what failed is told once.
     */
    @WithRig(Mode.DEDICATED)
    void shouldTryAgainWhatHadNoMemory(final ClientRig rig) throws InterruptedException
    {
        final Heard heard = new Heard();
        rig.handle("k", heard).acquire(0, false);
        rig.nodes.throwFromClose(new OutOfMemoryError("planted for the close"), 5);

        rig.nodes.throwFromPoll(new OutOfMemoryError("planted"));
        rig.await("transport closed", rig.nodes::areTransportsClosed);

        assertThat(heard.all).isEqualTo(List.of("acquired 1", "lost 1 ENGINE_FAILED"));
        assertThat(rig.news.errors).extracting((error) -> error.getMessage().substring(0, 10))
            .containsExactly("the engine", "planted fo");
    }

    /**
     * To close a transport may take seconds.
     */
    @WithRig(Mode.DEDICATED)
    void shouldGiveAnswersThatHadNoMemoryBeforeItClosesTheTransport(final ClientRig rig)
    {
        final AtomicInteger tries = new AtomicInteger();
        final AtomicBoolean wasOpen = new AtomicBoolean();
        rig.handle("k").answerLater(new LateAnswers.Answer()
        {
            @Override
            protected boolean tryGive()
            {
                wasOpen.set(!rig.nodes.areTransportsClosed());

                return rig.client.isClosed() && tries.incrementAndGet() == 5;
            }
        });

        rig.nodes.throwFromPoll(new OutOfMemoryError("planted"));
        rig.await("transport closed", rig.nodes::areTransportsClosed);

        assertThat(tries).hasValue(5);
        assertThat(wasOpen).isTrue();
    }

    /**
     * They may come while the transport is closed: from callers that are refused and have no memory.
     */
    @WithRig(Mode.DEDICATED)
    void shouldGiveAnswersThatHadNoMemoryWhileItClosesTheTransport(final ClientRig rig)
    {
        final CountDownLatch isClosing = new CountDownLatch(1);
        final CountDownLatch isSeen = new CountDownLatch(1);
        rig.nodes.whileClosing(() ->
        {
            isClosing.countDown();
            Deadline.await("the answer", () -> isSeen.getCount() == 0);
        });
        rig.nodes.throwFromPoll(new OutOfMemoryError("planted"));
        Deadline.await("closing", () -> isClosing.getCount() == 0);
        final AtomicBoolean isGiven = new AtomicBoolean();
        final Handle handle = rig.handle("k");
        handle.answerLater(new LateAnswers.Answer()
        {
            @Override
            protected boolean tryGive()
            {
                isGiven.set(true);

                return true;
            }
        });

        Deadline.await("given by a caller", () ->
            ClientRig.acquire(handle, 0) == Outcome.CLOSED.code() && isGiven.get());

        isSeen.countDown();
        rig.await("transport closed", rig.nodes::areTransportsClosed);
    }

    /**
     * Nobody may come to a client again that was closed.
     */
    @WithRig(Mode.INVOKER)
    void shouldCloseTheTransportThoughAnAnswerHasNoMemory(final ClientRig rig)
    {
        final AtomicBoolean isThereMemory = new AtomicBoolean();
        final AtomicInteger given = new AtomicInteger();
        rig.handle("k").answerLater(new LateAnswers.Answer()
        {
            @Override
            protected boolean tryGive()
            {
                return isThereMemory.get() && given.incrementAndGet() > 0;
            }
        });
        rig.nodes.throwFromPoll(new OutOfMemoryError("planted"));

        rig.client.close();

        assertThat(rig.nodes.areTransportsClosed()).isTrue();
        isThereMemory.set(true);
        rig.client.close();
        assertThat(given).hasValue(1);
    }

    /**
     * The stack may end anywhere in the engine, and in its end: what had no room comes with the next call.
     */
    @Test
    void shouldEndThoughTheStackIsFull() throws InterruptedException
    {
        try (ClientRig rig = ClientRig.invoker())
        {
            final Heard heard = new Heard();
            final Handle handle = rig.handle("k", heard);
            handle.acquire(0, false);
            Deadline.await("it has ended", () ->
            {
                dive(rig);

                return rig.client.isClosed();
            });
            rig.client.poll();

            assertThat(heard.all).containsExactly("acquired 1", "lost 1 ENGINE_FAILED");
            assertThat(rig.client.meter().value(Counter.ENGINES_FAILED)).isEqualTo(1);
            assertThat(handle.acquire(0, false)).isEqualTo(Outcome.CLOSED.code());
            rig.client.close();
            assertThat(rig.nodes.areTransportsClosed()).isTrue();
            assertThat(rig.news.losses).containsExactly("k 1 ENGINE_FAILED");
            assertThat(heard.all).containsExactly("acquired 1", "lost 1 ENGINE_FAILED");
        }
    }

    private static void dive(final ClientRig rig)
    {
        try
        {
            rig.client.poll();
            dive(rig);
        }
        catch (final StackOverflowError ignored)
        {
            // Of this or of another dive.
        }
    }

    @WithRig
    void shouldAnswerTheCallInWhichItFails(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        rig.nodes.throwFromOffer(new IllegalStateException("planted"));

        assertThat(handle.acquire(ClientRig.PATIENCE_NS, false)).isEqualTo(Outcome.CLOSED.code());

        assertThat(rig.client.isClosed()).isTrue();
        rig.await("transport closed", rig.nodes::areTransportsClosed);
    }

    @WithRig
    void shouldAnswerAnExtensionInWhichItFails(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        handle.acquire(0, false);
        rig.nodes.throwFromOffer(new AssertionError("planted"));

        assertThat(handle.extend(1, 0)).isEqualTo(Outcome.CLOSED);
        rig.await("given up", () -> handle.remainingNs(1) == 0);
    }

    @WithRig
    void shouldAnswerAReleaseInWhichItFails(final ClientRig rig) throws InterruptedException
    {
        final Handle handle = rig.handle("k");
        handle.acquire(0, false);
        rig.nodes.throwFromOffer(new AssertionError("planted"));

        assertThat(handle.release(1)).isEqualTo(Outcome.UNKNOWN);
        assertThat(handle.release(1)).isEqualTo(Outcome.STALE_TERM);
    }

    @WithRig(Mode.DEDICATED)
    void shouldAnswerAllWaitersWhenItFails(final ClientRig rig) throws Exception
    {
        final Handle holder = rig.handle("held");
        final AtomicReference<Long> asynchronous = new AtomicReference<>();
        final Handle closed = rig.handle("closed");
        holder.acquire(0, false);
        rig.nodes.occupy("k");
        final CompletableFuture<Long> backingOff = ClientRig.acquireOnAnotherThread(rig.handle("k"));
        final CompletableFuture<Long> inLine = ClientRig.acquireOnAnotherThread(rig.handle("k"));
        assertThat(rig.handle("k").acquireAsync(ClientRig.PATIENCE_NS, asynchronous::set))
            .isEqualTo(Outcome.STARTED);
        Deadline.await("under way", () -> rig.nodes.acquiresOffered() > 3);
        rig.nodes.fallSilent();
        final CompletableFuture<Outcome> releasing = CompletableFuture.supplyAsync(() -> holder.release(1));
        final CompletableFuture<Long> ofAClosedHandle = ClientRig.acquireOnAnotherThread(closed);
        Deadline.await("released", () -> rig.nodes.holding("held") == 0);
        Deadline.await("under way, too", () -> rig.nodes.holding("closed") == 3);

        rig.nodes.throwFromPoll(new StackOverflowError("planted"));
        closed.close();

        assertThat(Deadline.get(backingOff)).isEqualTo(Outcome.CLOSED.code());
        assertThat(Deadline.get(inLine)).isEqualTo(Outcome.CLOSED.code());
        assertThat(Deadline.get(releasing)).isEqualTo(Outcome.UNKNOWN);
        assertThat(Outcome.of(Deadline.get(ofAClosedHandle)) != Outcome.ACQUIRED).isTrue();
        Deadline.await("action was run", () -> asynchronous.get() != null);
        assertThat(asynchronous.get()).isEqualTo(Outcome.CLOSED.code());
    }

    @Test
    void shouldNotWaitForNodesThatWillNeverComeUpWhenItFailsAtTheStart()
    {
        final InstantNodes nodes = new InstantNodes(3);
        nodes.throwFromPoll(new IllegalStateException("planted"));

        try (ClientRig rig = ClientRig.dedicated(nodes))
        {
            assertThat(rig.client.isClosed()).isTrue();
            Deadline.await("it is told", () -> rig.news.errors.size() == 1);
        }
    }

    /**
     * Threads call and call while the client is closed under them: every call returns.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void shouldEndEveryCallThatIsMadeWhileItIsClosed(final int round) throws Exception
    {
        final int threadCount = 4;
        try (ClientRig rig = ClientRig.dedicated())
        {
            final List<CompletableFuture<Long>> ends = IntStream.range(0, threadCount)
                .mapToObj(i -> callUntilClosed(rig.handle("k" + i % 2))).toList();
            final int before = 50 * round;
            Deadline.await("they are at work", () -> rig.nodes.acquiresOffered() > before);

            rig.client.close();

            for (final CompletableFuture<Long> end : ends)
            {
                Deadline.get(end);
            }
            assertThat(rig.nodes.holding("k0")).isEqualTo(0);
            assertThat(rig.nodes.holding("k1")).isEqualTo(0);
        }
    }

    private static CompletableFuture<Long> callUntilClosed(final Handle handle)
    {
        return Deadline.elsewhere(() ->
        {
            long result = 0;
            while (result != Outcome.CLOSED.code())
            {
                result = handle.acquire(ClientRig.PATIENCE_NS, false);
                if (result > 0)
                {
                    handle.extend(result, 0);
                    handle.release(result);
                }
            }

            return result;
        });
    }
}
