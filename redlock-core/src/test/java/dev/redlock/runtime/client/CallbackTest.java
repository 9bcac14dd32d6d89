// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.redlock.fake.Deadline;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.WithRig.Mode;

class CallbackTest
{
    private final AtomicReference<Handle> ownHandle = new AtomicReference<>();

    @WithRig
    void shouldNotBeHarmedByWhatACallbackThrows(final ClientRig rig) throws InterruptedException
    {
        int errors = 0;
        for (final Throwable thrown : List.of(new IOException("planted"), new AssertionError("planted"),
            new StackOverflowError("planted"), new OutOfMemoryError("planted")))
        {
            final String key = "k" + errors;
            final Handle handle = rig.handle(key, Heard.throwing(thrown));
            assertThat(handle.acquire(0, false)).isEqualTo(1);
            assertThat(handle.extend(1, 0)).isEqualTo(Outcome.EXTENDED);
            assertThat(handle.release(1)).isEqualTo(Outcome.RELEASED);
            rig.nodes.occupy(key);
            assertThat(handle.acquire(0, false)).isEqualTo(Outcome.CONTENDED.code());
            rig.nodes.forget(key);
            assertThat(handle.acquire(0, false)).isEqualTo(2);

            errors += 6;
            final int all = errors;
            rig.await("all were reported", () -> rig.news.errors.size() == all);
            assertThat(rig.client.meter().value(Counter.CALLBACK_ERRORS)).isEqualTo(all);
        }
    }

    @WithRig(Mode.INVOKER)
    void shouldNotTakeAFaultOfItsOwnForOneOfACallback(final ClientRig rig)
    {
        final EngineSide<Object> side =
            new EngineSide<>(rig.client, rig.client.enter("k"), "k", ClientRig.OPTIONS, "k", ClientRig.DEAF);

        assertThatThrownBy(() -> side.tellDenied(Outcome.CANCELLED))
            .isInstanceOf(AssertionError.class).hasMessageContaining("a call has one result");
        assertThat(rig.news.errors).isEmpty();
    }

    @WithRig
    void shouldNotLetACallbackWait(final ClientRig rig) throws InterruptedException
    {
        final List<String> failures = new ArrayList<>();
        final Heard waiting = new Heard(what ->
        {
            if ("acquired 1".equals(what))
            {
                collect(failures, handle -> handle.extend(1, 0));
                collect(failures, handle -> handle.release(1));
                collect(failures, handle -> ClientRig.acquire(handle, 0));
                collect(failures, handle -> rig.client.close());
                assertThat(ownHandle.get().mayWait()).isFalse();
            }
        });
        final Handle handle = rig.handle("k", waiting);
        ownHandle.set(handle);
        assertThat(handle.acquire(0, false)).isEqualTo(1);
        assertThat(handle.extend(1, 0)).isEqualTo(Outcome.EXTENDED);

        assertThat(failures.size()).isEqualTo(4);
        failures.forEach(failure -> assertThat(failure).contains("use the asynchronous form"));
        assertThat(rig.client.isClosed()).as("a close that was turned away has done nothing").isFalse();
        assertThat(handle.mayWait()).isTrue();
        rig.close();
        assertThat(rig.nodes.areTransportsClosed()).isTrue();
    }

    private void collect(final List<String> failures, final Consumer<Handle> call)
    {
        try
        {
            call.accept(ownHandle.get());
        }
        catch (final IllegalStateException ex)
        {
            failures.add(ex.getMessage());
        }
    }

    @WithRig
    void shouldTakeAsynchronousCallsFromACallback(final ClientRig rig)
    {
        final Heard heard = new Heard(what ->
        {
            final Handle handle = ownHandle.get();
            if ("acquired 1".equals(what))
            {
                assertThat(handle.extendAsync(1, 0)).isEqualTo(Outcome.STARTED);
            }
            else if ("extended 1 EXTENDED".equals(what))
            {
                assertThat(handle.releaseAsync(1)).isEqualTo(Outcome.STARTED);
            }
            else if ("released 1 RELEASED".equals(what))
            {
                assertThat(handle.acquireAsync(0, Handle.NO_ACTION)).isEqualTo(Outcome.STARTED);
            }
        });
        final Handle handle = rig.handle("k", heard);
        ownHandle.set(handle);
        handle.acquireAsync(0, Handle.NO_ACTION);

        rig.await("second term", () -> heard.all.size() == 4);
        assertThat(heard.all)
            .isEqualTo(List.of("acquired 1", "extended 1 EXTENDED", "released 1 RELEASED", "acquired 2"));
        assertThat(rig.news.errors.isEmpty()).isTrue();
    }

