// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.Engine;
import dev.redlock.fake.Deadline;
import dev.redlock.fake.Stint;

class CallTest
{
    private static final NanoClock CLOCK = SystemNanoClock.INSTANCE;
    private static final long FOREVER_NS = CLOCK.nanoTime() + Rig.PATIENCE_NS;

    private final Call call = new Call()
    {
        @Override
        void run(final Engine engine, final long nowNs)
        {
            complete(nowNs);
        }

        @Override
        void refuse()
        {
            takeBack();
        }
    };

    @Test
    void shouldCarryOneCallAtATime()
    {
        assertTrue(call.begin(null));
        assertFalse(call.begin(null));
        assertTrue(call.isPending());

        call.complete(7);
        assertFalse(call.begin(null), "the result has not been taken yet");
        assertTrue(call.isDone());

        assertEquals(7, call.take());
        assertTrue(call.begin(null));
    }

    @Test
    void shouldBeFreeAgainWhenItIsTakenBack()
    {
        call.begin(null);
        call.takeBack();

        assertFalse(call.isPending());
        assertTrue(call.begin(null));
    }

    @Test
    void shouldBeFreeForTheNextCallWhenTheActionRuns()
    {
        final AtomicReference<Boolean> canCallAgain = new AtomicReference<>();
        call.begin(result -> canCallAgain.set(result == 7 && call.begin(null)));

        call.complete(7);

        assertTrue(canCallAgain.get());
    }

    @Test
    void shouldNotParkWhenTheResultIsThere()
    {
        call.begin(null);
        call.complete(1);

        assertEquals(Call.Wait.DONE, call.await(0, 0, true, CLOCK, FOREVER_NS));
    }

    @Test
    void shouldWakeTheWaiter() throws Exception
    {
        call.begin(null);
        final CompletableFuture<Long> result = new CompletableFuture<>();
        final Thread waiter = new Thread(() ->
        {
            call.await(0, 0, false, CLOCK, FOREVER_NS);
            result.complete(call.take());
        });
        waiter.start();
        Deadline.await("waiter parks", () -> waiter.getState() == Thread.State.TIMED_WAITING);

        call.complete(42);

        assertEquals(42, Deadline.get(result));
    }

    @Test
    void shouldGiveUpWaitingAtAnInterruptIfAskedTo() throws Exception
    {
        call.begin(null);
        final CompletableFuture<Call.Wait> end = new CompletableFuture<>();
        final CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        final Thread waiter = new Thread(() ->
        {
            end.complete(call.await(0, 0, true, CLOCK, FOREVER_NS));
            isInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        waiter.start();

        waiter.interrupt();

        assertEquals(Call.Wait.INTERRUPTED, Deadline.get(end));
        assertFalse(Deadline.get(isInterrupted), "the interrupt is consumed");
    }

    @Test
    void shouldGoOnWaitingAtAnInterruptAndRestoreIt() throws Exception
    {
        call.begin(null);
        final CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        final Thread waiter = new Thread(() ->
        {
            call.await(0, 0, false, CLOCK, FOREVER_NS);
            isInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        waiter.interrupt();
        Deadline.await("waiter parks again",
            () -> waiter.getState() == Thread.State.TIMED_WAITING && !waiter.isInterrupted());
        assertFalse(isInterrupted.isDone());

        call.complete(1);

        assertTrue(Deadline.get(isInterrupted));
    }

    @Test
    void shouldGoOnWaitingAtAnInterruptToTheEndOfItsTime()
    {
        call.begin(null);
        Thread.currentThread().interrupt();

        assertEquals(Call.Wait.LATE, call.await(0, 0, false, CLOCK, CLOCK.nanoTime() + 1_000_000));

        assertTrue(Thread.interrupted());
    }

    @Test
    void shouldCarryNoOtherCallUntilItIsLetGo()
    {
        call.begin(null);
        assertEquals(Call.Wait.LATE, call.await(0, 0, true, CLOCK, CLOCK.nanoTime()));
        assertTrue(call.leave());

        assertTrue(call.isLeft());
        assertFalse(call.isPending());
        assertFalse(call.begin(null));
        assertFalse(call.complete(7), "nobody takes the result");
        assertFalse(call.begin(null));

        call.letGo();
        assertFalse(call.isLeft());
        assertTrue(call.begin(null));
    }

    @Test
    void shouldNotBeLeftWhenTheResultIsThere()
    {
        call.begin(null);
        assertTrue(call.complete(7));

        assertFalse(call.leave());
        assertEquals(7, call.take());
    }

    @Test
    void shouldWakeTheWaiterOfEveryOneOfManyCalls() throws InterruptedException
    {
        final AtomicBoolean isOver = new AtomicBoolean();
        final Thread engine = new Thread(() ->
        {
            for (int i = 0; !isOver.get(); )
            {
                if (call.isPending())
                {
                    call.complete(i++);
                }
                else
                {
                    Thread.yield();
                }
            }
        });
        engine.start();

        final Stint stint = new Stint(20_000);
        for (int i = 0; stint.goesOn(); i++)
        {
            assertTrue(call.begin(null));
            call.await(i % 3, i % 2, false, CLOCK, FOREVER_NS);
            assertEquals(i, call.take());
        }
        isOver.set(true);
        Deadline.join(engine);
    }
}
