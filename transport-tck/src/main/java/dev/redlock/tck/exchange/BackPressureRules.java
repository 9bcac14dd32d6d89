// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Operation;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckInquiry;
import dev.redlock.tck.driver.TckReply;
import dev.redlock.tck.driver.TckRules;

/**
 * Limits, and what happens at them.
 */
public interface BackPressureRules extends TckRules
{
    /**
     * The limit of the smallest transport.
     */
    int FEW = 16;

    /**
     * A node that does not answer must cost a known amount of memory, and the engine must be able to count on
     * all of the room that was agreed on.
     */
    @Test
    default void shouldTakeExactlyAsManyOperationsAsTheLimitSays()
    {
        final TckClient client = open(limitedTo(FEW)).up(0, 1);
        node(0).holdReplies();
        client.appendTimes(FEW, 0, "log");

        assertThat(client.offer(0, client.appending("log", "x"))).isEqualTo(Transport.BACK_PRESSURED);
        assertThat(client.inquire(0, new TckInquiry(client, "PING"))).isEqualTo(Transport.BACK_PRESSURED);
        client.transport().flush();
        client.await("the node executes", () -> "x".repeat(FEW).equals(valueAt(0, "log")));
        assertThat(client.offer(0, client.appending("log", "x"))).isEqualTo(Transport.BACK_PRESSURED);
        assertThat(client.awaitReply(client.append(1, "log", "x"))).isEqualTo(TckReply.numbers(1L));
    }

    /**
     * Inquiries use room like operations.
     */
    @Test
    default void shouldCountInquiriesAmongWhatIsInFlight()
    {
        final TckClient client = open(limitedTo(FEW)).up(0);
        node(0).holdReplies();
        for (int i = 0; i < FEW; i++)
        {
            client.ask(0, "PING");
        }

        assertThat(client.offer(0, client.appending("log", "x"))).isEqualTo(Transport.BACK_PRESSURED);
        assertThat(client.inquire(0, new TckInquiry(client, "PING"))).isEqualTo(Transport.BACK_PRESSURED);
    }

    /**
     * Room comes back with the answers, one by one.
     */
    @Test
    default void shouldHaveRoomAgainAfterAnswers()
    {
        final TckClient client = open(limitedTo(FEW)).up(0);
        for (int round = 0; round < 20; round++)
        {
            client.appendTimes(FEW, 0, "log");
            assertThat(client.offer(0, client.appending("log", "x"))).isEqualTo(Transport.BACK_PRESSURED);
            client.awaitReplies();
        }

        assertThat(valueAt(0, "log")).hasSize(20 * FEW);
    }

    /**
     * Room must be there already in the callback of the answer that made it.
     */
    @Test
    default void shouldHaveRoomInTheCallbackOfAnAnswer()
    {
        final TckClient client = open(limitedTo(FEW)).up(0);
        final int[] left = {5 * FEW};
        client.onEvent((event) ->
        {
            if (event.kind() == TckEvent.Kind.REPLY && left[0]-- > 0)
            {
                client.append(0, "log", "x");
            }
        });
        client.appendTimes(FEW, 0, "log");
        client.awaitReplies();

        assertThat(valueAt(0, "log")).hasSize(6 * FEW);
    }

    /**
     * What was lost with a connection uses no room on the next one.
     */
    @Test
    default void shouldHaveAllRoomOnTheNextConnection()
    {
        final TckClient client = open(limitedTo(FEW)).up(0);
        for (int round = 1; round <= 3; round++)
        {
            node(0).holdReplies();
            client.appendTimes(FEW, 0, "log");
            node(0).cut();
            client.awaitDown(0, round);
            node(0).release();
            client.up(0);
        }

        client.appendTimes(FEW, 0, "fresh");
        client.awaitReplies();
        assertThat(valueAt(0, "fresh")).hasSize(FEW);
    }

    /**
     * Back-pressured means: nothing was sent, and nothing follows. The engine counts such a node as one that
     * certainly has no key of ours.
     */
    @Test
    default void shouldSendNothingOfWhatItPushedBack()
    {
        final TckClient client = open(limitedTo(FEW)).up(0);
        node(0).holdReplies();
        client.appendTimes(FEW, 0, "log");
        for (int i = 0; i < 10; i++)
        {
            assertThat(client.offer(0, client.appending("log", "y"))).isEqualTo(Transport.BACK_PRESSURED);
        }
        node(0).release();
        client.awaitReplies();
        client.awaitReply(client.append(0, "log", "z"));

        assertThat(valueAt(0, "log")).isEqualTo("x".repeat(FEW) + "z");
    }

    /**
     * The other limit: a node that reads nothing must not make us keep all that is meant for it. 64 MiB would
     * fit into the limit of numbers, and no pair of sockets takes that much.
     */
    @Test
    default void shouldBeBackPressuredByUnsentBytes()
    {
        final TransportLimits usual = TransportLimits.DEFAULT;
        final TckClient client = open(new TransportLimits(usual.inFlightPerNode(), 256 * 1024,
            usual.lineBytes(), usual.bulkBytes(), usual.elements(), usual.depth())).up(0);
        final String value = "x".repeat(16 * 1024);
        node(0).holdRequests();
        node(0).pause();
        int accepted = 0;
        while (accepted < usual.inFlightPerNode() &&
            client.offer(0, client.operation(TckCommands.SET, client.key("big")).bytes(0, bytes(value))) ==
            Transport.ACCEPTED)
        {
            accepted++;
            client.poll(0);
        }

        assertThat(accepted).isBetween(1, usual.inFlightPerNode() - 1);
        node(0).resume();
        node(0).release();
        client.awaitReplies();
        client.awaitReply(client.append(0, "log", "x"));
        assertThat(valueAt(0, "big")).isEqualTo(value);
    }

    /**
     * Back-pressure says "later"; of what is larger than the limit that would be a lie forever. It is
     * misuse, so an exception.
     */
    @Test
    default void shouldRefuseWhatCouldNeverBeSent()
    {
        final TransportLimits usual = TransportLimits.DEFAULT;
        final TckClient client = open(new TransportLimits(usual.inFlightPerNode(), 4096,
            usual.lineBytes(), usual.bulkBytes(), usual.elements(), usual.depth())).up(0);
        final Operation tooLarge =
            client.operation(TckCommands.SET, client.key("big")).bytes(0, new byte[5000]);

        assertThatIllegalArgumentException().isThrownBy(() -> client.offer(0, tooLarge))
            .withMessageContaining("4096");
        assertThatIllegalArgumentException().isThrownBy(() ->
            client.inquire(0, new TckInquiry(client, "ECHO", "x".repeat(5000))));
        assertThat(client.awaitReply(client.append(0, "log", "x"))).isEqualTo(TckReply.numbers(1L));
    }
}
