// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckDialogue;
import dev.redlock.tck.driver.TckReply;
import dev.redlock.tck.driver.TckRules;

/**
 * Pushes that a node sends unasked, as RESP3 lets it: this library asks for none but messages, but operators,
 * proxies and later commands may.
 * <p>
 * The node is told to push a message whenever any key changes. Where there are no pushes (a network without
 * bytes, a node that knows RESP2 only) the rules hold by themselves.
 */
public interface PushRules extends TckRules
{
    /**
     * A push may stand between any two replies. Taken for one, it shifts all that follow: every vote would be
     * another's.
     */
    @Test
    default void shouldNotTakeAPushForAnAnswer()
    {
        final TckClient client = tracking();
        final List<Long> ids = new ArrayList<>();
        for (int i = 1; i <= 50; i++)
        {
            ids.add(client.append(0, "log", "x"));
            ids.add(client.send(0, client.operation(TckCommands.GET, client.key("log"))));
        }
        client.awaitReplies();

        for (int i = 0; i < 50; i++)
        {
            assertThat(client.reply(ids.get(2 * i))).isEqualTo(TckReply.numbers(i + 1L));
            assertThat(client.reply(ids.get(2 * i + 1))).isEqualTo(TckReply.text("x".repeat(i + 1)));
        }
    }

    /**
     * Nothing is in flight, and the push is not a surplus answer: it is read and ignored.
     */
    @Test
    default void shouldTellNothingOfAPush()
    {
        final TckClient client = tracking();
        client.awaitReply(client.send(0, client.operation(TckCommands.GET, client.key("log"))));
        client.quiet();
        final int before = client.events().size();
        final TckClient other = open().up(0);
        IntStream.range(0, 10).forEach((i) -> other.awaitReply(other.append(0, "log", "x")));
        client.quiet();

        assertThat(client.events()).hasSize(before);
        assertThat(client.awaitReply(client.append(0, "log", "x"))).isEqualTo(TckReply.numbers(11L));
    }

    private TckClient tracking()
    {
        final TckClient client = open();
        client.dialogues((nodeIndex) -> TckDialogue.asking(
            client.isSessionOpened() ? TckDialogue.words("PING") : TckDialogue.words("HELLO", "3"),
            TckDialogue.words("CLIENT", "TRACKING", "ON", "BCAST")));

        return client.up(0);
    }
}
