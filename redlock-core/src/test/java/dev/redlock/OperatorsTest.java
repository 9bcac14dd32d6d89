// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofHours;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.operators.OperatorDesk;
import dev.redlock.spi.Answer;

/**
 * Questions to nodes in memory; those to real ones are in client-tck.
 */
class OperatorsTest
{
    private final InstantNodes nodes = new InstantNodes(3);
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private Redlock redlock;

    @BeforeEach
    void connect()
    {
        redlock = builder().build();
    }

    private RedlockBuilder builder()
    {
        return nodes.builder().events(new RedlockEvents()
        {
            @Override
            public void onError(final Throwable error)
            {
                errors.add(error);
            }
        });
    }

    @AfterEach
    void close()
    {
        redlock.close();
        assertThat(nodes.areTransportsClosed()).isTrue();
        nodes.close();
    }

    private CompletableFuture<Answer> ask(final int nodeIndex, final String word)
    {
        return redlock.operators().ask(nodeIndex, ofHours(1), word.getBytes(StandardCharsets.UTF_8))
            .toCompletableFuture();
    }

    private static String failureOf(final CompletableFuture<?> future)
    {
        return catchThrowableOfType(ExecutionException.class,
            () -> Deadline.get(future)).getCause().getMessage();
    }

    @Test
    void shouldRefuseQuestionsThatMakeNoSense()
    {
        final Operators operators = redlock.operators();
        assertThatThrownBy(() -> ask(3, "PING")).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("there is no node 3: the indexes of the 3 nodes are 0 to 2");
        assertThatThrownBy(() -> operators.ask(0, ofHours(1))).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the command is empty: name it, and its arguments after it");
        assertThatThrownBy(() -> operators.ask(0, ofHours(1), new byte[1], null))
            .isInstanceOf(NullPointerException.class).hasMessage("argument of the command");
        assertThatThrownBy(() -> operators.ask(0, Duration.ZERO, new byte[1]))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("time for the answer is 0s but must be positive");
    }

    @Test
    void shouldAskOnATransportOfItsOwnThatEndsWhenIdle() throws Exception
    {
        assertThat(nodes.openTransports()).isEqualTo(1);
        assertThat(Deadline.get(ask(1, "PING")).text()).isEqualTo("OK");
        assertThat(nodes.openTransports()).isEqualTo(2);

        nodes.aheadNs.addAndGet(Duration.ofSeconds(10).toNanos());
        Deadline.await("the second transport has ended", () -> nodes.openTransports() == 1);
        assertThat(Deadline.get(ask(1, "PING")).text()).isEqualTo("OK");
    }

    /**
     * It is sent later, and what it says then must not depend on what the caller does with his arrays.
     */
    @Test
    void shouldAskWhatTheArgumentsWereWhenItWasCalled() throws Exception
    {
        nodes.fallSilent();
        final byte[] word = "PING".getBytes(StandardCharsets.UTF_8);
        final byte[][] command = {word};
        final CompletableFuture<Answer> answer =
            redlock.operators().ask(0, ofHours(1), command).toCompletableFuture();
        System.arraycopy("INFO".getBytes(StandardCharsets.UTF_8), 0, word, 0, word.length);
        command[0] = null;
        nodes.speak();

        assertThat(Deadline.get(answer).text()).isEqualTo("OK");
    }

    /**
     * It waits for the nodes, and would hold the engine up for as long.
     */
    @Test
    void shouldDeclareNothingFromACallback() throws Exception
    {
        try (Redlock invoker = builder().invoker().build())
        {
            for (final Redlock client : List.of(redlock, invoker))
            {
                final List<Throwable> thrown = new CopyOnWriteArrayList<>();
                final LockListener declaring = new LockListener()
                {
                    @Override
                    public void onAcquired(final LockHandle handle, final long term)
                    {
                        thrown.add(catchThrowable(() -> client.operators().declareNodes(true)));
                        thrown.add(catchThrowable(client.operators()::retireNodes));
                    }
                };
                final String key = client == redlock ? "k" : "of the invoker";
                try (LockHandle handle = client.handle(key, LockOptions.DEFAULT, declaring))
                {
                    assertThat(handle.tryAcquire()).isPositive();
                }
                Deadline.await("the callback", () -> thrown.size() == 2);
                assertThat(thrown).allSatisfy((ex) -> assertThat(ex)
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("must not wait"));
            }
        }
    }

