// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

import dev.redlock.ForcedRelease;
import dev.redlock.Lease;
import dev.redlock.LockHolder;
import dev.redlock.Operators;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.WatchedLoad;
import dev.redlock.outcome.KeyState;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.Answer;
import dev.redlock.test.Await;

/**
 * Operators' questions do not affect locks, whatever they do to their connection: they may have no answer, or
 * several, or change the meaning of everything after them.
 */
public abstract class OperatorQuestions extends SharedNodes
{
    /*
     * In addition to the load; this property sets more for a long run.
     */
    private static final int QUESTIONS = Integer.getInteger("redlock.questions", 500);

    private static final Duration BRIEFLY = Duration.ofMillis(100);
    private static final int AT_A_TIME = 6;

    /*
     * Each of these changes its connection: it queues, has subscribed, uses another database, owes an answer
     * too few or too many, speaks another protocol, or is gone.
     */
    private static final List<String> POISONS = List.of("MULTI", "SELECT 3", "SUBSCRIBE channel",
        "PSUBSCRIBE chan*", "SSUBSCRIBE channel", "CLIENT REPLY SKIP", "CLIENT REPLY OFF", "MONITOR", "RESET",
        "HELLO 2", "QUIT", "CLIENT TRACKING ON BCAST", "BLPOP nothing 0", "AUTH wrong", "CLIENT NO-EVICT on");

    private static final List<String> HARMLESS = List.of("PING", "TIME", "INFO", "GET load-0", "PTTL load-1",
        "TYPE load-0", "EXISTS load-1", "CONFIG GET appendonly", "CLIENT LIST", "NONSUCH x", "EXEC",
        "EVAL return{1,2} 0", "DBSIZE", "CLIENT ID", "ROLE");

    @Override
    protected int nodeCount()
    {
        return 3;
    }

    /**
     * One client holds a lock; another one, whose operator has asked all nodes the same thing, goes for that
     * lock and for free ones in turn. An answer that has shifted by one place would give it the lock that is
     * held.
     */
    @TestFactory
    @Tag("proof")
    Stream<DynamicTest> shouldGrantNoHeldLockAfter()
    {
        return POISONS.stream().map(poison ->
            DynamicTest.dynamicTest(poison, () -> checkNoSecondHolder(poison)));
    }

    private void checkNoSecondHolder(final String poison) throws InterruptedException
    {
        try (Redlock holder = patient(nodes.uris()).name("holder").build();
            Redlock other = patient(nodes.uris()).name("other").build())
        {
            awaitAllUp(holder);
            awaitAllUp(other);
            try (Lease lease = holder.acquire("held", SOON))
            {
                IntStream.range(0, nodeCount()).forEach((i) -> awaitEnd(ask(other, i, poison, BRIEFLY)));
                for (int round = 0; round < 20; round++)
                {
                    final CompletableFuture<Lease> held = other.acquireAsync("held", Duration.ZERO);
                    final CompletableFuture<Lease> free = other.acquireAsync("free-" + round, SOON);
                    awaitEnd(held);
                    awaitEnd(free);
                    assertThat(held).as("held by another, in round %s, %s", round, lease)
                        .isCompletedExceptionally();
                    assertThat(lease.isHeld()).isTrue();
                    free.join().release();
                }
            }
            checkCleanCycle(other, nodes);
        }
    }

    @Test
    void shouldTellWhoHoldsALockAndTakeItAway() throws InterruptedException
    {
        try (Redlock redlock = patient(nodes.uris()).build())
        {
            awaitAllUp(redlock);
            final Operators operators = redlock.operators();
            assertThat(of(operators.holder("held")).nodes()).allMatch(node -> node.state() == KeyState.FREE);
            assertThat(of(operators.remaining("held"))).isZero();

            final Lease lease = redlock.acquire("held", SOON);
            Await.parking().until("the key on all nodes", SOON, () -> nodes.holders("held").size() == 3);
            final LockHolder holder = of(operators.holder("held"));
            assertThat(holder.isHeld()).isTrue();
            assertThat(holder.nodes()).allMatch(node -> node.holder().equals(holder.holder()));
            assertThat(holder.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
            assertThat(of(operators.remaining("held"))).isPositive();

            final ForcedRelease forced = of(operators.forceRelease("held"));
            assertThat(forced.confirmed()).isEqualTo(3);
            assertThat(forced.nodes())
                .allMatch(node -> node.detail().startsWith("deleted (holder " + holder.holder()));
            assertThat(nodes.keys()).isEmpty();
            assertThat(lease.isHeld()).as("the holder is not told").isTrue();
            assertThat(lease.extend()).isEqualTo(Outcome.LOST);
            assertThat(of(operators.forceRelease("held")).nodes())
                .allMatch(node -> node.isGone() && node.detail().equals("nothing to delete"));

            nodes.callAll("RPUSH", "held", "no lock");
            assertThat(of(operators.holder("held")).nodes())
                .allMatch(node -> node.state() == KeyState.NO_LOCK && node.detail().equals("list"));
            assertThat(of(operators.forceRelease("held")).confirmed()).isZero();
        }
        nodes.empty();
    }

    private static <T> T of(final CompletionStage<T> answer)
    {
        return answer.toCompletableFuture().join();
    }

    /**
     * Two clients compete for a few locks, while each one's operator asks all nodes everything. Every
     * question ends, with or without an answer.
     */
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @Tag("proof")
    void shouldKeepLocksApartWhateverOperatorsAsk(final TestReporter reporter) throws InterruptedException
    {
        final Redlock first = closing(patient(nodes.uris()).name("first").build());
        final Redlock second = closing(patient(nodes.uris()).name("second").build());
        awaitAllUp(first);
        awaitAllUp(second);
        final WatchedLoad load = WatchedLoad.start(List.of(first, second), 4, 2);
        final int answered = askEverything(List.of(first, second));
        load.awaitMore(100);
        load.stop();

        reporter.publishEntry("questions", QUESTIONS + ", answered " + answered);
        assertThat(answered).isGreaterThan(QUESTIONS / 4);
        checkCleanCycle(first, nodes);
        checkCleanCycle(second, nodes);
    }

    private int askEverything(final List<Redlock> clients)
    {
        final List<String> all = Stream.concat(HARMLESS.stream(), POISONS.stream()).toList();
        final List<CompletableFuture<Answer>> questions = new ArrayList<>();
        int answered = 0;
        for (int i = 0; i < QUESTIONS; i++)
        {
            final String question = all.get(i / AT_A_TIME % all.size());
            questions.add(ask(clients.get(i % clients.size()), i % nodeCount(), question, BRIEFLY));
            if (questions.size() == AT_A_TIME || i == QUESTIONS - 1)
            {
                questions.forEach(OperatorQuestions::awaitEnd);
                answered += (int)questions.stream().filter(ask -> !ask.isCompletedExceptionally()).count();
                questions.clear();
            }
        }

        return answered;
    }

    private static CompletableFuture<Answer> ask(
        final Redlock redlock, final int nodeIndex, final String question, final Duration within)
    {
        final byte[][] command = Arrays.stream(question.split(" "))
            .map(word -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);

        return redlock.operators().ask(nodeIndex, within, command).toCompletableFuture();
    }

    private static void awaitEnd(final CompletableFuture<?> future)
    {
        Await.parking().until("an answer, or none within its time", SOON, future::isDone);
    }
}
