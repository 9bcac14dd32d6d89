// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.client.Handle;
import dev.redlock.runtime.client.Heard;

/**
 * The engine thread stands in a callback of the application, for as long as the test wants.
 */
@Execution(ExecutionMode.CONCURRENT)
class StuckEngineTest
{
    private static final int FEW = 12;
    private static final int MANY = 48;
    private static final long PATIENCE_NS = ClientRig.SECOND_NS / 5;

    /*
     * Of a thread that may get no core for seconds on a busy machine. Without its patience a call would not
     * end at all.
     */
    private static final long WITHIN_NS = 10 * ClientRig.SECOND_NS;

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final InstantNodes nodes = new InstantNodes(3);
    private final ClientRig rig = ClientRig.dedicated(nodes);
    private final Handle blocking = rig.handle("blocking", standing());

    @AfterEach
    void goOn()
    {
        goOn.countDown();
        rig.close();
    }

    private Heard standing()
    {
        return new Heard(what -> ClientRig.awaitQuietly(goOn));
    }

    private void stop() throws InterruptedException
    {
        assertThat(blocking.acquire(0, false)).isEqualTo(1);
    }

    @Test
    void shouldEndACallWhenItsPatienceIsOver() throws Exception
    {
        final Handle handle = rig.handle("k");
        stop();

        final long startNs = System.nanoTime();
        final long code = elsewhere(() -> handle.acquire(PATIENCE_NS, true));

        assertThat(System.nanoTime() - startNs).isBetween(PATIENCE_NS, WITHIN_NS);
        assertThat(Outcome.of(code)).isEqualTo(Outcome.TIMED_OUT);
    }

    @Test
    void shouldAlwaysFindRoomForCallsReleasesAndCancellations() throws Exception
    {
        final List<Handle> held = new ArrayList<>();
        for (int i = 0; i < MANY; i++)
        {
            held.add(rig.handle("held" + i));
            assertThat(held.get(i).acquire(0, false)).isEqualTo(1);
        }
        stop();
        final List<Handle> waiting = callOften();

        elsewhere(() ->
        {
            held.forEach(handle -> assertThat(handle.releaseAsync(1)).isEqualTo(Outcome.STARTED));
            waiting.forEach(Handle::cancel);
            return null;
        });
        held.forEach(handle -> assertThat(handle.remainingNs(1)).isEqualTo(0));

        goOn.countDown();
        Deadline.await("all are released", () -> held.stream().allMatch(
            handle -> nodes.holding(handle.name()) == 0));
        Deadline.await("all are cancelled", () -> rig.client.meter().tokensOut() == 1);
    }

    @Test
    void shouldEndAReleaseThatNobodyTakesByTheCloseTimeout() throws Exception
    {
        final Handle handle = rig.handle("k");
        assertThat(handle.acquire(0, false)).isEqualTo(1);
        stop();
        callOften();

        final long startNs = System.nanoTime();
        assertThat(elsewhere(() -> handle.release(1))).isEqualTo(Outcome.UNKNOWN);
        assertThat(System.nanoTime() - startNs).as("it waits for the engine first")
            .isGreaterThanOrEqualTo(ClientRig.SECOND_NS);

        goOn.countDown();
        Deadline.await("it is released after all", () -> nodes.holding("k") == 0);
    }

    @Test
    void shouldCloseWithinItsTimeoutAndReportWhatIsLeft() throws Exception
    {
        assertThat(rig.handle("k").acquire(0, false)).isEqualTo(1);
        stop();
        callOften();

        assertThat(elsewhere(rig.client::close)).isEqualTo(2);
        assertThat(rig.news.errors.size()).isEqualTo(1);
        assertThat(nodes.areTransportsClosed()).isFalse();

        goOn.countDown();
        Deadline.await("it ends after all", nodes::areTransportsClosed);
        assertThat(nodes.holding("k")).isEqualTo(0);
    }

    @Test
    void shouldCloseWithinItsTimeout() throws Exception
    {
        stop();

        final long startNs = System.nanoTime();
        elsewhere(rig.client::close);

        assertThat(System.nanoTime() - startNs).isBetween(ClientRig.SECOND_NS, WITHIN_NS);
    }

    @Test
    void shouldReleaseALockWonForACallerThatLeft() throws Exception
    {
        final Heard heard = new Heard();
        final Handle handle = rig.handle("k", heard);
        nodes.fallSilent();
        final CompletableFuture<Long> left =
            CompletableFuture.supplyAsync(() -> ClientRig.acquire(handle, 10 * PATIENCE_NS));
        Deadline.await("the nodes have granted", () -> nodes.holding("k") == 3);
        final Heard stopping = standing();
        assertThat(rig.handle("k", stopping).acquireAsync(0, Handle.NO_ACTION)).isEqualTo(Outcome.STARTED);
        Deadline.await("the engine stands in the callback", () -> !stopping.all.isEmpty());
        nodes.speak();

        assertThat(Outcome.of(Deadline.get(left))).isEqualTo(Outcome.TIMED_OUT);
        assertThat(handle.isLeft()).isTrue();
        assertThat(handle.term()).isEqualTo(0);
        assertThat(handle.acquire(0, false)).isEqualTo(Outcome.BUSY.code());
        assertThat(heard.all).isEqualTo(List.of());
        assertThat(rig.client.meter().value(Counter.CALLS_LEFT)).isEqualTo(1);

        goOn.countDown();
        Deadline.await("it is let go", () -> !handle.isLeft());
        Deadline.await("it is released", () -> nodes.holding("k") == 0);
        Deadline.await("it is told", () -> heard.all.equals(List.of("denied CANCELLED")));
        final long next = handle.acquire(0, false);
        assertThat(next).isGreaterThan(0);
        assertThat(handle.release(next)).isEqualTo(Outcome.RELEASED);
    }

    private List<Handle> callOften()
    {
        final List<Handle> waiting =
            IntStream.range(0, FEW).mapToObj((i) -> rig.handle("waiting" + i)).toList();
        waiting.forEach((handle) -> assertThat(handle.acquireAsync(ClientRig.PATIENCE_NS, Handle.NO_ACTION))
            .isEqualTo(Outcome.STARTED));

        return waiting;
    }

    private static <T> T elsewhere(final Callable<T> call) throws Exception
    {
        return Deadline.get(Deadline.elsewhere(call));
    }
}
