// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckInquiry;
import dev.redlock.tck.driver.TckReply;
import dev.redlock.tck.driver.TckRules;

/**
 * Connections that end with operations in flight.
 */
public interface LossRules extends TckRules
{
    /**
     * Nobody knows whether it was executed. Sent again, an acquire whose lock was released meanwhile takes
     * the key a second time, for nobody.
     */
    @Test
    default void shouldNeverSendAgainWhatMayHaveBeenExecuted()
    {
        final TckClient client = open().up(0);
        final long before = node(0).calls("APPEND");
        node(0).holdReplies();
        final long lost = client.append(0, "log", "x");
        client.transport().flush();
        client.await("the node executes", () -> "x".equals(valueAt(0, "log")));
        node(0).cut();
        client.awaitDown(0, 1);
        node(0).release();

        checkLost(client, lost);
        assertThat(valueAt(0, "log")).isEqualTo("xy");
        assertThat(node(0).calls("APPEND") - before).isEqualTo(2);
    }

    private static void checkLost(final TckClient client, final long lost)
    {
        client.up(0);
        client.awaitReply(client.append(0, "log", "y"));
        client.quiet();
        assertThat(client.reply(lost).kind()).isEqualTo(Reply.Kind.LOST);
    }

    /**
     * Even what certainly never arrived: only the engine knows whether it is still wanted.
     */
    @Test
    default void shouldNeverSendAgainWhatHasNotArrived()
    {
        final TckClient client = open().up(0);
        final long before = node(0).calls("APPEND");
        node(0).holdRequests();
        final long lost = client.append(0, "log", "x");
        client.quiet();
        node(0).cut();
        client.awaitDown(0, 1);
        node(0).release();

        checkLost(client, lost);
        assertThat(valueAt(0, "log")).isEqualTo("y");
        assertThat(node(0).calls("APPEND") - before).isEqualTo(1);
    }

    /**
     * What is queued belongs to the connection it was accepted for, not to the node.
     */
    @Test
    default void shouldNotCarryTheQueueOverToTheNextConnection()
    {
        final TckClient client = open().up(0);
        final long lost = client.append(0, "log", "x");
        client.disconnect(0);
        client.awaitDown(0, 1);

        checkLost(client, lost);
        assertThat(valueAt(0, "log")).endsWith("y").doesNotContain("yx").hasSizeLessThan(3);
    }

    /**
     * The engine cleans up when it hears of the end; it must know by then what is in doubt.
     */
    @Test
    default void shouldAnswerAllThatIsInFlightBeforeItTellsTheEnd()
    {
        final TckClient client = open().up(0, 1);
        node(0).holdReplies();
        final List<Long> ids = client.appendTimes(50, 0, "log");
        final TckInquiry inquiry = client.ask(0, "PING");
        client.transport().flush();
        node(0).cut();
        final TckEvent down = client.awaitDown(0, 1);

        assertThat(ids).allMatch((id) -> client.reply(id).isLost());
        assertThat(inquiry.isAnswered()).isTrue();
        assertThat(client.events().indexOf(down)).isGreaterThan(client.events().lastIndexOf(
            TckEvent.reply(0, ids.get(49), client.reply(ids.get(49)))));
        assertThat(client.isUp(1)).isTrue();
    }

    /**
     * An old answer taken for a new one is a vote that nobody cast.
     */
    @Test
    default void shouldNotTakeAnAnswerOfTheOldConnectionForOneOfTheNew()
    {
        final TckClient client = open().up(0);
        client.awaitReply(client.append(0, "long", "x".repeat(77)));
        node(0).holdReplies();
        final long before = node(0).calls("STRLEN");
        final long old = client.send(0, client.operation(TckCommands.STRLEN, client.key("long")));
        client.transport().flush();
        client.await("the node executes", () -> node(0).calls("STRLEN") > before);
        node(0).cutClients();
        client.awaitDown(0, 1);
        node(0).release();

        client.up(0);
        final long fresh = client.send(0, client.operation(TckCommands.STRLEN, client.key("none")));

        assertThat(client.awaitReply(fresh)).isEqualTo(TckReply.numbers(0L));
        assertThat(client.reply(old).kind()).isEqualTo(Reply.Kind.LOST);
    }

    /**
     * A node that answers and hangs up has answered.
     */
    @Test
    default void shouldDeliverWhatTheNodeSaidBeforeItHungUp()
    {
        final TckClient client = open().up(0);
        final long append = client.append(0, "log", "x");
        final long quit = client.send(0, client.operation(TckCommands.QUIT, null));
        final TckEvent down = client.awaitDown(0, 1);

        assertThat(client.reply(append)).isEqualTo(TckReply.numbers(1L));
        assertThat(client.reply(quit)).isEqualTo(TckReply.of(Reply.Kind.OK));
        assertThat(down.reason()).isEqualTo(DownReason.CLOSED);
    }

    /**
     * An offer to a connection that has broken unnoticed is an offer like any other.
     */
    @Test
    default void shouldNotThrowWhenTheConnectionIsBrokenUnnoticed()
    {
        final TckClient client = open().up(0);
        node(0).cut();
        harness().pass(20 * MS);
        final int before = client.events().size();
        for (int i = 0; i < 20; i++)
        {
            client.offer(0, client.appending("log", "x"));
            client.transport().flush();
        }

        assertThat(client.events()).hasSize(before);
        client.awaitDown(0, 1);
        assertThat(valueAt(0, "log")).isNull();
    }
}
