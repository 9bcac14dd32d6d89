// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.ProxiedSuite;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.Flow;

/**
 * Answers that come late: too late to be a success, or so late that the node must be given more time.
 */
public abstract class LateAnswers extends ProxiedSuite
{
    /*
     * For what is not about the adaptive timeout of a node: its least is so short that a busy machine alone
     * can make a fast node late.
     */
    private static final Duration NODE_TIMEOUT = Duration.ofMillis(250);

    /**
     * The nodes have granted, but the news comes when the keys have long expired there. To count it as a
     * success would be to hold a lock that somebody else can take.
     */
    @Test
    void shouldNotCountAnswersAfterTheTimeToLive() throws InterruptedException
    {
        final LockOptions options = LockOptions.DEFAULT.withTtl(Duration.ofMillis(400));
        final Redlock redlock = up(adaptive(proxies.uris()).minNodeTimeout(NODE_TIMEOUT)
            .maxNodeTimeout(NODE_TIMEOUT));
        final LockHandle handle = redlock.handle("late", options);
        proxies.replies(0, 1, 2, 3, 4).forEach(Flow::holdExisting);
        final long startNs = System.nanoTime();
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.NO_QUORUM);
        assertThat(handle.votes()).extracting(NodeVote::cause).contains(Cause.TIMEOUT)
            .doesNotContain(Cause.GRANTED);

        Await.parking().untilNs(startNs + options.ttl().toNanos());
        proxies.replies(0, 1, 2, 3, 4).forEach(Flow::release);
        Await.parking().until("all five grants arrive", SOON,
            () -> redlock.metrics().count(Counter.STRAGGLERS), count -> count == 5);

        assertThat(handle.isHeld()).isFalse();
        assertThat(handle.term()).isZero();
        assertThat(redlock.metrics().count(Counter.ATTEMPTS_WON)).isZero();
        assertThat(redlock.metrics().count(Counter.STRAGGLERS_KEPT)).isZero();
        checkCleanCycle(redlock, nodes);
    }

    /**
     * While the answers are held the client cannot know that the nodes have granted; it must release what it
     * may have, without waiting.
     */
    @Test
    void shouldReleaseUnansweredAcquiresBeforeTheAnswersCome() throws InterruptedException
    {
        final Redlock redlock = up(adaptive(proxies.uris()).minNodeTimeout(NODE_TIMEOUT)
            .maxNodeTimeout(NODE_TIMEOUT));
        final LockHandle handle = redlock.handle("late");
        proxies.replies(ProxiedNodes.MAJORITY).forEach(Flow::holdExisting);
        assertThat(Outcome.of(handle.tryAcquire())).isIn(Outcome.NO_QUORUM, Outcome.TIMED_OUT);
        nodes.awaitNoKeys();

        proxies.replies(ProxiedNodes.MAJORITY).forEach(Flow::release);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A quorum grants well within the time to live, but less is left than the caller can use.
     */
    @Test
    void shouldGiveBackAWinThatLeavesTooLittle() throws InterruptedException
    {
        final LockOptions options = LockOptions.DEFAULT
            .withTtl(Duration.ofSeconds(60)).withMinValidity(Duration.ofMillis(59_300));
        final Redlock redlock = up(patient(proxies.uris()));
        final LockHandle handle = redlock.handle("late", options);
        proxies.replies(0, 1, 2, 3, 4).forEach(flow -> flow.delay(Duration.ofMillis(120)));
        assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.TOO_LATE);
        assertThat(handle.isHeld()).isFalse();
        assertThat(redlock.metrics().count(Counter.ATTEMPTS_TOO_LATE)).isOne();
        nodes.awaitNoKeys();

        proxies.clear();
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The client itself stands still between question and answer: a long collection of garbage, a paused
     * machine. All answers are there when it continues, none of them late by the nodes' fault.
     */
    @Test
    void shouldNotTakeForASuccessWhatItHasSleptThrough() throws InterruptedException
    {
        final LockOptions options = LockOptions.DEFAULT.withTtl(Duration.ofMillis(300));
        final Diary diary = new Diary();
        final Redlock redlock = closing(patient(nodes.uris()).invoker().build());
        final LockHandle handle = redlock.handle("late", options, diary);
        final Await polling = new Await(redlock::poll);
        awaitAllUp(redlock, polling);
        final long[] before = sets();
        assertThat(handle.acquireAsyncNs(0)).isEqualTo(Outcome.STARTED);
        Await.parking().until("the question at all nodes", SOON, this::sets,
            now -> IntStream.range(0, now.length).allMatch(i -> now[i] > before[i]));
        nodes.awaitNoKeys();

        polling.until("an outcome", SOON, () -> !diary.verdicts.isEmpty());
        assertThat(diary.verdicts).containsExactly(Outcome.TOO_LATE);
        assertThat(handle.isHeld()).isFalse();
        checkCleanCycle(redlock, nodes, polling);
    }

    /*
     * How often each node was asked for a key, even after the key is gone.
     */
    private long[] sets()
    {
        return IntStream.range(0, nodes.count()).mapToLong(i -> nodes.calls(i, "set")).toArray();
    }

    /**
     * All five votes are needed, so the slow one decides. It gets the time it needs, which is more than the
     * least, because its late answers are measured, too; a client that measured only what it waited for would
     * never hear from it again.
     * <p>
     * There is no clean cycle at the end: where all five must answer in the time that they usually take, one
     * that stands still for a moment would spoil it.
     */
    @Test
    @Tag("proof")
    void shouldCountANodeThatBecameSlowWithinFiveSeconds() throws InterruptedException
    {
        final Redlock redlock = up(adaptive(proxies.uris()).quorum(5));
        final LockHandle handle = redlock.handle("slow");
        final long fastUntilNs = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (System.nanoTime() - fastUntilNs < 0)
        {
            handle.release(handle.tryAcquire());
        }

        proxies.proxy(4).replies().delay(Duration.ofMillis(80));
        Await.parking().until("a win with the slow node's vote", Duration.ofSeconds(5),
            () -> handle.tryAcquire() > 0 ? "won" : handle.votes().get(4).toString(), "won"::equals);
        assertThat(handle.votes().get(4).cause()).isEqualTo(Cause.GRANTED);
        handle.release(handle.term());

        nodes.awaitNoKeys();
        Await.parking().until("no owner token out", SOON, redlock.metrics()::tokensOut,
            tokens -> tokens == 0);
        assertThat(redlock.metrics().count(Counter.REPLIES_UNMATCHED)).as("replies unmatched").isZero();
        assertThat(redlock.metrics().count(Counter.CALLBACK_ERRORS)).as("callback errors").isZero();
    }
}
