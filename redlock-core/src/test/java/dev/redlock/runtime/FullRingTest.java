// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.FakeNodes;
import dev.redlock.outcome.Outcome;

/**
 * The engine stands in a callback, and the ring of commands is full.
 */
class FullRingTest
{
    private static final int RING = 16;
    private static final int ROOM = RING - RING / 4;

    private final Rig rig = Rig.dedicated(new FakeNodes(3), RING);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CountDownLatch stands = new CountDownLatch(1);
    private final List<Handle> handles = new ArrayList<>();

    @BeforeEach
    void fillTheRing() throws InterruptedException
    {
        assertThat(newHandle("stopper").acquireAsync(0, result -> standStill())).isEqualTo(Outcome.STARTED);
        Deadline.await("the engine stands still", () -> stands.getCount() == 0);
        for (int i = 0; i < ROOM; i++)
        {
            assertThat(newHandle("key " + i).acquireAsync(0, Handle.NO_ACTION)).isEqualTo(Outcome.STARTED);
        }
    }

    private void standStill()
    {
        stands.countDown();
        try
        {
            goesOn.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private Handle newHandle(final String key)
    {
        final Handle handle = rig.handle(key);
        handles.add(handle);

        return handle;
    }

    @AfterEach
    void close()
    {
        goesOn.countDown();
        handles.forEach(Handle::close);
        rig.close();
    }

    @Test
    void shouldRefuseACallWithoutPatience()
    {
        assertThat(Rig.acquire(newHandle("late"), 0)).isEqualTo(Outcome.BACK_PRESSURED.code());
        assertThat(newHandle("async").acquireAsync(Rig.PATIENCE_NS, Handle.NO_ACTION))
            .isEqualTo(Outcome.BACK_PRESSURED);
    }

    @Test
    void shouldWaitForAPlaceInTheRing() throws Exception
    {
        final Handle late = newHandle("late");
        final CompletableFuture<Long> term = new CompletableFuture<>();
        final Thread waiting = new Thread(() -> term.complete(Rig.acquire(late, Rig.PATIENCE_NS)));
        waiting.start();
        Deadline.await("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING || term.isDone());
        assertThat(term.isDone()).isFalse();
        goesOn.countDown();

        assertThat(Deadline.get(term)).isGreaterThan(0);
    }

    @Test
    void shouldWaitNoLongerThanItsPatience()
    {
        final Handle late = newHandle("late");

        assertThat(Rig.acquire(late, Rig.SECOND_NS / 10)).isEqualTo(Outcome.BACK_PRESSURED.code());
        goesOn.countDown();
        assertThat(Rig.acquire(late, Rig.PATIENCE_NS)).as("the handle is as good as new").isGreaterThan(0);
    }

    @Test
    void shouldStopWaitingAtAnInterrupt()
    {
        final Handle late = newHandle("late");
        final Thread waiting = Thread.currentThread();
        final Thread interrupter = new Thread(() ->
        {
            Deadline.await("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
            waiting.interrupt();
        });
        interrupter.start();

        assertThatThrownBy(() -> late.acquire(Rig.PATIENCE_NS, true))
            .isInstanceOf(InterruptedException.class);
    }
}
