// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.cli.run.process.Census;
import dev.redlock.cli.run.process.ControlGroup;
import dev.redlock.cli.run.process.Family;
import dev.redlock.cli.run.process.Mark;
import dev.redlock.cli.run.process.ProcessTree;
import dev.redlock.cli.run.process.Search;
import dev.redlock.test.Await;

@Timeout(20)
class LeaseWatchTest
{
    /*
     * So long that no deadline is reached before the test says so, however long a thread stands still. The
     * moment is what the watch itself has to wait for.
     */
    private static final long GRACE_NS = TimeUnit.HOURS.toNanos(1);
    private static final long MOMENT_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final CompletableFuture<Long> asked = new CompletableFuture<>();
    private Census.Source source = new Search(new Mark());
    private Process process;

    @AfterEach
    void kill() throws InterruptedException
    {
        Family.kill(List.of(process.toHandle()));
        process.waitFor();
    }

    private ProcessTree start(final String script) throws IOException
    {
        process = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true)
            .redirectInput(Redirect.PIPE).start();
        // The script says when its traps are set.
        assertThat(process.getInputStream().read()).isEqualTo('!');

        final Census census = new Census(source);
        census.start();

        return new ProcessTree(process.toHandle(), census, ControlGroup.none());
    }

    /*
     * What was killed needs the core once more to be gone.
     */
    private static void awaitGone(final ProcessTree tree)
    {
        Await.parking().until("all processes gone", Duration.ofSeconds(40), tree::isGone);
    }

    private LeaseWatch watch(final AtomicLong validUntilNs, final ProcessTree tree)
    {
        final LeaseWatch watch = new LeaseWatch(
            () -> validUntilNs.get() - System.nanoTime(), GRACE_NS, tree, asked::complete);
        watch.start();

        return watch;
    }

    @Test
    void shouldAskAtTheGraceAndKillAtTheDeadline() throws Exception
    {
        final ProcessTree tree = start("trap '' TERM; printf '!'; while :; do sleep 60; done");
        final AtomicLong validUntilNs = new AtomicLong(System.nanoTime() + GRACE_NS + MOMENT_NS);
        final LeaseWatch watch = watch(validUntilNs, tree);

        assertThat(asked.get()).isBetween(0L, GRACE_NS);
        validUntilNs.set(System.nanoTime() + MOMENT_NS);
        assertThat(process.waitFor()).isEqualTo(128 + 9);
        assertThat(System.nanoTime() - validUntilNs.get()).isNotNegative();
        assertThat(watch.end()).isTrue();
        awaitGone(tree);
    }

    @Test
    void shouldNotBeCalledBackByALateExtension() throws Exception
    {
        final ProcessTree tree = start("trap '' TERM; printf '!'; while :; do sleep 60; done");
        final AtomicLong leftNs = new AtomicLong(MOMENT_NS);
        final long startNs = System.nanoTime();
        final LeaseWatch watch = new LeaseWatch(leftNs::get, MOMENT_NS, tree, (ns) ->
        {
            leftNs.set(TimeUnit.HOURS.toNanos(1));
            asked.complete(ns);
        });
        watch.start();

        assertThat(asked.get()).isEqualTo(MOMENT_NS);
        assertThat(process.waitFor()).isEqualTo(128 + 9);
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(MOMENT_NS);
        assertThat(watch.end()).isTrue();
    }

    @Test
    void shouldKillAtOnceWhenTheLockIsLost() throws Exception
    {
        final ProcessTree tree = start("trap 'exit 3' TERM; printf '!'; while :; do sleep 0.05; done");
        final AtomicLong validUntilNs = new AtomicLong(System.nanoTime() + 2 * GRACE_NS);
        final LeaseWatch watch = watch(validUntilNs, tree);

        validUntilNs.set(System.nanoTime() - 1);
        watch.lookAgain();

        assertThat(process.waitFor()).isEqualTo(128 + 9);
        assertThat(watch.end()).isTrue();
        assertThat(watch.hasKilled()).isTrue();
        assertThat(asked).isNotDone();
    }

    @Test
    void shouldKillOrphansToo() throws Exception
    {
        // The parent dies of the request, its child does not.
        final ProcessTree tree = start("(trap '' TERM; printf '!'; while :; do sleep 60; done) & wait");
        final AtomicLong validUntilNs = new AtomicLong(System.nanoTime() + GRACE_NS);
        final LeaseWatch watch = watch(validUntilNs, tree);

        assertThat(process.waitFor()).isEqualTo(128 + 15);
        assertThat(tree.isGone()).isFalse();
        validUntilNs.set(System.nanoTime() + MOMENT_NS);
        assertThat(watch.end()).isTrue();
        assertThat(System.nanoTime() - validUntilNs.get()).isNotNegative();
        awaitGone(tree);
    }

    @Test
    void shouldNotTouchACommandThatEndsInTime() throws Exception
    {
        final ProcessTree tree = start("printf '!'; exit 3");
        final LeaseWatch watch = watch(new AtomicLong(System.nanoTime() + 2 * GRACE_NS), tree);

        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(watch.end()).isFalse();
    }

    @Test
    void shouldNotKillACommandThatEndsWhenAsked() throws Exception
    {
        final ProcessTree tree = start("trap 'exit 3' TERM; printf '!'; while :; do sleep 0.05; done");
        final LeaseWatch watch = watch(new AtomicLong(System.nanoTime() + GRACE_NS), tree);

        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(watch.end()).isTrue();
        assertThat(watch.hasKilled()).isFalse();
    }

    /**
     * As at a process whose memory the kernel has locked: its environment cannot be read.
     */
    @Test
    void shouldKillInTimeWhoIsKnownWhileTheSearchForOthersStandsStill() throws Exception
    {
        final CountDownLatch release = new CountDownLatch(1);
        source = (isFull, listener) ->
        {
            awaitUninterruptibly(release);

            return true;
        };
        try
        {
            final ProcessTree tree = start(
                "trap '' TERM; env -i sh -c 'trap \"\" TERM; printf \"!\"; while :; do sleep 60; done' & " +
                "while :; do sleep 60; done");
            final AtomicLong validUntilNs = new AtomicLong(System.nanoTime() + GRACE_NS);
            final LeaseWatch watch = watch(validUntilNs, tree);
            assertThat(asked.get()).isBetween(0L, GRACE_NS);
            // The scripts start their sleeps after the child has said that its trap is set.
            final List<ProcessHandle> all = Await.parking().until(
                "both scripts and their sleeps", Duration.ofSeconds(40),
                () -> List.copyOf(Family.living(List.of(process.toHandle()))),
                (living) -> living.size() == 4);
            validUntilNs.set(System.nanoTime() + MOMENT_NS);

            assertThat(process.waitFor()).isEqualTo(128 + 9);
            Await.parking().until("nobody works", Duration.ofSeconds(40), () ->
                all.stream().noneMatch(Family::isRunning));
            assertThat(release.getCount()).isEqualTo(1);
            assertThat(watch.end()).isTrue();
        }
        finally
        {
            release.countDown();
        }
    }

    private static void awaitUninterruptibly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
