// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Reply;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckReply;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.harness.TckHarness;

/**
 * Order, and one answer for each operation.
 */
public interface AnswerRules extends TckRules
{
    /**
     * A release that overtakes its acquire deletes nothing, and the acquire then locks a key that nobody will
     * release.
     */
    @Test
    default void shouldExecuteCommandsOfANodeInTheOrderOfTheirAcceptance()
    {
        final TckClient client = open().up(0);
        final StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 1000; i++)
        {
            client.append(0, "log", i + ",");
            expected.append(i).append(',');
            if (i % 7 == 0)
            {
                client.transport().flush();
            }
            if (i % 100 == 99)
            {
                client.poll(0);
            }
        }
        client.awaitReplies();

        assertThat(valueAt(0, "log")).isEqualTo(expected.toString());
    }

    /**
     * An operation without an answer occupies its attempt forever; one with two answers gives a vote away.
     * (That nothing is answered twice is watched in every test.)
     */
    @Test
    default void shouldAnswerEveryAcceptedOperation()
    {
        final TckClient client = open().up(0, 1, 2);
        final List<Long> ids = new ArrayList<>();
        IntStream.range(0, 900).forEach((i) -> ids.add(client.append(i % 3, "log", "x")));
        client.awaitReplies();
        client.quiet();

        assertThat(ids).allMatch((id) -> client.reply(id).kind() == Reply.Kind.NUMBERS);
        assertThat(valueAt(2, "log")).hasSize(300);
    }

    /**
     * To mix up two answers is to give one client's lock to another.
     */
    @Test
    default void shouldGiveEachOperationItsOwnAnswer()
    {
        final TckClient client = open().up(0, 1, 2);
        final List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 90; i++)
        {
            client.append(i % 3, "key" + i, "x".repeat(i));
            ids.add(client.send(i % 3, client.operation(TckCommands.STRLEN, client.key("key" + i))));
        }
        client.awaitReplies();

        for (int i = 0; i < 90; i++)
        {
            assertThat(client.reply(ids.get(i))).isEqualTo(TckReply.numbers((long)i));
        }
    }

    /**
     * The quorum decides without the node that is cut off; waiting for it would make every lock as slow as
     * the slowest node.
     */
    @Test
    default void shouldServeTheOtherNodesWhileOneCannotBeHeard()
    {
        final TckClient client = open().up(0, 1, 2);
        node(1).holdReplies();
        final long silent = client.append(1, "log", "x");
        for (int i = 0; i < 50; i++)
        {
            client.awaitReply(client.append(0, "log", "x"));
            client.awaitReply(client.append(2, "log", "x"));
        }

        assertThat(client.isAnswered(silent)).isFalse();
        node(1).release();
        assertThat(client.awaitReply(silent)).isEqualTo(TckReply.numbers(1L));
    }

    /**
     * A process that stands still keeps its connections: to the client it is silence, and no more.
     */
    @Test
    default void shouldServeTheOtherNodesWhileOneStandsStill()
    {
        final TckClient client = open().up(0, 1, 2);
        node(1).pause();
        final long silent = client.append(1, "log", "x");
        IntStream.range(0, 50).forEach((i) -> client.awaitReply(client.append(0, "log", "x")));

        assertThat(client.isAnswered(silent)).isFalse();
        node(1).resume();
        assertThat(client.awaitReply(silent)).isEqualTo(TckReply.numbers(1L));
    }

    /**
     * A transport has no deadlines. It delivers late answers late: the engine may have to release a lock.
     */
    @Test
    default void shouldDeliverWhatComesLate()
    {
        final TckClient client = open().up(0);
        node(0).holdReplies();
        final long late = client.append(0, "log", "x");
        client.transport().flush();
        client.await("the node executes", () -> "x".equals(valueAt(0, "log")));
        client.quiet();
        client.quiet();

        assertThat(client.isAnswered(late)).isFalse();
        node(0).release();
        assertThat(client.awaitReply(late)).isEqualTo(TckReply.numbers(1L));
    }

    /**
     * With replies of several rounds in flight, each still finds its operation.
     */
    @Test
    default void shouldKeepOrderOverALongWire()
    {
        final TckClient client = open().up(0);
        node(0).delay(5 * MS);
        final List<Long> ids = new ArrayList<>();
        for (int i = 1; i <= 200; i++)
        {
            ids.add(client.append(0, "log", "x"));
            client.poll(0);
            if (i % 20 == 0)
            {
                client.poll(MS);
            }
        }
        client.awaitReplies();

        for (int i = 0; i < 200; i++)
        {
            assertThat(client.reply(ids.get(i))).isEqualTo(TckReply.numbers(i + 1L));
        }
    }

    /**
     * The usual case of a busy client: many commands of many callers, one write.
     */
    @Test
    default void shouldCarryAThousandOperationsInOneFlush()
    {
        final TckClient client = open().up(0, 1, 2);
        IntStream.range(0, 3000).forEach((i) -> client.append(i % 3, "log", "x"));
        client.transport().flush();
        client.awaitReplies();

        IntStream.range(0, TckHarness.NODES).forEach((i) -> assertThat(valueAt(i, "log")).hasSize(1000));
    }

    /**
     * An engine that polls need not flush.
     */
    @Test
    default void shouldFlushWhenPolled()
    {
        final TckClient client = open().up(0);

        assertThat(client.awaitReply(client.append(0, "log", "x"))).isEqualTo(TckReply.numbers(1L));
    }
}
