// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.Metrics;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespError;

/**
 * One node takes keys and does not release them. The others are enough, for any time.
 * <p>
 * {@code -Dredlock.refused.seconds=60} loads a client for so long without and with such a node, and judges
 * the medians; without it nothing is said about time.
 */
@Timeout(300)
public abstract class RefusedReleases extends FaultSuite
{
    private static final int SECONDS = Integer.getInteger("redlock.refused.seconds", 0);
    private static final String TROUBLE = "answers releases with errors";
    private static final int LOCKS = 64;
    private static final int THREADS = 8;
    private static final double WORST_RATIO = 1.3;

    private RealNodes nodes;

    @BeforeEach
    void startNodes()
    {
        nodes = closing(RealNodes.start(5));
    }

    /**
     * A connected client's user loses its rights: the oldest keys stay there; the operator is told once, and
     * once more when it is over.
     */
    @Test
    void shouldGoOnWhileANodeRefusesReleases() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()).maxLocks(LOCKS).maxHandles(10 * LOCKS));
        takeRights();
        for (int i = 0; i < 10 * LOCKS; i++)
        {
            if (i % (LOCKS / 8) == 0)
            {
                // A majority decides; a node that stands still meanwhile would soon have all the locks.
                nodes.callAll("PING");
            }
            cycle(redlock, "refused-" + i);
        }
        assertThat(redlock.metrics().count(Counter.RELEASES_LEFT)).isPositive();
        assertThat(redlock.metrics().count(Counter.CALLS_BACK_PRESSURED)).isZero();
        awaitTrouble(redlock, true);
        assertThat(statusesTold()).filteredOn(status -> status.detail().contains(TROUBLE)).hasSize(1);

        giveRights();
        awaitTrouble(redlock, false);
        nodes.call(0, "FLUSHALL");
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A node stops: it may keep what it was asked for only as long as it may be late, although the time to
     * live is a minute.
     */
    @Test
    void shouldGoOnWhileANodeSaysNothing() throws InterruptedException
    {
        final Redlock redlock = up(adaptive(nodes.uris()).maxLocks(LOCKS).maxHandles(20 * LOCKS));
        nodes.server(0).pause();
        for (int i = 0; i < 10 * LOCKS; i++)
        {
            // Two more nodes that stand still for a moment may leave it open whether a key is gone.
            assertThat(patientCycle(redlock, "silent-" + i)).isIn(Outcome.RELEASED, Outcome.UNKNOWN);
        }
        nodes.server(0).resume();
        nodes.call(0, "FLUSHALL");
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A hurried close shows what stays behind.
     */
    @Test
    void shouldCountWhatACloseLeaves() throws InterruptedException
    {
        final Metrics metrics;
        try (Redlock redlock = up(patient(nodes.uris())))
        {
            takeRights();
            assertThat(patientCycle(redlock, "left")).isEqualTo(Outcome.RELEASED);
            awaitHolders(nodes, "left", Set.of(0));
            metrics = redlock.metrics();
        }
        assertThat(metrics.count(Counter.RELEASES_LEFT)).isEqualTo(1);
    }

    /**
     * Nobody is refused, and nobody waits longer than before.
     */
    @Test
    void shouldLoseNoTimeOverANodeThatRefusesReleases() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()));
        final double usualUs = load(redlock, "usual");
        takeRights();
        final double refusedUs = load(redlock, "refused");
        if (SECONDS > 0)
        {
            System.out.printf(Locale.ROOT, "%d s each, %d threads: p50 %.1f us, and %.1f us with a " +
                "node that refuses releases: %.2f times; %d releases left%n", SECONDS, THREADS,
                usualUs, refusedUs, refusedUs / usualUs, redlock.metrics().count(Counter.RELEASES_LEFT));
            assertThat(refusedUs / usualUs).isLessThanOrEqualTo(WORST_RATIO);
        }
        giveRights();
    }

    private double load(final Redlock redlock, final String name) throws InterruptedException
    {
        final int leastCycles = 100;
        final long endNs = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        final AtomicInteger number = new AtomicInteger();
        final List<long[]> durations = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++)
        {
            final Thread thread = new Thread(() ->
            {
                long[] mine = new long[leastCycles];
                int count = 0;
                try
                {
                    while (count < leastCycles || System.nanoTime() - endNs < 0)
                    {
                        mine = count < mine.length ? mine : Arrays.copyOf(mine, 2 * count);
                        mine[count++] = cycle(redlock, name + "-" + number.incrementAndGet());
                    }
                    synchronized (durations)
                    {
                        durations.add(Arrays.copyOf(mine, count));
                    }
                }
                catch (final Throwable ex)
                {
                    failures.add(ex);
                }
            }, name + "-" + i);
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
        assertThat(failures).isEmpty();
        final long[] all = durations.stream().flatMapToLong(Arrays::stream).sorted().toArray();

        return all[all.length / 2] / 1e3;
    }

    private static long cycle(final Redlock redlock, final String key)
    {
        try (LockHandle handle = redlock.handle(key, LONG))
        {
            final long startNs = System.nanoTime();
            final long term = handle.tryAcquire();
            final long durationNs = System.nanoTime() - startNs;
            assertThat(Outcome.of(term)).as("%s, %s", key, handle.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

            return durationNs;
        }
    }

    private static Outcome patientCycle(final Redlock redlock, final String key) throws InterruptedException
    {
        try (LockHandle handle = redlock.handle(key, LONG))
        {
            final long term = handle.acquire(SOON);
            assertThat(Outcome.of(term)).as("%s, %s", key, handle.votes()).isEqualTo(Outcome.ACQUIRED);

            return handle.release(term);
        }
    }

    private void takeRights()
    {
        setRights("-");
    }

    private void giveRights()
    {
        setRights("+");
    }

    /*
     * Releases are scripts, or one of the native commands on a server that knows it. A server complains of a
     * command that it does not know.
     */
    private void setRights(final String sign)
    {
        nodes.call(0, "ACL", "SETUSER", "default", sign + "evalsha", sign + "eval");
        for (final String command : List.of("delifeq", "delex", "cad"))
        {
            try
            {
                nodes.call(0, "ACL", "SETUSER", "default", sign + command);
            }
            catch (final RespError ex)
            {
                assertThat(ex).hasMessageContaining("Unknown command");
            }
        }
    }

    private static void awaitTrouble(final Redlock redlock, final boolean isExpected)
    {
        Await.parking().until("trouble of node 0 is told: " + isExpected, SOON, () -> redlock.nodes().get(0),
            status -> status.state() == NodeStatus.State.UP &&
                status.detail().contains(TROUBLE) == isExpected);
    }
}
