// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.Transport;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckDialogue;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckRules;

/**
 * When callbacks come, and what they may do. (Every test checks that they come only on the polling thread,
 * and never nested.)
 */
public interface CallbackRules extends TckRules
{
    /**
     * The engine is not re-entrant: an answer during its work would find it inconsistent.
     */
    @Test
    default void shouldTellNothingBeforeItIsPolled()
    {
        final TckClient client = open();
        client.connect(0);
        harness().pass(20 * MS);
        assertThat(client.events()).isEmpty();

        client.await("node 0 is up", () -> client.isUp(0));
        final int before = client.events().size();
        client.append(0, "log", "x");
        client.transport().flush();
        client.awaitUnpolled("the node executes", () -> "x".equals(valueAt(0, "log")));
        harness().pass(5 * MS);
        client.append(0, "log", "y");
        client.transport().flush();
        client.disconnect(0);
        harness().pass(5 * MS);
        assertThat(client.events()).hasSize(before);

        client.awaitDown(0, 1);
    }

    /**
     * An engine decides when an answer comes, and acts at once.
     */
    @Test
    default void shouldTakeOffersInACallback()
    {
        final TckClient client = open().up(0, 1);
        final AtomicInteger left = new AtomicInteger(100);
        client.onEvent((event) ->
        {
            if (event.kind() == TckEvent.Kind.REPLY && left.decrementAndGet() > 0)
            {
                client.append(left.get() % 2, "log", "x");
            }
        });
        client.append(0, "log", "x");
        client.await("a hundred offers are answered", () -> left.get() == 0);

        assertThat(valueAt(0, "log") + valueAt(1, "log")).hasSize(100);
    }

    /**
     * A script's text is sent in the callback of the reply that it is missing; a node that has just come up
     * has releases waiting for it.
     */
    @Test
    default void shouldTakeOffersAsSoonAsANodeIsUp()
    {
        final TckClient client = open();
        client.on(TckEvent.Kind.UP, (event) -> client.append(event.nodeIndex(), "log", "x"));
        client.up(0, 1);
        client.awaitReplies();

        assertThat(valueAt(0, "log")).isEqualTo("x");
        assertThat(valueAt(1, "log")).isEqualTo("x");
    }

    /**
     * A node with an absurd answer is dropped at once, with further answers unread.
     */
    @Test
    default void shouldTakeADisconnectInACallback()
    {
        final TckClient client = open().up(0);
        client.on(TckEvent.Kind.REPLY, (event) -> client.disconnect(0));
        client.appendTimes(20, 0, "log");
        assertThat(client.awaitDown(0, 1).reason()).isEqualTo(DownReason.LOCAL);
        assertThat(client.events(TckEvent.Kind.REPLY, 0)).hasSize(20);
    }

    /**
     * After a disconnect because of an answer, no further answer of that connection may be told, even one in
     * the same packet: it is unknown what it answers.
     */
    @Test
    default void shouldTellNoAnswerAfterADisconnectInACallback()
    {
        final TckClient client = open().up(0);
        node(0).holdReplies();
        final List<Long> ids = client.appendTimes(20, 0, "log");
        client.transport().flush();
        client.awaitUnpolled("the node executes", () -> "x".repeat(20).equals(valueAt(0, "log")));
        client.onEvent((event) ->
        {
            if (event.is(TckEvent.Kind.REPLY, 0) && event.correlationId() == ids.get(0))
            {
                client.disconnect(0);
            }
        });
        node(0).release();
        client.awaitDown(0, 1);

        assertThat(client.reply(ids.get(0)).isLost()).as("the first answer").isFalse();
        assertThat(ids.subList(1, ids.size())).as("all others").allMatch((id) -> client.reply(id).isLost());
    }

    /**
     * As above, at the other turning points of a connection.
     */
    @Test
    default void shouldTakeADisconnectWhenANodeConnectsOrComesUp()
    {
        final TckClient client = open();
        client.onEvent((event) ->
        {
            if (event.is(TckEvent.Kind.CONNECTED, 0) || event.is(TckEvent.Kind.UP, 1))
            {
                client.disconnect(event.nodeIndex());
            }
        });
        client.connect(0);
        client.connect(1);
        client.awaitDown(0, 1);
        client.awaitDown(1, 1);
        client.quiet();

        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
        assertThat(client.events(TckEvent.Kind.DOWN, 1)).hasSize(1);
    }

    /**
     * A dialogue whose answer shows that there is no point in going on.
     */
    @Test
    default void shouldTakeADisconnectInTheMiddleOfADialogue()
    {
        final TckClient client = open();
        final TckDialogue dialogue = TckDialogue
            .asking(TckDialogue.words("PING"), TckDialogue.words("TIME"))
            .onAnswer(() -> client.disconnect(0));
        client.dialogues((nodeIndex) -> dialogue);
        client.connect(0);
        final TckEvent down = client.awaitDown(0, 1);
        client.quiet();

        assertThat(down.reason()).isEqualTo(DownReason.LOCAL);
        assertThat(dialogue.answers()).hasSize(1);
        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
    }

    /**
     * The quickest reconnect comes from the news of the loss.
     */
    @Test
    default void shouldTakeAConnectInTheNewsOfAnEnd()
    {
        final TckClient client = open().up(0);
        client.on(TckEvent.Kind.DOWN, (event) -> client.connect(event.nodeIndex()));
        node(0).cut();
        client.await("node 0 is up again", () -> client.events(TckEvent.Kind.UP, 0).size() == 2);

        client.onEvent(TckClient::ignore);
        client.awaitReply(client.append(0, "log", "x"));
    }

    /**
     * While the lost operations of an ended connection are answered, the node is not there to be asked.
     */
    @Test
    default void shouldNotTakeOffersWhileAnEndIsTold()
    {
        final TckClient client = open().up(0);
        final AtomicInteger accepted = new AtomicInteger();
        node(0).holdReplies();
        client.append(0, "log", "x");
        client.append(0, "log", "x");
        client.transport().flush();
        client.onEvent((event) ->
        {
            if (client.offer(0, client.appending("log", "y")) == Transport.ACCEPTED)
            {
                accepted.incrementAndGet();
            }
        });
        node(0).cut();
        client.awaitDown(0, 1);
        client.onEvent(TckClient::ignore);

        assertThat(accepted).hasValue(0);
    }

    /**
     * Events of a nested poll would belong to the outer one.
     */
    @Test
    default void shouldRefuseAPollInACallback()
    {
        final TckClient client = open().up(0);
        final List<Throwable> refusals = new ArrayList<>();
        client.onEvent((event) -> refusals.add(catchThrowable(() -> client.transport().poll(0))));
        client.awaitReply(client.append(0, "log", "x"));

        assertThat(refusals).singleElement().isInstanceOf(IllegalStateException.class);
    }

    /**
     * An engine that finds itself broken closes from where it is. The callbacks of that end must not come in
     * the middle of the one that asked for it.
     */
    @Test
    default void shouldCloseWhenThePollEndsIfClosedInACallback()
    {
        final TckClient client = open().up(0, 1);
        node(1).holdReplies();
        final long lost = client.append(1, "log", "x");
        client.onEvent((event) ->
        {
            if (event.is(TckEvent.Kind.REPLY, 0))
            {
                client.transport().close();
            }
        });
        client.append(0, "log", "x");
        client.awaitDown(1, 1);

        assertThat(client.reply(lost).isLost()).isTrue();
        assertThat(client.offer(0, client.appending("log", "x"))).isEqualTo(Transport.NOT_CONNECTED);
        assertThat(client.poll(0)).isZero();
    }
}
