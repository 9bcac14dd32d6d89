// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
        assertNull(newHandle("stopper").acquireAsync(0, result -> standStill()));
        Deadline.await("the engine stands still", () -> stands.getCount() == 0);
        for (int i = 0; i < ROOM; i++)
        {
            assertNull(newHandle("key " + i).acquireAsync(0, ResultAction.NONE));
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

    private static long acquire(final Handle handle, final long waitNs)
    {
        try
        {
            return handle.acquire(waitNs, true);
        }
        catch (final InterruptedException ex)
        {
            throw new CompletionException(ex);
        }
    }

    @Test
    void shouldRefuseWhoHasNoPatience()
    {
        assertEquals(Outcome.BACK_PRESSURED.code(), acquire(newHandle("late"), 0));
        assertEquals(Outcome.BACK_PRESSURED,
            newHandle("async").acquireAsync(Rig.PATIENCE_NS, ResultAction.NONE));
    }

    @Test
    void shouldWaitForAPlaceInTheRing() throws Exception
    {
        final Handle late = newHandle("late");
        final CompletableFuture<Long> term = new CompletableFuture<>();
        final Thread waiting = new Thread(() -> term.complete(acquire(late, Rig.PATIENCE_NS)));
        waiting.start();
        Deadline.await("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING || term.isDone());
        assertFalse(term.isDone());
        goesOn.countDown();

        assertTrue(Deadline.get(term) > 0);
    }

    @Test
    void shouldWaitNoLongerThanItsPatience()
    {
        final Handle late = newHandle("late");

        assertEquals(Outcome.BACK_PRESSURED.code(), acquire(late, Rig.SECOND_NS / 10));
        goesOn.countDown();
        assertTrue(acquire(late, Rig.PATIENCE_NS) > 0, "the handle is as good as new");
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

        assertThrows(InterruptedException.class, () -> late.acquire(Rig.PATIENCE_NS, true));
    }
}
