// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.stream.IntStream;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.fake.InstantTransportProvider;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.text.Printable;

@Execution(ExecutionMode.CONCURRENT)
class RedlockBuilderTest
{
    private final InstantNodes nodes = new InstantNodes(3);
    private int opened;

    @AfterEach
    void forgetTheNodes()
    {
        // Who gives a close no time has not waited for it.
        Deadline.await("all transports closed", nodes::areTransportsClosed);
        nodes.close();
    }

    private RedlockBuilder builder()
    {
        return nodes.builder();
    }

    private static RedlockBuilder empty()
    {
        return Redlock.builder();
    }

    @Test
    void shouldConnectToAllNodes()
    {
        try (Redlock redlock = builder().build())
        {
            assertThat(redlock.nodes().size()).isEqualTo(3);
            Deadline.await("all are up", () ->
                redlock.nodes().stream().allMatch(node -> node.state() == NodeStatus.State.UP));
            assertThat(redlock.metrics().count(Counter.CONNECTS)).isEqualTo(3);
        }
    }

    @Test
    void shouldRefuseToWaitInLineWhereThatCannotWork()
    {
        assertThatThrownBy(() -> builder().waitInLine().longestTtl(Duration.ofMillis(500))
            .defaults(LockOptions.DEFAULT.withTtl(Duration.ofMillis(500))).build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("longestTtl is 500ms but must be at least 1.1s to wait in line");
        assertThatThrownBy(() -> builder().waitInLine().keyPrefix("a".repeat(56)).build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("key prefix is 56 bytes long but must have at most 55 to wait in line");
        builder().waitInLine().keyPrefix("a".repeat(55)).build().close();
    }

    @Test
    void shouldRunTheEngineOnAThreadOfTheFactory()
    {
        final List<Thread> made = new CopyOnWriteArrayList<>();
        final List<Thread> called = new CopyOnWriteArrayList<>();
        final RedlockBuilder builder = builder().engines(2).threadFactory(work ->
        {
            made.add(new Thread(work, "mine"));

            return made.get(made.size() - 1);
        });
        final LockListener listener = new LockListener()
        {
            @Override
            public void onAcquired(final LockHandle handle, final long term)
            {
                called.add(Thread.currentThread());
            }
        };
        try (Redlock redlock = builder.build();
            LockHandle handle = redlock.handle("orders", LockOptions.DEFAULT, listener))
        {
            assertThat(handle.tryAcquire()).isPositive();
            assertThat(made).hasSize(2).containsAll(called).noneMatch(Thread::isDaemon);
        }

        assertThat(called).hasSize(1);
        Deadline.await("the threads have ended", () -> made.stream().noneMatch(Thread::isAlive));
        assertThatThrownBy(() -> builder().threadFactory(work -> null).build())
            .hasMessageContaining("the thread factory gave no thread");
        assertThatThrownBy(() -> builder().threadFactory(Thread::new).invoker().build())
            .hasMessageContaining("leave out threadFactory() or invoker()");
    }

    /*
     * With such a prefix no lock could be had; with a replacement in it, it would be that of others.
     */
    @Test
    void shouldRefuseAPrefixThatNoKeyCanHave()
    {
        assertThatThrownBy(() -> builder().keyPrefix("x".repeat(65_536)).build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("key prefix is 65536 bytes long");
        assertThatThrownBy(() -> builder().keyPrefix("x\ud800:").build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("the key prefix of 3 characters has half of a surrogate pair");
    }

    @Test
    void shouldWantThreadsThatItStartsItself()
    {
        final ThreadFactory hasty = work ->
        {
            final Thread thread = new Thread(work, "hasty");
            thread.start();

            return thread;
        };
        final Thread[] same = new Thread[1];
        final ThreadFactory thrifty = work ->
        {
            same[0] = same[0] == null ? new Thread(work, "thrifty") : same[0];

            return same[0];
        };

        assertThatThrownBy(() -> builder().threadFactory(hasty).build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("gave the thread 'hasty', which was started before (");
        assertThatThrownBy(() -> builder().engines(2).threadFactory(thrifty).build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("it must make a new one for each engine");
    }

    @Test
    void shouldCloseWhatNoThreadHasDriven()
    {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final RedlockEvents events = new RedlockEvents()
        {
            @Override
            public void onError(final Throwable error)
            {
                errors.add(error);
            }
        };

        builder().threadFactory(work -> new Thread("idler")).startTimeout(ZERO).startWithoutQuorum()
            .events(events).build().close();

        assertThat(errors).singleElement().asString().contains("must run what the factory was given");
    }

    /**
     * Nobody wakes a caller whose engine has no thread any more: it looks by itself.
     */
    @Test
    void shouldNotLetACallerWaitForAThreadThatHasEndedWithoutAWord()
    {
        try (Redlock redlock = builder().threadFactory(work -> new Thread("idler")).startTimeout(ZERO)
            .startWithoutQuorum().events(new RedlockEvents()
            {
            }).build())
        {
            assertThatThrownBy(() -> redlock.acquire("k", Duration.ofHours(1)))
                .isInstanceOf(RedlockMisuseException.class).hasMessageContaining("CLOSED; the engine of " +
                    "client 'redlock' has stopped after an unexpected error (java.lang.IllegalState")
                .cause().hasMessageContaining("must run what the factory was given");
            assertThat(redlock.nodes()).extracting(NodeStatus::state).containsOnly(NodeStatus.State.DOWN);
        }
    }

    /**
     * Of the callers that notice it one makes the end, and is held up by what hears of it.
     */
    @Test
    void shouldHoldUpOneCallerOnlyWhereTheNewsOfADeadThreadIsHeldUp() throws Exception
    {
        final CountDownLatch goOn = new CountDownLatch(1);
        final CountDownLatch isHeldUp = new CountDownLatch(1);
        final CountDownLatch dies = new CountDownLatch(1);
        final Thread idler = new Thread(() -> awaitQuietly(dies));
        final RedlockBuilder builder = builder().threadFactory(work -> idler).startTimeout(ZERO)
            .startWithoutQuorum().closeTimeout(ZERO).events(new RedlockEvents()
            {
                @Override
                public void onError(final Throwable error)
                {
                    isHeldUp.countDown();
                    awaitQuietly(goOn);
                }
            });
        try (Redlock redlock = builder.build(); AutoCloseable opener = goOn::countDown)
        {
            assertThat(opener).isNotNull();
            dies.countDown();
            idler.join();
            final CompletableFuture<?> first = CompletableFuture.runAsync(redlock::nodes);
            assertThat(isHeldUp.await(20, SECONDS)).isTrue();

            assertThat(CompletableFuture.supplyAsync(redlock::nodes).get(20, SECONDS))
                .extracting(NodeStatus::state).containsOnly(NodeStatus.State.DOWN);
            goOn.countDown();
            first.get(20, SECONDS);
        }
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @Test
    void shouldTellTheNewsToEachReceiver()
    {
        final List<String> heard = new CopyOnWriteArrayList<>();
        final RedlockBuilder builder = builder();
        for (final String name : List.of("first", "second", "third"))
        {
            builder.addEvents(new RedlockEvents()
            {
                @Override
                public void onNodeStatus(final NodeStatus status)
                {
                    heard.add(name + " " + status);
                    throw new IllegalStateException("receiver " + name);
                }

                @Override
                public void onError(final Throwable error)
                {
                    heard.add(name + " " + error.getMessage());
                }
            });
        }

        try (Redlock redlock = builder.build())
        {
            Deadline.await("the news of all nodes", () -> heard.size() >= 3 * 3 * 4);
            assertThat(heard).extracting((line) -> line.replaceAll("node\\d:6379", "node"))
                .startsWith("first node UP", "first receiver first", "second receiver first",
                    "third receiver first", "second node UP");
            assertThat(redlock.metrics().count(Counter.CALLBACK_ERRORS)).isEqualTo(3 * 3);
        }
    }

    @Test
    void shouldBuildMoreThanOnce()
    {
        final RedlockBuilder builder = builder();
        try (Redlock one = builder.build(); Redlock two = builder.build())
        {
            try (Lease lease = one.tryAcquire("k").orElseThrow())
            {
                assertThat(lease.isHeld()).isTrue();
                assertThat(two.tryAcquire("k").isEmpty()).isTrue();
            }
        }
    }

    @Test
    void shouldDriveItselfWithAnIdleStrategyToo()
    {
        try (Redlock redlock = builder().idleStrategy(new YieldingIdleStrategy()).build())
        {
            redlock.tryAcquire("k").orElseThrow().close();
        }
    }

    @Test
    void shouldPutThePrefixBeforeEveryKey()
    {
        try (Redlock redlock = builder().keyPrefix("lock:").build(); Lease lease = held(redlock))
        {
            assertThat(lease.key()).isEqualTo("k");
            assertThat(nodes.holding("lock:k")).isEqualTo(3);
            assertThat(new String(redlock.keyBytes("k"), UTF_8)).isEqualTo("lock:k");
        }
    }

    private static Lease held(final Redlock redlock)
    {
        return redlock.tryAcquire("k").orElseThrow();
    }

    @Test
    void shouldWantNodes()
    {
        assertRefused("no nodes: name them with nodes(\"redis://host:port\", …); five independent masters " +
            "are the usual choice", () -> empty().build());
    }

    @Test
    void shouldWantEveryNodeOnce()
    {
        final String why = " is named twice: a node has one vote, and a second address adds no fault " +
            "tolerance; name it once";

        assertRefused("node h:6379" + why, () -> empty().nodes("redis://h", "redis://h:6379").build());
        assertRefused("node h:6379" + why, () -> empty().nodes("redis://h", "redis://H").build());
        assertRefused("node h:6379/2" + why, () -> empty().nodes("redis://h/1", "redis://h/2").build());
        assertRefused("node unix:/s" + why, () -> empty().nodes("unix:///s", "unix:///s").build());
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1, 4})
    void shouldWantAQuorumThatExcludes(final int quorum)
    {
        assertRefused("quorum is " + quorum + " but for 3 nodes must be 2 (the majority) to 3: " +
            (quorum > 3 ? "each node has one vote, so more can never be won" :
                "quorums that do not share a node do not exclude each other"),
            () -> builder().quorum(quorum).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void shouldNotAskForAMinimumOfGrantsThatNoQuorumNeedsOrThatNoneCanReach(final int grants)
    {
        final LockOptions options = LockOptions.DEFAULT.withMinGrants(grants);

        assertRefused("minimum of grants is " + grants + " but for 3 nodes must be 2 (the quorum) to 3: " +
            (grants > 3 ? "each node has one vote; ask for fewer" :
                "no lock is won with fewer than a quorum; ask for more, or leave it out"),
            () -> builder().defaults(options).build());
    }

    @Test
    void shouldWantNoMoreNodesThanItCanCount()
    {
        final RedlockBuilder builder = empty();
        IntStream.range(0, 32).forEach((i) -> builder.nodes("redis://h" + i));

        assertRefused("number of nodes is 32 but must be 1 to 31; 5 is the usual choice", builder::build);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "naïve", "line\nbreak", "tab\t"})
    void shouldWantANameThatNodesTake(final String name)
    {
        final String shown = Printable.of(name);
        assertRefused("client name '" + shown + "' must be printable ASCII without spaces, and " +
            "not empty: nodes refuse others", () -> empty().name(name));
        assertThatThrownBy(() -> empty().name("long " + "x".repeat(5_000)))
            .hasMessageContaining("'long xxx").hasMessageContaining("x…' must be");
    }

    @Test
    void shouldWantLimitsThatLeaveRoom()
    {
        assertRefused("maxLocks is 0 but must be at least 1", () -> empty().maxLocks(0));
        assertRefused("maxHandles is 0 but must be at least 1", () -> empty().maxHandles(0));
        for (final int count : new int[]{8, 100})
        {
            assertRefused("maxInFlightPerNode is " + count + " but must be a power of two, at least 16",
                () -> empty().maxInFlightPerNode(count));
        }
        builder().maxLocks(1).maxHandles(1).maxInFlightPerNode(16).build().close();
    }

    @Test
    void shouldWantTimeoutsThatCanBeKept()
    {
        assertRefused("minNodeTimeout is 0s but must be positive", () -> empty().minNodeTimeout(ZERO));
        assertRefused("minNodeTimeout is -1s but must not be negative",
            () -> empty().minNodeTimeout(ofSeconds(-1)));
        assertRefused("maxNodeTimeout is 0s but must be positive", () -> empty().maxNodeTimeout(ZERO));
        assertRefused("connectTimeout is 999.999us but must be at least 1ms: no node would ever come up",
            () -> empty().connectTimeout(ofNanos(999_999)));
        assertRefused("startTimeout is -1s but must not be negative",
            () -> empty().startTimeout(ofSeconds(-1)));
        assertRefused("longestLook is -1s but must not be negative",
            () -> empty().longestLook(ofSeconds(-1)));
        assertRefused("longestLook is 1s but must be at most 1ms: a caller that looks takes a core from " +
            "those that work for it", () -> empty().longestLook(ofSeconds(1)));
        assertRefused("closeTimeout is -1s but must not be negative",
            () -> empty().closeTimeout(ofSeconds(-1)));
        assertRefused("fenceWindow is 99ms but must be at least 100ms: the clocks of nodes are never the " +
            "same; make it longer", () -> builder().fenceWindow(ofMillis(99)).build());
        assertRefused("fenceTtl is 20s but must be more than two of fenceWindow, which is 10s: a lower " +
            "token could be granted after a higher one was forgotten; make it longer",
            () -> builder().fenceTtl(ofSeconds(20)).build());
        assertRefused("fenceTtl is 24001h but must be at most 24000h: nodes would keep the fences of keys " +
            "that nobody uses; make it shorter", () -> builder().fenceTtl(ofHours(24_001)).build());
    }

    @Test
    void shouldWantNodeTimeoutsThatFitEachOtherInWhateverOrderTheyAreSet()
    {
        builder().minNodeTimeout(ofSeconds(1)).maxNodeTimeout(ofSeconds(1)).build().close();
        builder().maxNodeTimeout(ofMillis(1)).minNodeTimeout(ofMillis(1)).build().close();
        assertRefused("maxNodeTimeout is 1s but must not be less than minNodeTimeout, which is 2s: set " +
            "both", () -> builder().minNodeTimeout(ofSeconds(2)).build());
    }

    @Test
    void shouldWantDefaultsThatFitEachOther()
    {
        assertRefused("minimum validity is 30s but must be 0 or more and less than the time to live of " +
            "30s", () -> empty().defaults(LockOptions.DEFAULT.withMinValidity(ofSeconds(30))));
    }

    @Test
    void shouldNameWhatIsNull()
    {
        checkNull("uris", () -> empty().nodes((String[])null));
        checkNull("uri of a node", () -> empty().nodes("redis://h", null));
        checkNull("node", () -> empty().node(null));
        checkNull("name", () -> empty().name(null));
        checkNull("drift", () -> empty().drift(null));
        checkNull("defaults", () -> empty().defaults(null));
        checkNull("credentials", () -> empty().credentials(null));
        checkNull("tls", () -> empty().tls(null));
        checkNull("transport", () -> empty().transport((String)null));
        checkNull("transport", () -> empty().transport((TransportProvider)null));
        checkNull("option", () -> empty().transportOption(null, "x"));
        checkNull("value of io", () -> empty().transportOption("io", null));
        checkNull("idleStrategy", () -> empty().idleStrategy((IdleStrategy)null));
        checkNull("keyPrefix", () -> empty().keyPrefix(null));
        checkNull("minNodeTimeout", () -> empty().minNodeTimeout(null));
        checkNull("longestLook", () -> empty().longestLook(null));
        checkNull("maxNodeTimeout", () -> empty().maxNodeTimeout(null));
        checkNull("connectTimeout", () -> empty().connectTimeout(null));
        checkNull("startTimeout", () -> empty().startTimeout(null));
        checkNull("closeTimeout", () -> empty().closeTimeout(null));
        checkNull("fenceWindow", () -> empty().fenceWindow(null));
        checkNull("fenceTtl", () -> empty().fenceTtl(null));
        checkNull("events", () -> empty().events(null));
        checkNull("clock", () -> empty().clock(null));
    }

    /**
     * The clock stands still until all nodes have been tried, so that on no machine the time to start is over
     * before.
     */
    @Test
    void shouldSayWhichNodesAreMissing()
    {
        nodes.goDown(0);
        nodes.goDown(2);

        final CountDownLatch tried = new CountDownLatch(3);
        final RedlockEvents counting = new RedlockEvents()
        {
            @Override
            public void onNodeStatus(final NodeStatus status)
            {
                tried.countDown();
            }
        };
        final long beginNs = System.nanoTime();
        final RedlockBuilder builder = builder().connectTimeout(ofSeconds(1)).startTimeout(ofMillis(200))
            .closeTimeout(ZERO)
            .events(counting).clock(() -> tried.getCount() > 0 ? beginNs : System.nanoTime());
        final NoQuorumException failure = catchThrowableOfType(NoQuorumException.class, builder::build);

        assertThat(failure.getMessage())
            .isEqualTo("only 1 of 3 nodes came up, but 2 are needed: node0:6379 DOWN: UNREACHABLE: nobody " +
                "there; node2:6379 DOWN: UNREACHABLE: nobody there; start the nodes, or build with " +
                "startWithoutQuorum() (in Spring Boot redlock.start-without-quorum=true) and let the " +
                "client wait for them");
        assertThat(failure.outcome()).isEqualTo(Outcome.NO_QUORUM);
        assertThat(failure.votes().isEmpty()).isTrue();
    }

    @Test
    void shouldNotBurnACoreForAnInterruptWhileNoNodesComeUp()
    {
        for (int i = 0; i < 3; i++)
        {
            nodes.goDown(i);
        }
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        final RedlockBuilder builder = builder().startTimeout(ofSeconds(1)).closeTimeout(ZERO);
        final long startNs = System.nanoTime();
        final long usedNs = threads.getCurrentThreadCpuTime();

        Thread.currentThread().interrupt();
        assertThatThrownBy(builder::build).isInstanceOf(NoQuorumException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(threads.getCurrentThreadCpuTime() - usedNs)
            .isLessThan((System.nanoTime() - startNs) / 2);
    }

    /**
     * Left there, it would end every sleep at once.
     */
    @Test
    void shouldTakeAnInterruptAwayWhileAnInvokerWaitsAllTheSame()
    {
        final Thread owner = Thread.currentThread();
        final Set<Boolean> flags = new HashSet<>();
        try (Redlock redlock = builder().invoker().closeTimeout(ZERO).clock(() ->
        {
            if (Thread.currentThread() == owner)
            {
                flags.add(owner.isInterrupted());
            }

            return System.nanoTime();
        }).build())
        {
            nodes.fallSilent();
            flags.clear();
            owner.interrupt();
            assertThatThrownBy(() -> redlock.tryAcquire("k")).isInstanceOf(NoQuorumException.class);
            assertThat(flags).contains(false);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldSayThatNoNodeHasAnsweredYet()
    {
        final CountDownLatch start = new CountDownLatch(1);
        final RedlockBuilder builder = builder().startTimeout(ofMillis(20)).closeTimeout(ZERO)
            .threadFactory(work -> new Thread(() ->
            {
                Deadline.await("the start", () -> start.getCount() == 0);
                work.run();
            }));

        assertThatThrownBy(builder::build).isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("only 0 of 3 nodes came up, but 2 are needed: node0:6379 was still " +
                "connecting after 20 ms; node1:6379 was still");
        start.countDown();
    }

    @Test
    void shouldSayItsNameAndHowManyNodesVote()
    {
        nodes.goDown(2);

        try (Redlock redlock = builder().name("orders").build())
        {
            assertThat(redlock).hasToString("client 'orders', 2 of 3 nodes vote");
        }
    }

    @Test
    void shouldSayHowManyNodesAreInQuarantine()
    {
        try (Redlock redlock = builder().name("orders").build())
        {
            Deadline.await("all vote", () -> redlock.toString().equals("client 'orders', 3 of 3 nodes vote"));

            nodes.move(0, 1);
            Deadline.await("the process that has moved waits", () ->
                redlock.toString().equals("client 'orders', 1 of 3 nodes vote, 1 in quarantine"));
        }
    }

    @Test
    void shouldGoOnWithoutAQuorumIfAskedTo()
    {
        nodes.goDown(0);
        nodes.goDown(2);

        try (Redlock redlock = builder().connectTimeout(ofSeconds(1)).startTimeout(ZERO).closeTimeout(ZERO)
            .startWithoutQuorum().build())
        {
            assertThatThrownBy(() -> redlock.tryAcquire("k")).isInstanceOf(NoQuorumException.class);
        }
    }

    @Test
    void shouldSayWhichNodesAreMisconfigured()
    {
        nodes.makeReplica(1);
        nodes.makeReplica(2);

        final RedlockMisuseException failure = catchThrowableOfType(RedlockMisuseException.class,
            () -> builder().build());

        assertThat(failure.getMessage())
            .startsWith("the configuration of the nodes is wrong: node1:6379 REFUSED: " +
                "has the role");
        assertThat(failure.getMessage()).endsWith("; without those 2 nodes no quorum (2 of 3) is possible");
        assertThat(failure.outcome()).isEqualTo(Outcome.NO_QUORUM);
    }

    /**
     * Room for everything is made at the start, so the start would end with an OutOfMemoryError.
     */
    @Test
    void shouldRefuseLimitsThatDoNotFitIntoTheHeap()
    {
        final String message = catchThrowableOfType(IllegalArgumentException.class,
            () -> builder().maxLocks(Integer.MAX_VALUE).maxInFlightPerNode(64).build()).getMessage();
        assertThat(message)
            .startsWith("maxLocks is 2147483647 and maxInFlightPerNode is 64, for which about 1022202 MB " +
                "are reserved at the start, but the limit is half of the heap of ");
        assertThat(message).endsWith("lower one of them, or give the JVM more memory (-Xmx)");

        assertThatThrownBy(() -> builder().maxInFlightPerNode(1 << 30).build())
            .isInstanceOf(IllegalArgumentException.class);
        builder().maxHandles(Integer.MAX_VALUE).build().close();
    }

    @Test
    void shouldRefuseDefaultsWithWhichNoLockCouldBeWon()
    {
        assertRefused(
            "time to live of 1 ms is shorter than the drift allowance of 2.01 ms; use at least 3 ms",
            () -> builder().defaults(LockOptions.DEFAULT.withTtl(ofMillis(1))).build());
    }

    /**
     * The last call would silently take the disk away from somebody who wanted both.
     */
    @Test
    void shouldRefuseTwoWaysToConfirmVotes()
    {
        final String remedy = ", but votes are confirmed either by the node's disk or by its replicas: " +
            "leave out one of the two";
        assertRefused("replicatedVotes(1, 3s) comes after durableVotes(2s)" + remedy,
            () -> builder().durableVotes(ofSeconds(2)).replicatedVotes(1, ofSeconds(3)));
        assertRefused("durableVotes(2s) comes after replicatedVotes(1, 3s)" + remedy,
            () -> builder().replicatedVotes(1, ofSeconds(3)).durableVotes(ofSeconds(2)));
        builder().durableVotes(ofSeconds(2)).durableVotes(ofSeconds(3));
        builder().replicatedVotes(1, ofSeconds(2)).replicatedVotes(2, ofSeconds(2));
    }

    /**
     * As with a dead node: those that are fit are enough, and the misfit is news.
     */
    @Test
    void shouldStartWithAMisconfiguredNodeIfAQuorumIsFit()
    {
        nodes.makeReplica(1);
        final List<NodeStatus> news = new CopyOnWriteArrayList<>();

        try (Redlock redlock = builder().connectTimeout(ofSeconds(1)).startTimeout(ofHours(1))
            .closeTimeout(ZERO).events(new RedlockEvents()
        {
            @Override
            public void onNodeStatus(final NodeStatus status)
            {
                news.add(status);
            }
        }).build())
        {
            assertThat(redlock.tryAcquire("k").isPresent()).isTrue();
            assertThat(redlock.nodes().get(1).isConfigurationError()).isTrue();
            Deadline.await("reported",
                () -> news.stream().anyMatch(status -> status.state() == NodeStatus.State.REFUSED));
        }
    }

    /**
     * One is misconfigured and one is down: when the latter comes back, all is well, so it is a matter of
     * nodes, and both are named.
     */
    @Test
    void shouldBlameTheNodesIfAQuorumIsPossibleAsItIsConfigured()
    {
        nodes.makeReplica(1);
        nodes.goDown(2);

        final NoQuorumException failure = catchThrowableOfType(NoQuorumException.class,
            () -> builder().connectTimeout(ofSeconds(1)).startTimeout(ofSeconds(2))
                .closeTimeout(ZERO).build());

        assertThat(failure.getMessage())
            .startsWith("only 1 of 3 nodes came up, but 2 are needed: " + "node1:6379 REFUSED: ");
        assertThat(failure.getMessage()).contains("node2:6379 DOWN: ");
    }

    @Test
    void shouldSayWhichTransportIsMissing()
    {
        assertThatThrownBy(() -> builder().transport("nety").build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("transport 'nety' was not found, but: fake");
    }

    @Test
    void shouldWorkWithATransportThatIsGiven()
    {
        final TransportProvider found = new InstantTransportProvider();
        final TransportProvider given = new TransportProvider()
        {
            @Override
            public String name()
            {
                return "not to be found";
            }

            @Override
            public Transport open(final TransportContext context, final TransportHandler handler)
            {
                opened++;

                return found.open(context, handler);
            }
        };

        for (int i = 1; i <= 2; i++)
        {
            try (Redlock redlock = builder().transport("nety").transport(given).build())
            {
                assertThat(redlock.tryAcquire("k").isPresent()).isTrue();
                assertThat(opened).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldShowNoPasswordInAnyMessage()
    {
        final RedlockBuilder builder = empty().nodes("redis://u:secret@h", "redis://u:secret@h");

        assertThatThrownBy(builder::build).isInstanceOf(IllegalArgumentException.class)
            .message().doesNotContain("secret");
    }

    private static void assertRefused(final String message, final ThrowingCallable call)
    {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    private static void checkNull(final String what, final ThrowingCallable call)
    {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(what);
    }
}
