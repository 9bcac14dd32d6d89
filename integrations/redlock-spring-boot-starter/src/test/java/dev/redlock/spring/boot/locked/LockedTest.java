// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.expression.EvaluationException;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockContendedException;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockMisuseException;
import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;
import dev.redlock.spring.boot.LockedInterruptedException;
import dev.redlock.spring.boot.Nested;
import dev.redlock.spring.boot.OnFailure;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;

/**
 * What callers of a method with {@link Locked} see, over nodes in memory.
 */
@ExtendWith(OutputCaptureExtension.class)
class LockedTest
{
    private static final String KEY = "work:7";

    /*
     * A patience that ends while the engine gets no core for 50 ms would blame that; one attempt is waited
     * for.
     */
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            AopAutoConfiguration.class, RedlockAutoConfiguration.class, LockedAutoConfiguration.class))
        .withUserConfiguration(Faked.class, Work.class, Outer.class)
        .withPropertyValues("redlock.locked.within=0s", "work.name=work");

    private void with(final Body body)
    {
        runner.run((context) ->
        {
            assertThat(context).hasNotFailed();
            body.run(context.getBean(FakeNodes.class), context.getBean(Work.class),
                context.getBean(Outer.class));
        });
    }

    @Test
    void shouldHoldTheLockWhileTheMethodRuns()
    {
        with((nodes, work, outer) ->
        {
            assertThat(work.call(7, () -> nodes.isHeld(KEY))).isEqualTo(true);
            assertThat(nodes.isHeld(KEY)).isFalse();
            assertThatThrownBy(() -> work.call(7, () ->
            {
                throw new IllegalStateException("of the work");
            })).hasMessage("of the work");
            assertThat(nodes.isHeld(KEY)).isFalse();
        });
    }

    @Test
    void shouldTellContentionFromOutage()
    {
        with((nodes, work, outer) ->
        {
            try (Lease theirs = nodes.holdElsewhere(KEY))
            {
                assertThatThrownBy(() -> work.call(7, theirs::isHeld))
                    .isInstanceOf(LockContendedException.class);
                assertThat(work.call(8, () -> "another key")).isEqualTo("another key");
            }
            takeDown(nodes);
            assertThatThrownBy(() -> work.call(7, () -> null)).isInstanceOf(NoQuorumException.class);
        });
    }

    @Test
    void shouldSkipContentionAndNothingElse()
    {
        with((nodes, work, outer) ->
        {
            assertThat(work.skippedObject(7)).isEqualTo("done");
            assertThat(work.skippedOptional(7)).contains("done");
            assertThat(work.skippedFuture(7).toCompletableFuture().join()).isEqualTo("done");
            try (Lease theirs = nodes.holdElsewhere(KEY))
            {
                assertThat(theirs.isHeld()).isTrue();
                assertThat(work.skippedObject(7)).isNull();
                assertThat(work.skippedOptional(7)).isEmpty();
                assertThat(work.skippedFuture(7).toCompletableFuture().join()).isNull();
            }
            takeDown(nodes);
            assertThatThrownBy(() -> work.skippedObject(7)).isInstanceOf(NoQuorumException.class);
            assertThatThrownBy(() -> work.skippedFuture(7)).isInstanceOf(NoQuorumException.class);
        });
    }

    /**
     * It would wait for itself, or skip its own work in silence.
     */
    @Test
    void shouldRefuseALockThatTheThreadHoldsByAnotherWayIn()
    {
        runner.withPropertyValues("redlock.locked.within=1h").run((context) ->
        {
            final Work work = context.getBean(Work.class);
            final Lock theirs = context.getBean(Redlock.class).asLock(KEY);
            theirs.lock();
            try
            {
                assertThatThrownBy(() -> work.call(7, () -> null)).isInstanceOf(RedlockMisuseException.class)
                    .hasMessageContaining("lock 'work:7' is held by this thread already");
                assertThatThrownBy(() -> work.skippedObject(7)).isInstanceOf(RedlockMisuseException.class);
                assertThatThrownBy(() -> work.skippedFuture(7)).isInstanceOf(RedlockMisuseException.class);
                assertThat(work.call(8, () -> "another key")).isEqualTo("another key");
            }
            finally
            {
                theirs.unlock();
            }
            assertThat(work.call(7, () -> "free")).isEqualTo("free");
            assertThat(work.call(7, () -> assertThatThrownBy(theirs::lock)
                .isInstanceOf(RedlockMisuseException.class))).isNotNull();
        });
    }

    /**
     * Another thread may release that lease. A future is another thread's, so nothing is said of it.
     */
    @Test
    void shouldSayThatTheCallerHasAcquiredTheLockItself(final CapturedOutput output)
    {
        runner.run((context) ->
        {
            final Work work = context.getBean(Work.class);
            final Redlock redlock = context.getBean(Redlock.class);
            try (Lease own = redlock.acquire(KEY, Duration.ofSeconds(1)))
            {
                assertThatThrownBy(() -> work.call(7, () -> null)).isInstanceOf(LockContendedException.class)
                    .hasMessageContaining("this thread acquired it itself");
                assertThat(work.skippedObject(7)).isNull();
                assertThat(own.isHeld()).isTrue();
            }
            assertThat(output).containsOnlyOnce("Work.skippedObject(int) is skipped, though nobody else " +
                "holds its lock: lock 'work:7' was not obtained");

            final CompletableFuture<String> goesOn = new CompletableFuture<>();
            final CompletableFuture<String> result = work.later(7, goesOn);
            assertThat(work.skippedObject(7)).isNull();
            goesOn.complete("done");
            assertThat(result.join()).isEqualTo("done");
            assertThat(output).containsOnlyOnce("is skipped, though");
        });
    }

    /**
     * A lock that the work does not get is the work's exception: the work has begun.
     */
    @Test
    void shouldNotSkipWhatTheWorkThrows()
    {
        with((nodes, work, outer) ->
        {
            try (Lease theirs = nodes.holdElsewhere(KEY))
            {
                assertThat(theirs.isHeld()).isTrue();
                assertThatThrownBy(() -> outer.skippedAround(() -> work.call(7, () -> null)))
                    .isInstanceOf(LockContendedException.class);
            }
        });
    }

    /**
     * As docs/spring-boot.md says of tests that share their nodes.
     */
    @Test
    void shouldLockAgainWhenATestHasBroughtBackItsNodes()
    {
        with((nodes, work, outer) ->
        {
            takeDown(nodes);
            nodes.restart(0);
            nodes.restart(1);
            nodes.restart(2);
            assertThatThrownBy(() -> work.call(7, () -> null)).isInstanceOf(NoQuorumException.class);
            nodes.skip(Duration.ofMinutes(2));
            assertThat(work.call(7, () -> "again")).isEqualTo("again");
        });
    }

    private static void takeDown(final FakeNodes nodes)
    {
        nodes.kill(0);
        nodes.kill(1);
        nodes.kill(2);
    }

    @Test
    void shouldThrowIfTheLeaseWasLostBeforeTheMethodReturned()
    {
        with((nodes, work, outer) ->
        {
            assertThatThrownBy(() -> work.call(7, () ->
            {
                nodes.takeAway(KEY);

                return "done";
            })).isInstanceOfSatisfying(LeaseLostException.class, (lost) ->
                assertThat(lost.key()).isEqualTo(KEY));
        });
    }

    @Test
    void shouldAddTheLossToWhatTheMethodThrows()
    {
        with((nodes, work, outer) -> assertThatThrownBy(() -> work.call(7, () ->
        {
            nodes.takeAway(KEY);
            throw new IllegalStateException("of the work");
        })).hasMessage("of the work").satisfies((ex) ->
            assertThat(ex.getSuppressed()).hasOnlyElementsOfType(LeaseLostException.class).hasSize(1)));
    }

    @Test
    void shouldHoldTheLockUntilTheFutureCompletes()
    {
        with((nodes, work, outer) ->
        {
            final CompletableFuture<String> inside = new CompletableFuture<>();
            final CompletableFuture<String> result = work.later(7, inside);
            assertThat(nodes.isHeld(KEY)).isTrue();
            result.cancel(true);
            assertThat(nodes.isHeld(KEY)).as("after the caller has given up").isTrue();
            inside.complete("done");
            awaitFree(nodes);

            final CompletableFuture<String> failing = new CompletableFuture<>();
            final CompletableFuture<String> failed = work.later(7, failing);
            assertThat(nodes.isHeld(KEY)).isTrue();
            failing.completeExceptionally(new IllegalStateException("of the work"));
            assertThatThrownBy(failed::join).hasRootCauseMessage("of the work");
            awaitFree(nodes);
            assertThatThrownBy(() -> work.later(7, null)).hasMessage("no future");
            awaitFree(nodes);
        });
    }

    private static void awaitFree(final FakeNodes nodes)
    {
        Await.parking().until(KEY + " free", Duration.ofSeconds(40), () -> !nodes.isHeld(KEY));
    }

    @Test
    void shouldEndAFutureWithTheLoss()
    {
        with((nodes, work, outer) ->
        {
            final CompletableFuture<String> inside = new CompletableFuture<>();
            final CompletableFuture<String> result = work.later(7, inside);
            nodes.takeAway(KEY);
            inside.complete("done");
            assertThatThrownBy(result::join).isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(LeaseLostException.class);
        });
    }

    @Test
    void shouldJoinTheLeaseOfItsThreadOrFailAtOnce()
    {
        with((nodes, work, outer) ->
        {
            final AtomicReference<Lease> lease = new AtomicReference<>();
            assertThat(outer.around(7, () ->
            {
                lease.set(LockedContext.current());

                return work.call(7, LockedContext::current);
            })).isSameAs(lease.get());
            assertThatThrownBy(() -> outer.around(7, () -> work.alone(7)))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("does not join");
            assertThatThrownBy(() -> outer.around(7, () -> work.fenced(7)))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("needs a fencing token");
            assertThatThrownBy(() -> outer.around(7, () ->
            {
                nodes.takeAway(KEY);

                return work.call(7, () -> "begun");
            })).isInstanceOf(LeaseLostException.class);
            assertThat(LockedContext.find()).isEmpty();
        });
    }

    /**
     * A future that joined outlives the lease when the outer method ends first.
     */
    @Test
    void shouldEndAFutureThatOutlivedTheLeaseThatItJoined()
    {
        with((nodes, work, outer) ->
        {
            final CompletableFuture<String> inside = new CompletableFuture<>();
            final AtomicReference<CompletableFuture<String>> joined = new AtomicReference<>();
            outer.around(7, () ->
            {
                assertThat(work.later(7, CompletableFuture.completedFuture("in time")).join())
                    .isEqualTo("in time");
                joined.set(work.later(7, inside));

                return "outer";
            });
            inside.complete("too late");
            assertThatThrownBy(joined.get()::join).hasCauseInstanceOf(LeaseLostException.class);
        });
    }

    @Test
    void shouldGiveTheFencingToken()
    {
        with((nodes, work, outer) ->
        {
            final long first = work.fenced(9);
            assertThat(first).isPositive();
            assertThat(work.fenced(9)).isGreaterThan(first);
            assertThatThrownBy(LockedContext::current)
                .hasMessageContaining("is inside no method with @Locked");
        });
    }

    @Test
    void shouldSayThatItWasInterrupted()
    {
        with((nodes, work, outer) ->
        {
            try (Lease theirs = nodes.holdElsewhere(KEY))
            {
                assertThat(theirs.isHeld()).isTrue();
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> work.skippedOptional(7))
                    .isInstanceOf(LockedInterruptedException.class).hasMessageContaining("was not begun");
                assertThat(Thread.interrupted()).isTrue();
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> work.call(7, () -> null)).isInstanceOf(InterruptedException.class);
                assertThat(Thread.interrupted()).isFalse();
            }
        });
    }

    @Test
    void shouldRefuseAKeyWithoutAText()
    {
        with((nodes, work, outer) ->
        {
            assertThatThrownBy(() -> work.byObject(null)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is null: pass a value");
            assertThatThrownBy(() -> work.byObject(new Object()))
                .hasMessageContaining("has a value of type java.lang.Object, but every");
            assertThatThrownBy(() -> work.byObject("")).hasMessageContaining("is empty or blank");
            assertThat(work.byObject(Optional.of(1))).isEqualTo("1");
        });
    }

    @Test
    void shouldSayWhichKeyHasNoValueInACall()
    {
        with((nodes, work, outer) ->
        {
            assertThatThrownBy(() -> work.misspelt("seven")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("key '#object.idd' of @Locked on", "Work.misspelt(Object)",
                    "correct the expression").hasCauseInstanceOf(EvaluationException.class);
            assertThatThrownBy(() -> work.misspelt(null)).hasMessageContaining("has no value in this call");
        });
    }

    @Test
    void shouldHoldTheLockUntilAFutureThatTheTypeHidesCompletes()
    {
        with((nodes, work, outer) ->
        {
            final CompletableFuture<String> inside = new CompletableFuture<>();
            final Object result = work.call(7, () -> inside);
            assertThat(result).isInstanceOf(CompletableFuture.class).isNotSameAs(inside);
            assertThat(nodes.isHeld(KEY)).isTrue();
            inside.complete("done");
            assertThat(((CompletableFuture<?>)result).join()).isEqualTo("done");
            awaitFree(nodes);
        });
    }

    /**
     * Nobody sees where such work ends, so the lock is left to its time to live.
     */
    @Test
    void shouldNotReleaseTheLockOfWorkThatTheTypeHides()
    {
        final Object[] hidden = {new FutureTask<>(() -> "later"), new Thread(() -> {}),
            (Supplier<String>)() -> "later", List.of(new CompletableFuture<>()),
            new Object[] {new CompletableFuture<>()}, Optional.of(new CompletableFuture<>()),
            Map.of("a", new FutureTask<>(() -> "later")), new Pair("a", new CompletableFuture<>()),
            Mono.just("later"), List.of("later").iterator(),
            ResponseEntity.ok((Supplier<String>)() -> "later")};
        for (final Object one : hidden)
        {
            with((nodes, work, outer) ->
            {
                assertThatThrownBy(() -> work.call(7, () -> one)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("Work.call(int, Callable) has returned a",
                        "whose work may go on", "its lock 'work:7' is not released");
                assertThat(nodes.isHeld(KEY)).as("of " + one).isTrue();
                nodes.skip(Duration.ofSeconds(31));
                assertThat(nodes.isHeld(KEY)).isFalse();
            });
        }
    }

    @Test
    void shouldKeepTheOuterLockOfWorkThatTheTypeOfAnInnerMethodHides()
    {
        with((nodes, work, outer) ->
        {
            outer.around(7, () ->
            {
                assertThatThrownBy(() -> work.call(7, () -> new FutureTask<>(() -> "later")))
                    .hasMessageContaining("is not released");

                return "outer";
            });
            assertThat(nodes.isHeld(KEY)).isTrue();
        });
    }

    @Test
    void shouldReleaseTheLockOfWorkThatHasEnded()
    {
        with((nodes, work, outer) ->
        {
            final FutureTask<String> done = new FutureTask<>(() -> "done");
            done.run();
            final Object[] ended = {done, List.of(CompletableFuture.completedFuture("done")),
                new Pair("a", "b"), Optional.empty(), Map.of("a", "b"), new Object[] {null}};
            for (final Object one : ended)
            {
                assertThat(work.call(7, () -> one)).isSameAs(one);
                assertThat(nodes.isHeld(KEY)).as("of " + one).isFalse();
            }
        });
    }

    record Pair(String name, Object value)
    {
    }

    private interface Body
    {
        void run(FakeNodes nodes, Work work, Outer outer) throws Exception;
    }

    static class Work
    {
        @Locked(name = "${work.name}", key = "#id")
        Object call(final int id, final Callable<?> body) throws Exception
        {
            return body.call();
        }

        @Locked(name = "work", key = "#p0", onFailure = OnFailure.SKIP)
        Object skippedObject(final int id)
        {
            return "done";
        }

        @Locked(name = "work", key = "#id", onFailure = OnFailure.SKIP)
        Optional<String> skippedOptional(final int id)
        {
            return Optional.of("done");
        }

        @Locked(name = "work", key = "#id", onFailure = OnFailure.SKIP)
        CompletionStage<String> skippedFuture(final int id)
        {
            return CompletableFuture.completedFuture("done");
        }

        @Locked(name = "work", key = "#id", ttl = "20s", within = "1s")
        CompletableFuture<String> later(final int id, final CompletableFuture<String> inside)
        {
            if (inside == null)
            {
                throw new IllegalStateException("no future");
            }

            return inside;
        }

        @Locked(name = "work", key = "#id", nested = Nested.REFUSE)
        String alone(final int id)
        {
            return "done";
        }

        @Locked(name = "work", key = "#id", fenced = true)
        long fenced(final int id)
        {
            return LockedContext.current().fencingToken();
        }

        @Locked(key = "#object.idd")
        String misspelt(final Object object)
        {
            return LockedContext.current().key();
        }

        @Locked(key = "#object")
        String byObject(final Object object)
        {
            return LockedContext.current().key();
        }
    }

    static class Outer
    {
        @Locked(name = "work", key = "#id")
        Object around(final int id, final Callable<?> body) throws Exception
        {
            return body.call();
        }

        @Locked(name = "outer", onFailure = OnFailure.SKIP)
        Object skippedAround(final Callable<?> body) throws Exception
        {
            return body.call();
        }
    }
}
