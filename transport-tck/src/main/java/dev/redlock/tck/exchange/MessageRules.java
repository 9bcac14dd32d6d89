// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckDialogue;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckInquiry;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.node.FakeCommand;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;
import dev.redlock.tck.node.FakeScript;

/**
 * Messages on the channel to which a dialogue has subscribed. Nothing is asked of a transport that tells
 * none.
 */
public interface MessageRules extends TckRules
{
    /**
     * A push answers SUBSCRIBE. It does not shift the answers that follow.
     */
    @Test
    default void shouldTakeThePushForTheAnswerToASubscription()
    {
        final TckDialogue[] asked = new TckDialogue[1];
        final TckClient client = open();
        assumeThat(client.transport().tellsMessages()).isTrue();
        client.dialogues((nodeIndex) ->
        {
            asked[0] = TckDialogue.asking(first(client), TckDialogue.words("subscribe", "mail"),
                TckDialogue.words("PING", "after"));

            return asked[0];
        });
        client.up(0);

        final List<Answer> answers = asked[0].answers();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(1).elements()).extracting(Answer::text)
            .containsExactly("subscribe", "mail", "1");
        assertThat(answers.get(2).text()).isEqualTo("after");
    }

    /**
     * A message is a vote for what was asked before, so it must come neither before an earlier answer nor
     * after a later one. Whether it comes before the answer to its own PUBLISH depends on the server.
     */
    @Test
    default void shouldTellMessagesInTheirPlaceAmongReplies()
    {
        final TckClient client = hearing();
        final List<Long> ids = new ArrayList<>();
        final List<TckInquiry> publishing = new ArrayList<>();
        for (int i = 0; i < 50; i++)
        {
            ids.add(client.append(0, "log", "x"));
            publishing.add(client.ask(0, "PUBLISH", "mail", "message " + i));
            ids.add(client.append(0, "log", "x"));
        }
        client.await("all is told", () -> publishing.stream().allMatch(TckInquiry::isAnswered) &&
            ids.stream().allMatch(client::isAnswered) && messagesOf(client).size() == 50);

        final List<TckEvent> told = client.events().stream()
            .filter((event) -> event.kind() == TckEvent.Kind.REPLY || event.kind() == TckEvent.Kind.MESSAGE)
            .toList();
        assertThat(told).hasSize(150);
        for (int i = 0; i < 50; i++)
        {
            assertThat(told.get(3 * i).correlationId()).isEqualTo(ids.get(2 * i));
            assertThat(told.get(3 * i + 1).detail()).isEqualTo("message " + i);
            assertThat(told.get(3 * i + 2).correlationId()).isEqualTo(ids.get(2 * i + 1));
        }
    }

    /**
     * Whole or not at all; what is too long was not asked for.
     */
    @Test
    default void shouldTellMessagesUpToTheLimit()
    {
        final TckClient client = hearing();
        final TckClient other = open().up(0);
        final String longest = "x".repeat(TransportHandler.MAX_MESSAGE);
        for (final String message : List.of("", "1", longest, "OK"))
        {
            publish(other, message);
        }
        client.await("they are told", () -> messagesOf(client).size() == 4);
        assertThat(client.unasked()).isZero();
        publish(other, longest + "y");
        publish(other, "the last");
        client.await("the last message is told", () -> messagesOf(client).contains("the last"));

        assertThat(messagesOf(client)).containsExactly("", "1", longest, "OK", "the last");
        assertThat(client.unasked()).isGreaterThan(longest.length());
    }

    /**
     * Nothing of a connection that is gone is a vote.
     */
    @Test
    default void shouldTellNoMessageAfterADisconnect()
    {
        final TckClient client = hearing();
        final TckClient other = open().up(0);
        client.on(TckEvent.Kind.MESSAGE, (event) -> client.disconnect(0));
        for (int i = 0; i < 10; i++)
        {
            publish(other, "message " + i);
        }
        client.awaitDown(0, 1);
        client.quiet();

        assertThat(messagesOf(client)).containsExactly("message 0");
    }

    /**
     * What a node says last is told before its end, as its answers are.
     */
    @Test
    default void shouldTellMessagesBeforeTheEnd()
    {
        final TckClient client = hearingFrom((command) -> command.name().equals("APPEND") ?
            FakeReply.raw(":1\r\n" + message("mail", "the last")).thenClose() : greeting(command));
        if (client == null)
        {
            return;
        }
        final long id = client.append(0, "log", "x");
        client.awaitDown(0, 1);

        assertThat(client.isAnswered(id)).isTrue();
        assertThat(messagesOf(client)).containsExactly("the last");
    }

    /**
     * Another channel is somebody else's, and so is a message without a subscription.
     */
    @Test
    default void shouldTellMessagesOfItsOwnChannelOnly()
    {
        final FakeScript script = (command) -> command.name().equals("APPEND") ?
            FakeReply.raw(message("liam", "theirs") + ":1\r\n" + message("mail", "ours")) :
            greeting(command);
        final TckClient client = hearingFrom(script);
        if (client == null)
        {
            return;
        }
        client.awaitReply(client.append(0, "log", "x"));
        client.await("told", () -> !messagesOf(client).isEmpty());
        assertThat(messagesOf(client)).containsExactly("ours");
        assertThat(client.unasked()).isPositive();

        final TckClient deaf = openTo(harness().scripted(script)).up(0);
        deaf.awaitReply(deaf.append(0, "log", "x"));
        deaf.quiet();
        assertThat(messagesOf(deaf)).isEmpty();
        assertThat(deaf.unasked()).isPositive();
    }

    /**
     * Any push may come first. Taken for the answer, it would shift all that follow.
     */
    @Test
    default void shouldNotTakeAnotherPushForTheAnswerToASubscription()
    {
        final TckClient client = hearingFrom((command) -> command.name().equals("SUBSCRIBE") ?
            FakeReply.raw(">2\r\n$10\r\ninvalidate\r\n_\r\n" + message("mail", "early") +
                "-NOPERM no channel\r\n") : greeting(command));
        if (client == null)
        {
            return;
        }

        assertThat(client.awaitReply(client.append(0, "log", "x")).numbers()).containsExactly(1L);
        assertThat(messagesOf(client)).isEmpty();
    }

    /**
     * A node that answers as in RESP2 would tell messages that look like replies.
     */
    @Test
    default void shouldRefuseASubscriptionAsInResp2()
    {
        final FakeNode node = harness().scripted((command) -> command.name().equals("SUBSCRIBE") ?
            FakeReply.raw("*3\r\n$9\r\nsubscribe\r\n$4\r\nmail\r\n:1\r\n") : greeting(command));
        if (node == null)
        {
            return;
        }
        final TckClient client = openTo(node);
        assumeThat(client.transport().tellsMessages()).isTrue();
        client.dialogues((nodeIndex) -> TckDialogue.asking(TckDialogue.words("SUBSCRIBE", "mail")));
        client.connect(0);

        assertThat(client.awaitDown(0, 1).reason()).isEqualTo(DownReason.PROTOCOL);
    }

    private static List<String> messagesOf(final TckClient client)
    {
        return client.events().stream().filter((event) -> event.kind() == TckEvent.Kind.MESSAGE)
            .map(TckEvent::detail).toList();
    }

    private static void publish(final TckClient client, final String message)
    {
        final TckInquiry publishing = client.ask(0, "PUBLISH", "mail", message);
        client.await("the node has told it", publishing::isAnswered);
    }

    private TckClient hearing()
    {
        final TckClient client = open();
        assumeThat(client.transport().tellsMessages()).isTrue();
        client.dialogues((nodeIndex) ->
            TckDialogue.asking(first(client), TckDialogue.words("SUBSCRIBE", "mail")));

        return client.up(0);
    }

    /*
     * Null in a world without sockets.
     */
    private TckClient hearingFrom(final FakeScript script)
    {
        final FakeNode node = harness().scripted(script);
        if (node == null)
        {
            return null;
        }
        final TckClient client = openTo(node);
        assumeThat(client.transport().tellsMessages()).isTrue();
        client.dialogues((nodeIndex) -> TckDialogue.asking(TckDialogue.words("SUBSCRIBE", "mail")));

        return client.up(0);
    }

    private TckClient openTo(final FakeNode node)
    {
        return open(List.of(NodeAddress.of("127.0.0.1", node.port())), TransportLimits.DEFAULT);
    }

    /*
     * Whatever a transport's own client asks, and the subscription.
     */
    private static FakeReply greeting(final FakeCommand command)
    {
        return switch (command.name())
        {
            case "HELLO" -> FakeReply.raw(
                "%4\r\n+server\r\n+redis\r\n+version\r\n+7.0.15\r\n+proto\r\n:3\r\n+id\r\n:7\r\n");
            case "SUBSCRIBE" -> FakeReply.raw(">3\r\n$9\r\nsubscribe\r\n$4\r\nmail\r\n:1\r\n");
            case "APPEND" -> FakeReply.integer(1);
            default -> FakeReply.ok();
        };
    }

    private static String message(final String channel, final String text)
    {
        return ">3\r\n$7\r\nmessage\r\n$" + channel.length() + "\r\n" + channel + "\r\n$" +
            text.length() + "\r\n" + text + "\r\n";
    }

    private static String[] first(final TckClient client)
    {
        return client.isSessionOpened() ? TckDialogue.words("PING") : TckDialogue.words("HELLO", "3");
    }
}
