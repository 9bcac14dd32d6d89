// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * What the application has given to a client hangs, at each place where it runs. It costs that client what
 * docs/threading.md says, and another client of the same process nothing.
 */
public abstract class HungObjects extends SharedNodes
{
    private static final Duration PATIENCE = Duration.ofMillis(200);

    /*
     * Longer than a caller's patience, and than the close timeout, which is the same.
     */
    private static final Duration BEYOND = PATIENCE.multipliedBy(4);

    private final RedlockEvents deaf = new RedlockEvents()
    {
    };

    @Override
    protected int nodeCount()
    {
        return 3;
    }

    @Test
    void shouldLetCallersLeaveWhenEventsHang() throws InterruptedException
    {
        final Gate gate = new Gate();
        final Redlock redlock = up(client().events(new RedlockEvents()
        {
            @Override
            public void onNodeStatus(final NodeStatus status)
            {
                gate.pass();
            }
        }));
        closing(gate);
        final LockHandle held = held(redlock);
        gate.holdNext();
        nodes.call(0, "CLIENT", "KILL", "TYPE", "normal");
        awaitHung(gate);

        checkLooksAt(held);
        checkCallersLeave(redlock);
    }

    @Test
    void shouldLetCallersLeaveWhenTheIdleStrategyHangs() throws InterruptedException
    {
        final Gate gate = new Gate();
        final Redlock redlock = up(client().events(deaf).idleStrategy(new Idle(gate)));
        closing(gate);
        final LockHandle held = held(redlock);
        gate.holdNext();
        awaitHung(gate);

        checkLooksAt(held);
        checkCallersLeave(redlock);
    }

    /**
     * It is the owner's own thread that hangs.
     */
    @Test
    @Tag("proof")
    void shouldHoldUpTheOwnerWhenTheIdleStrategyHangs() throws InterruptedException
    {
        final Gate gate = closing(new Gate());
        final CompletableFuture<Outcome> owned = CompletableFuture.supplyAsync(() ->
        {
            try (Redlock redlock = client().idleStrategy(new Idle(gate)).invoker().build())
            {
                awaitAllUp(redlock, new Await(redlock::poll));
                callAll("CLIENT", "PAUSE", Long.toString(SOON.toMillis()), "WRITE");
                gate.holdNext();

                return acquire(redlock);
            }
        }, callers);
        awaitHung(gate);
        callAll("CLIENT", "UNPAUSE");

        checkOthersGoOn();
        checkHasNoLimit(owned);
        gate.close();
        // The answers are there, or its patience is over.
        assertThat(result(owned)).isIn(Outcome.ACQUIRED, Outcome.TIMED_OUT, Outcome.NO_QUORUM);
    }

    /**
     * Callers read it themselves.
     */
    @Test
    @Tag("proof")
    void shouldHoldUpCallersWhenTheClockHangs() throws InterruptedException
    {
        final Gate gate = new Gate();
        final Redlock redlock = up(client().events(deaf).clock(() ->
        {
            gate.pass();

            return System.nanoTime();
        }));
        closing(gate);
        final LockHandle held = held(redlock);
        final LockHandle late = redlock.handle("late", LONG);
        gate.holdAll();
        awaitHung(gate);
        final CompletableFuture<Boolean> looking = CompletableFuture.supplyAsync(held::isHeld, callers);
        final CompletableFuture<Outcome> waiting =
            CompletableFuture.supplyAsync(() -> acquire(late), callers);
        final CompletableFuture<Void> closing = CompletableFuture.runAsync(redlock::close, callers);

        checkOthersGoOn();
        checkHasNoLimit(CompletableFuture.anyOf(looking, waiting, closing));
        gate.close();
        CompletableFuture.allOf(looking, closing).join();
        assertThat(result(waiting)).isIn(Outcome.ACQUIRED, Outcome.TIMED_OUT, Outcome.CLOSED);
    }

    /**
     * Only who asks whether a lease is held reads it as well: it tells what a machine has slept through.
     */
    @Test
    @Tag("proof")
    void shouldLetCallersLeaveWhenTheWallClockHangs() throws InterruptedException
    {
        final Gate gate = new Gate();
        final Redlock redlock = up(client().events(deaf).wallClock(() ->
        {
            gate.pass();

            return System.currentTimeMillis();
        }));
        closing(gate);
        final LockHandle held = held(redlock);
        gate.holdAll();
        awaitHung(gate);

        final CompletableFuture<Boolean> looking = CompletableFuture.supplyAsync(held::isHeld, callers);
        checkCallersLeave(redlock);
        checkHasNoLimit(looking);
        gate.close();
        result(looking);
    }

