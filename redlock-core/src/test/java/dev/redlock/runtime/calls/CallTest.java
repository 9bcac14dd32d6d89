// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
    private static final long FOREVER_NS = CLOCK.nanoTime() + TimeUnit.HOURS.toNanos(1);

    private final Call call = new Call()
    {
        @Override
        public void run(final Engine engine, final long nowNs)
        {
            complete(nowNs);
        }

        @Override
        public void refuse()
        {
            // Nothing ends here.
        }
    };

    @Test
    void shouldCarryOneCallAtATime()
    {
        assertThat(call.tryBegin(null)).isTrue();
        assertThat(call.tryBegin(null)).isFalse();
        assertThat(call.isPending()).isTrue();

        call.complete(7);
        assertThat(call.tryBegin(null)).as("the result has not been taken yet").isFalse();
        assertThat(call.isDone()).isTrue();

        assertThat(call.take()).isEqualTo(7);
        assertThat(call.tryBegin(null)).isTrue();
    }

    @Test
    void shouldBeFreeForTheNextCallWhenTheActionRuns()
    {
        final AtomicReference<Boolean> canCallAgain = new AtomicReference<>();
        call.tryBegin(result -> canCallAgain.set(result == 7 && call.tryBegin(null)));

        call.complete(7);

        assertThat(canCallAgain.get()).isTrue();
    }

    @Test
    void shouldNotParkWhenTheResultIsThere()
    {
        call.tryBegin(null);
        call.complete(1);

        assertThat(call.await(true, CLOCK, FOREVER_NS)).isEqualTo(Call.Wait.DONE);
    }

    @Test
    void shouldWakeTheWaiter() throws Exception
    {
        call.tryBegin(null);
        final CompletableFuture<Long> result = new CompletableFuture<>();
        final Thread waiter = new Thread(() ->
        {
            call.await(false, CLOCK, FOREVER_NS);
            result.complete(call.take());
        });
        waiter.start();
        Deadline.await("waiter parks", () -> waiter.getState() == Thread.State.TIMED_WAITING);

        call.complete(42);

        assertThat(Deadline.get(result)).isEqualTo(42);
    }

    @Test
    void shouldGiveUpWaitingAtAnInterruptIfAskedTo() throws Exception
    {
        call.tryBegin(null);
        final CompletableFuture<Call.Wait> end = new CompletableFuture<>();
        final CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        final Thread waiter = new Thread(() ->
        {
            end.complete(call.await(true, CLOCK, FOREVER_NS));
            isInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        waiter.start();

        waiter.interrupt();

        assertThat(Deadline.get(end)).isEqualTo(Call.Wait.INTERRUPTED);
        assertThat(Deadline.get(isInterrupted)).as("the interrupt is consumed").isFalse();
    }

    @Test
    void shouldGoOnWaitingAtAnInterruptAndRestoreIt() throws Exception
    {
        call.tryBegin(null);
        final CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        final Thread waiter = new Thread(() ->
        {
            call.await(false, CLOCK, FOREVER_NS);
            isInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        waiter.interrupt();
        Deadline.await("waiter parks again",
            () -> waiter.getState() == Thread.State.TIMED_WAITING && !waiter.isInterrupted());
        assertThat(isInterrupted.isDone()).isFalse();

        call.complete(1);

        assertThat(Deadline.get(isInterrupted)).isTrue();
    }

    @Test
    void shouldGoOnWaitingAtAnInterruptToTheEndOfItsTime()
    {
        call.tryBegin(null);
        Thread.currentThread().interrupt();

        assertThat(call.await(false, CLOCK, CLOCK.nanoTime() + 1_000_000)).isEqualTo(Call.Wait.LATE);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldCarryNoOtherCallUntilItIsReleased()
    {
        call.tryBegin(null);
        assertThat(call.await(true, CLOCK, CLOCK.nanoTime())).isEqualTo(Call.Wait.LATE);
        assertThat(call.tryLeave()).isTrue();

        assertThat(call.isLeft()).isTrue();
        assertThat(call.isPending()).isFalse();
        assertThat(call.tryBegin(null)).isFalse();
        assertThat(call.complete(7)).as("nobody takes the result").isFalse();
        assertThat(call.tryBegin(null)).isFalse();

        call.letGo();
        assertThat(call.isLeft()).isFalse();
        assertThat(call.tryBegin(null)).isTrue();
    }

    @Test
    void shouldNotBeLeftWhenTheResultIsThere()
    {
        call.tryBegin(null);
        assertThat(call.complete(7)).isTrue();

        assertThat(call.tryLeave()).isFalse();
        assertThat(call.take()).isEqualTo(7);
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
            assertThat(call.tryBegin(null)).isTrue();
            call.await(false, CLOCK, FOREVER_NS);
            assertThat(call.take()).isEqualTo(i);
        }
        isOver.set(true);
        Deadline.join(engine);
    }
}