    @Test
    void shouldNeedNoDriverInInvokerMode() throws Exception
    {
        try (Redlock invoker = builder().invoker().build())
        {
            assertThat(Deadline.get(invoker.operators().ask(0, ofHours(1),
                "PING".getBytes(StandardCharsets.UTF_8)).toCompletableFuture()).text()).isEqualTo("OK");
        }
    }

    @Test
    void shouldAskANodeThatMustNotVote() throws Exception
    {
        nodes.makeReplica(2);
        assertThat(Deadline.get(ask(2, "PING")).text()).isEqualTo("OK");
    }

    @Test
    void shouldSayWhyANodeCannotBeAskedAndAskItWhenItCan() throws Exception
    {
        nodes.goDown(2);
        assertThat(failureOf(ask(2, "PING")))
            .isEqualTo("node node2:6379 was not asked: UNREACHABLE: nobody there");
        assertThat(Deadline.get(ask(1, "PING")).text()).isEqualTo("OK");
    }

    @Test
    void shouldGoOnAfterAQuestionThatCannotBeSent() throws Exception
    {
        nodes.throwFromInquire(new IllegalArgumentException("planted"));
        assertThat(failureOf(ask(0, "PING"))).isEqualTo("planted");
        assertThat(Deadline.get(ask(0, "PING")).text()).isEqualTo("OK");
        assertThat(errors.isEmpty()).isTrue();
    }

    /**
     * What the transport of the questions throws ends its thread, and nothing else.
     */
    @Test
    void shouldLeaveLocksAloneWhenItFails() throws Exception
    {
        nodes.throwFromInquire(new IllegalStateException("planted"));
        assertThat(failureOf(ask(0, "PING")))
            .startsWith("node node0:6379 gave no answer: operators' questions have stopped after an " +
                "unexpected error");
        Deadline.await("reported", () -> errors.size() == 1);
        assertThat(errors.get(0).getCause().getMessage()).isEqualTo("planted");
        redlock.tryAcquire("k").orElseThrow().close();
        assertThat(Deadline.get(ask(0, "PING")).text()).isEqualTo("OK");
    }

    @Test
    void shouldTakeABoundedNumberOfQuestions() throws Exception
    {
        nodes.fallSilent();
        final List<CompletableFuture<Answer>> answers = new ArrayList<>();
        IntStream.range(0, OperatorDesk.MOST_QUESTIONS).forEach((i) -> answers.add(ask(i % 3, "PING")));
        final CompletableFuture<Answer> oneTooMany = ask(1, "PING");
        nodes.speak();

        assertThat(failureOf(oneTooMany))
            .isEqualTo("node node1:6379 was not asked: 1024 questions are waiting, which is the limit; " +
                "wait for their answers");
        for (final CompletableFuture<Answer> answer : answers)
        {
            assertThat(Deadline.get(answer).text()).isEqualTo("OK");
        }
        assertThat(Deadline.get(ask(1, "PING")).text()).isEqualTo("OK");
    }

    @Test
    void shouldAnswerWhatIsAskedWhenTheClientIsClosed() throws Exception
    {
        final CompletableFuture<Answer> answered = ask(0, "PING");
        Deadline.get(answered);
        redlock.close();

        assertThat(failureOf(ask(0, "PING")))
            .isEqualTo("node node0:6379 was not asked: the client is closed");
        assertThat(nodes.areTransportsClosed()).isTrue();
    }

    /**
     * These nodes answer everything with OK, and know no lines.
     */
    @Test
    void shouldSayWhatNodesDoNotTellOfALine() throws Exception
    {
        nodes.goDown(1);
        nodes.cutSoon(1);
        Deadline.await("down", () -> redlock.nodes().get(1).state() == NodeStatus.State.DOWN);
        final LockLine line = Deadline.get(redlock.operators().waiters("k").toCompletableFuture());

        assertThat(line.waiters()).isEmpty();
        assertThat(line.isComplete()).isFalse();
        assertThat(line.nodes()).extracting(LockLine.Part::detail).satisfiesExactly(
            (detail) -> assertThat(detail).isEqualTo("ZRANGE: unexpected answer, TEXT of 2 bytes"),
            (detail) -> assertThat(detail).startsWith("DOWN: "),
            (detail) -> assertThat(detail).isEqualTo("ZRANGE: unexpected answer, TEXT of 2 bytes"));
    }

    /**
     * From a dependent action, so on the very thread that a close waits for otherwise.
     */
    @Test
    void shouldBeClosedByItsOwnThread() throws Exception
    {
        Deadline.get(ask(0, "PING").thenRun(redlock::close));
        Deadline.await("closed", nodes::areTransportsClosed);
        assertThat(errors.iterator().hasNext()).isFalse();
    }
}