    /**
     * The extension that found the loss is answered before the next acquisition is, which the loss began.
     */
    @WithRig
    void shouldAcquireAgainFromTheNewsOfALossThatAnExtensionFound(final ClientRig rig)
        throws InterruptedException
    {
        final Heard heard = new Heard(what ->
        {
            if (what.startsWith("lost"))
            {
                assertThat(ownHandle.get().term()).isZero();
                assertThat(ownHandle.get().acquireAsync(0, Handle.NO_ACTION)).isEqualTo(Outcome.STARTED);
            }
        });
        final Handle handle = rig.handle("k", heard);
        ownHandle.set(handle);
        assertThat(handle.acquire(0, false)).isEqualTo(1);
        rig.nodes.forget("k");

        assertThat(handle.extend(1, 0)).isEqualTo(Outcome.LOST);
        rig.await("second term", () -> handle.term() == 2 && heard.all.size() == 4);
        assertThat(heard.all)
            .isEqualTo(List.of("acquired 1", "lost 1 REFUSED", "extended 1 LOST", "acquired 2"));
        assertThat(rig.news.errors).isEmpty();
        assertThat(handle.release(2)).isEqualTo(Outcome.RELEASED);
    }

    /**
     * An extension that comes while the engine tells of the loss, which it has found itself.
     */
    @WithRig(Mode.DEDICATED)
    void shouldAnswerAnExtensionWhenTheLossHasBeenTold(final ClientRig rig) throws Exception
    {
        final CountDownLatch goOn = new CountDownLatch(1);
        final CountDownLatch telling = new CountDownLatch(1);
        final Heard slow = new Heard(what ->
        {
            if (what.startsWith("lost"))
            {
                telling.countDown();
                ClientRig.awaitQuietly(goOn);
            }
        });
        final Handle handle = rig.handle("k", slow);
        assertThat(handle.acquire(0, false)).isEqualTo(1);
        rig.aheadNs.set(30 * ClientRig.SECOND_NS);
        rig.handle("other").acquireAsync(0, Handle.NO_ACTION);
        ClientRig.awaitQuietly(telling);

        final AtomicReference<Outcome> outcome = new AtomicReference<>();
        final Thread extending = new Thread(() -> outcome.set(handle.extend(1, 0)));
        extending.start();
        Deadline.await("it waits", () -> extending.getState() == Thread.State.TIMED_WAITING);
        assertThat(handle.extendAsync(1, 0)).as("that does not wait").isEqualTo(Outcome.LOST);
        goOn.countDown();
        Deadline.join(extending);

        assertThat(outcome.get()).isEqualTo(Outcome.LOST);
        // The listener is told after the caller.
        Deadline.await("told", () -> slow.all.size() == 3);
        assertThat(slow.all).isEqualTo(List.of("acquired 1", "lost 1 EXPIRED", "extended 1 LOST"));
    }

    /**
     * An eager callback asks again as soon as it is denied, which it is at once while a local handle holds.
     * The holder must still be able to release.
     */
    @WithRig(Mode.DEDICATED)
    void shouldNotStarveOthersByACallbackThatAlwaysAsksAgain(final ClientRig rig) throws InterruptedException
    {
        final AtomicBoolean isOver = new AtomicBoolean();
        final Heard eager = new Heard(what ->
        {
            if (!isOver.get())
            {
                ownHandle.get().acquireAsync(0, Handle.NO_ACTION);
            }
        });
        final Handle holder = rig.handle("k");
        final Handle contender = rig.handle("k", eager);
        ownHandle.set(contender);
        assertThat(holder.acquire(0, false)).isEqualTo(1);
        contender.acquireAsync(0, Handle.NO_ACTION);
        Deadline.await("the contender is busy", () -> eager.all.size() > 1000);

        assertThat(holder.release(1)).isEqualTo(Outcome.RELEASED);
        Deadline.await("its turn has come", () -> contender.term() > 0);
        isOver.set(true);
    }

    @WithRig(Mode.DEDICATED)
    void shouldNotMindACallbackThatInterruptsTheEngineThread(final ClientRig rig) throws InterruptedException
    {
        final Heard interrupting = new Heard(what -> Thread.currentThread().interrupt());
        final Handle handle = rig.handle("k", interrupting);
        for (int i = 1; i <= 20; i++)
        {
            assertThat(handle.acquire(0, false)).isEqualTo(i);
            assertThat(handle.release(i)).isEqualTo(Outcome.RELEASED);
        }
        assertThat(rig.client.isClosed()).isFalse();
    }

    @WithRig(Mode.DEDICATED)
    void shouldHaveEndedACallBeforeItsCallback(final ClientRig rig) throws InterruptedException
    {
        final CountDownLatch latch = new CountDownLatch(1);
        final Heard blocking = new Heard(what -> ClientRig.awaitQuietly(latch));
        final Handle handle = rig.handle("k", blocking);
        assertThat(handle.acquire(0, false)).isEqualTo(1);
        assertThat(handle.remainingNs(1)).isGreaterThan(0);
        latch.countDown();
    }
}
