// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.Script;
import dev.redlock.spi.TransportLimits;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckDialogue;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.driver.TckScripts;

/**
 * Nodes that break the protocol. A hostile or broken node may lose its own connection, and nothing else.
 */
public interface NonsenseRules extends TckRules
{
    /**
     * After an illegal byte nobody knows where the next reply begins.
     */
    @Test
    default void shouldDropANodeThatSpeaksNoRedis()
    {
        final List<String> sayings = List.of(
            "HTTP/1.1 400 Bad Request\r\n\r\n",
            "?what\r\n",
            ":12x\r\n",
            ":\r\n",
            "$-2\r\n",
            "$5\r\nabcdefg\r\n",
            "$99999999999999999999\r\n",
            "$536870912\r\nab", "*-5\r\n", "*2147483647\r\n", "\u0000\u0000\u0000\u0000");
        for (final String saying : sayings)
        {
            final TckClient client = open(
                List.of(harness().nonsense(bytes(saying)), node(0).address()), TransportLimits.DEFAULT);
            client.up(1);
            final TckEvent down = downAfterACommand(client);

            assertThat(down.reason()).as(saying).isEqualTo(DownReason.PROTOCOL);
            assertThat(down.detail()).isNotBlank();
            assertThat(client.events(TckEvent.Kind.REPLY, 0)).as(saying)
                .allMatch((event) -> event.reply().isLost());
            client.awaitReply(client.append(1, "log", "x"));
        }
    }

    /**
     * Also in the dialogue, which reveals a wrong port.
     */
    @Test
    default void shouldDropANodeThatSpeaksNoRedisInTheDialogue()
    {
        final TckClient client = open(
            List.of(harness().nonsense(bytes("SSH-2.0-Open\r\n"))), TransportLimits.DEFAULT);
        final TckDialogue dialogue = TckDialogue.asking(TckDialogue.words("PING"));
        client.dialogues((nodeIndex) -> dialogue);
        client.connect(0);
        assertThat(client.awaitDown(0, 1).reason()).isEqualTo(DownReason.PROTOCOL);
        assertThat(dialogue.answers()).isEmpty();
        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
    }

    /**
     * A surplus reply shifts all later ones: every vote would belong to another question.
     */
    @Test
    default void shouldDropANodeThatAnswersWhatItWasNotAsked()
    {
        final TckClient client = open(
            List.of(harness().nonsense(bytes("+OK\r\n+OK\r\n"))), TransportLimits.DEFAULT);

        assertThat(downAfterACommand(client).reason()).isEqualTo(DownReason.PROTOCOL);
    }

    /**
     * Replies are limited in length, number and depth, so that a node cannot fill our memory.
     */
    @Test
    default void shouldDropANodeThatSaysTooMuch()
    {
        final TransportLimits usual = TransportLimits.DEFAULT;
        expectDropped(TckScripts.LONG_TEXT, new TransportLimits(
            usual.inFlightPerNode(), usual.unsentBytes(), 1024, 1024, usual.elements(), usual.depth()));
        expectDropped(TckScripts.LONG_LIST, new TransportLimits(usual.inFlightPerNode(),
            usual.unsentBytes(), usual.lineBytes(), usual.bulkBytes(), 50, usual.depth()));
        expectDropped(TckScripts.DEEP, new TransportLimits(usual.inFlightPerNode(),
            usual.unsentBytes(), usual.lineBytes(), usual.bulkBytes(), usual.elements(), 2));
    }

    /*
     * A transport whose own client greets the node finds out before we can ask anything.
     */
    private static TckEvent downAfterACommand(final TckClient client)
    {
        client.dialogues((nodeIndex) -> TckDialogue.silent());
        client.connect(0);
        client.await("node 0 is up or down",
            () -> client.isUp(0) || !client.events(TckEvent.Kind.DOWN, 0).isEmpty());
        if (client.isUp(0))
        {
            client.append(0, "log", "x");
        }

        return client.awaitDown(0, 1);
    }

    private void expectDropped(final Script script, final TransportLimits limits)
    {
        final TckClient client = open(List.of(node(0).address(), node(1).address()), limits).up(0, 1);
        final long asked = client.send(0, client.operation(TckCommands.run(script), null));
        assertThat(client.awaitDown(0, 1).reason()).as(script.name()).isEqualTo(DownReason.PROTOCOL);
        assertThat(client.reply(asked).isLost()).as(script.name()).isTrue();
        client.awaitReply(client.append(1, "log", "x"));
        client.up(0);
        client.awaitReply(client.append(0, "log", "x"));
    }
}