    @Test
    @Tag("proof")
    void shouldHoldUpTheOneWhoBuildsWhenTheThreadFactoryHangs() throws InterruptedException
    {
        final Gate gate = closing(new Gate());
        gate.holdNext();
        final RedlockBuilder builder = client().threadFactory((work) ->
        {
            gate.pass();
            final Thread thread = new Thread(work, "of a factory that hangs");
            thread.setDaemon(true);

            return thread;
        });
        final CompletableFuture<Redlock> building = CompletableFuture.supplyAsync(builder::build, callers);
        awaitHung(gate);

        checkOthersGoOn();
        checkHasNoLimit(building);
        gate.close();
        final Redlock redlock = closing(result(building));
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    @Test
    void shouldHoldUpOperatorsOnlyWhenADependentOfTheirsHangs() throws InterruptedException
    {
        final Gate gate = new Gate();
        final Redlock redlock = up(client().events(deaf));
        closing(gate);
        gate.holdNext();
        redlock.operators().ask(0, SOON, words("BLPOP", "answer", "0"))
            .whenComplete((answer, problem) -> gate.pass());
        nodes.call(0, "RPUSH", "answer", "now");
        awaitHung(gate);
        final CompletableFuture<?> another =
            redlock.operators().ask(1, SOON, words("PING")).toCompletableFuture();

        checkGoesOn(redlock);
        checkOthersGoOn();
        assertThat(another).as("another question").isNotDone();
        checkCloses(redlock);
    }

    private RedlockBuilder client()
    {
        return patient(nodes.uris()).closeTimeout(PATIENCE);
    }

    private LockHandle held(final Redlock redlock)
    {
        final LockHandle handle = redlock.handle("held", LONG);
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.ACQUIRED);

        return handle;
    }

    private static void awaitHung(final Gate gate)
    {
        Await.parking().until("it hangs", SOON, gate::waiting, (waiting) -> waiting > 0);
    }

    private void checkLooksAt(final LockHandle held)
    {
        final boolean isHeld = result(CompletableFuture.supplyAsync(held::isHeld, callers));
        assertThat(isHeld).as("still held").isTrue();
    }

    /*
     * Though its engine stands still.
     */
    private void checkCallersLeave(final Redlock redlock) throws InterruptedException
    {
        final CompletableFuture<Outcome> waiting =
            CompletableFuture.supplyAsync(() -> acquire(redlock), callers);

        assertThat(result(waiting)).isEqualTo(Outcome.TIMED_OUT);
        checkOthersGoOn();
        checkCloses(redlock);
    }

    private void checkCloses(final Redlock redlock)
    {
        result(CompletableFuture.runAsync(redlock::close, callers));
    }

    private void checkOthersGoOn() throws InterruptedException
    {
        try (Redlock other = client().build())
        {
            awaitAllUp(other);
            checkGoesOn(other);
        }
    }

    private static void checkGoesOn(final Redlock redlock) throws InterruptedException
    {
        try (LockHandle handle = redlock.handle("other", LONG))
        {
            final long term = handle.acquire(SOON);
            assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        }
    }

    private static void checkHasNoLimit(final CompletableFuture<?> call)
    {
        final long startNs = System.nanoTime();
        Await.parking().until("its limit would be over", SOON,
            () -> System.nanoTime() - startNs > BEYOND.toNanos());
        assertThat(call).isNotDone();
    }

    private static Outcome acquire(final Redlock redlock)
    {
        return acquire(redlock.handle("late", LONG));
    }

    private static Outcome acquire(final LockHandle handle)
    {
        try
        {
            return Outcome.of(handle.acquire(PATIENCE));
        }
        catch (final InterruptedException ex)
        {
            throw new CompletionException(ex);
        }
    }

    private void callAll(final String... command)
    {
        for (int i = 0; i < nodeCount(); i++)
        {
            nodes.call(i, command);
        }
    }

    private static byte[][] words(final String... words)
    {
        final byte[][] bytes = new byte[words.length][];
        for (int i = 0; i < words.length; i++)
        {
            bytes[i] = words[i].getBytes(US_ASCII);
        }

        return bytes;
    }

    /**
     * Yields, and hangs.
     */
    private record Idle(Gate gate) implements IdleStrategy
    {
        @Override
        public void idle(final int workCount)
        {
            if (workCount == 0)
            {
                idle();
            }
        }

        @Override
        public void idle()
        {
            gate.pass();
            Thread.yield();
        }

        @Override
        public void reset()
        {
        }
    }
}
