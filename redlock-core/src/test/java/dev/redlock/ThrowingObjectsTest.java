// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;

/**
 * Every object that an application hands over may throw anything, checked exceptions among it, as languages
 * without them and Lombok do. It costs that call, and no lock.
 */
@Execution(ExecutionMode.CONCURRENT)
class ThrowingObjectsTest
{
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final long IDLE_NS = 50_000;

    private final InstantNodes nodes = new InstantNodes(3);
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final Set<Thread> tellers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isThrowing = new AtomicBoolean();

    @AfterEach
    void forgetTheNodes()
    {
        Deadline.await("all transports closed", nodes::areTransportsClosed);
        nodes.close();
    }

    static Stream<Throwable> thrown()
    {
        return Stream.of(new IOException("planted"), new AssertionError("planted"),
            new StackOverflowError("planted"), new OutOfMemoryError("planted"));
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldGoOnWithoutTheIdleStrategy(final Throwable thrown) throws InterruptedException
    {
        final IdleStrategy idle = new Idle(thrown);
        try (Redlock redlock = builder().idleStrategy(idle).build())
        {
            checkHolds(redlock, thrown);
            assertThat(errors).singleElement().asString().contains("the idle strategy has thrown");
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldGoOnWithoutTheIdleStrategyOfAnInvoker(final Throwable thrown) throws InterruptedException
    {
        try (Redlock redlock = builder().invoker().idleStrategy(new Idle(thrown)).build())
        {
            isThrowing.set(true);
            nodes.fallSilent();
            assertThat(catchThrowable(() -> redlock.acquire("k", Duration.ofMillis(1_200))))
                .isInstanceOf(NoQuorumException.class);
            nodes.speak();
            checkCycle(redlock);
            assertThat(errors).singleElement().asString().contains("the idle strategy has thrown");
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldGoOnWithoutTheWallClock(final Throwable thrown) throws InterruptedException
    {
        final EpochClock wall = () -> thrown(thrown) ? 0 : System.currentTimeMillis();
        try (Redlock redlock = builder().wallClock(wall).build())
        {
            checkHolds(redlock, thrown);
            assertThat(errors).singleElement().asString().contains("the wall clock has thrown");
        }
    }

    /**
     * Callers read the wall clock, too; what it throws there the engine's thread tells.
     */
    @ParameterizedTest
    @MethodSource("thrown")
    void shouldTellOnTheEngineThreadWhatCallersMeet(final Throwable thrown) throws InterruptedException
    {
        final Thread caller = Thread.currentThread();
        final EpochClock wall = () -> Thread.currentThread() == caller && thrown(thrown) ?
            0 : System.currentTimeMillis();
        try (Redlock redlock = builder().wallClock(wall).build(); Lease lease = redlock.acquire("held", SOON))
        {
            isThrowing.set(true);
            assertThat(lease.isHeld()).isTrue();
            assertThat(lease.isHeld()).isTrue();
            Deadline.await("told", () -> !errors.isEmpty());
            assertThat(tellers).doesNotContain(caller).hasSize(1);
            assertThat(errors).singleElement().asString().contains("the wall clock has thrown");
            assertThat(redlock.metrics().count(Counter.CALLBACK_ERRORS)).isGreaterThan(1);
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldStartWithAWallClockThatThrows(final Throwable thrown) throws InterruptedException
    {
        isThrowing.set(true);
        final EpochClock wall = () -> thrown(thrown) ? 0 : System.currentTimeMillis();
        try (Redlock redlock = builder().wallClock(wall).build())
        {
            checkHolds(redlock, thrown);
            isThrowing.set(false);
            checkCycle(redlock);
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldGoOnWithoutTheNodeWhoseCredentialsThrow(final Throwable thrown) throws InterruptedException
    {
        final Credentials credentials = new Credentials()
        {
            @Override
            public String user()
            {
                return null;
            }

            @Override
            public String password()
            {
                thrown(thrown);

                return null;
            }
        };
        isThrowing.set(true);
        final RedlockBuilder builder = Redlock.builder().node(NodeAddress.parse("redis://node0:6379")
            .with(credentials)).nodes(nodes.uris()[1], nodes.uris()[2]).transportOption("nodes", nodes.id());
        try (Redlock redlock = builder.events(news()).build())
        {
            checkCycle(redlock);
            assertThat(redlock.nodes().get(0).detail())
                .contains("Credentials that throw (" + thrown.getClass().getName() + " at " +
                    getClass().getName()).doesNotContain("planted");
            isThrowing.set(false);
            Deadline.await("asked again", () -> redlock.nodes().get(0).state() == NodeStatus.State.UP);
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldNotBeHarmedByEventsThatThrow(final Throwable thrown) throws InterruptedException
    {
        isThrowing.set(true);
        try (Redlock redlock = builder().events(new ThrowingEvents(thrown)).build())
        {
            checkCycle(redlock);
            assertThat(redlock.metrics().count(Counter.CALLBACK_ERRORS)).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldThrowWhatTheThreadFactoryThrowsAndLeaveNothing(final Throwable thrown)
    {
        isThrowing.set(true);

        assertThat(catchThrowable(() -> builder().engines(2).threadFactory(work ->
        {
            thrown(thrown);

            return null;
        }).build())).isSameAs(thrown);
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void shouldLogMetricsIntoAStreamThatThrows(final Throwable thrown) throws InterruptedException
    {
        isThrowing.set(true);
        final OutputStream stream = new OutputStream()
        {
            @Override
            public void write(final int value)
            {
                thrown(thrown);
            }
        };
        try (Redlock redlock = builder().build(); MetricsLog log = new MetricsLog(redlock.metrics(), stream))
        {
            checkCycle(redlock);
            log.interval();
        }
    }

    private void checkHolds(final Redlock redlock, final Throwable thrown) throws InterruptedException
    {
        try (Lease lease = redlock.acquire("held", SOON))
        {
            isThrowing.set(true);
            Deadline.await("told", () -> !errors.isEmpty());
            assertThat(errors.get(0)).hasCause(thrown);
            checkCycle(redlock);
            assertThat(lease.isHeld()).isTrue();
            assertThat(redlock.metrics().count(Counter.CALLBACK_ERRORS)).isPositive();
        }
    }

    private static void checkCycle(final Redlock redlock) throws InterruptedException
    {
        try (LockHandle handle = redlock.handle("cycle"))
        {
            final long term = handle.acquire(SOON);
            assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        }
    }

    private RedlockBuilder builder()
    {
        return nodes.builder().events(news());
    }

    private RedlockEvents news()
    {
        return new RedlockEvents()
        {
            @Override
            public void onError(final Throwable error)
            {
                tellers.add(Thread.currentThread());
                errors.add(error);
            }
        };
    }

    /*
     * False, or thrown.
     */
    private boolean thrown(final Throwable thrown)
    {
        if (isThrowing.get())
        {
            ThrowingObjectsTest.<RuntimeException>raise(thrown);
        }

        return false;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(final Throwable thrown) throws T
    {
        throw (T)thrown;
    }

    private final class Idle implements IdleStrategy
    {
        private final Throwable thrown;

        private Idle(final Throwable thrown)
        {
            this.thrown = thrown;
        }

        @Override
        public void idle(final int workCount)
        {
            idle();
        }

        @Override
        public void idle()
        {
            thrown(thrown);
            LockSupport.parkNanos(IDLE_NS);
        }

        @Override
        public void reset()
        {
            // Nothing.
        }
    }

    private final class ThrowingEvents implements RedlockEvents
    {
        private final Throwable thrown;

        private ThrowingEvents(final Throwable thrown)
        {
            this.thrown = thrown;
        }

        @Override
        public void onNodeStatus(final NodeStatus status)
        {
            thrown(thrown);
        }

        @Override
        public void onLeaseLost(final String key, final long term, final LostReason reason)
        {
            thrown(thrown);
        }

        @Override
        public void onError(final Throwable error)
        {
            thrown(thrown);
        }
    }
}
