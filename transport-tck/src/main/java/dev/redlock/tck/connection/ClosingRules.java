// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.Transport;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckInquiry;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.harness.TckHarness;

/**
 * The end of a transport. (That it leaves nothing unanswered and no end untold is watched in every test.)
 */
public interface ClosingRules extends TckRules
{
    /**
     * What is in flight is uncertain, and the closing caller wants to know what.
     */
    @Test
    default void shouldAnswerWhatIsInFlightWhenClosed()
    {
        final TckClient client = open().up(0, 1);
        node(0).holdReplies();
        node(1).holdRequests();
        final List<Long> ids = new ArrayList<>();
        IntStream.range(0, 20).forEach((i) -> ids.add(client.append(i % 2, "log", "x")));
        final TckInquiry inquiry = client.ask(1, "PING");
        client.close();

        assertThat(ids).allMatch((id) -> client.reply(id).isLost());
        assertThat(inquiry.isAnswered()).isTrue();
        assertThat(inquiry.answer()).isNull();
        for (int i = 0; i < 2; i++)
        {
            assertThat(client.events(TckEvent.Kind.DOWN, i)).singleElement()
                .extracting(TckEvent::reason).isEqualTo(DownReason.LOCAL);
        }
        assertThat(client.events(TckEvent.Kind.DOWN, 2)).isEmpty();
    }

    /**
     * Closing happens in finally blocks and shutdown hooks, sometimes in both.
     */
    @Test
    default void shouldBeClosedOnce()
    {
        final TckClient client = open().up(0);
        client.close();
        final int events = client.events().size();
        client.close();
        client.close();

        assertThat(client.events()).hasSize(events);
    }

    /**
     * Nothing was opened, so nothing is told.
     */
    @Test
    default void shouldCloseWithoutEverHavingBeenUsed()
    {
        final TckClient client = open();
        client.close();

        assertThat(client.events()).isEmpty();
    }

    /**
     * An attempt under way is given up like any other.
     */
    @Test
    default void shouldCloseWhileConnectingAndInADialogue()
    {
        final TckClient client = open();
        node(0).mute();
        node(1).holdReplies();
        client.connect(0);
        client.connect(1);
        client.up(2);
        client.connect(2);
        client.close();

        for (int i = 0; i < TckHarness.NODES; i++)
        {
            assertThat(client.events(TckEvent.Kind.DOWN, i)).singleElement()
                .extracting(TckEvent::reason).isEqualTo(DownReason.LOCAL);
        }
    }

    /**
     * As early as can be.
     */
    @Test
    default void shouldCloseRightAfterAConnect()
    {
        final TckClient client = open();
        client.connect(0);
        client.close();

        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
    }

    /**
     * An engine that hears of an end connects again.
     */
    @Test
    default void shouldIgnoreAConnectInTheNewsOfItsOwnEnd()
    {
        final TckClient client = open().up(0, 1);
        client.on(TckEvent.Kind.DOWN,
            (event) -> client.transport().connect(client.connection(event.nodeIndex())));
        client.close();
        client.onEvent(TckClient::ignore);

        assertThat(client.events(TckEvent.Kind.CONNECTED, 0)).hasSize(1);
        assertThat(client.events(TckEvent.Kind.DOWN, 1)).hasSize(1);
    }

    /**
     * Late callers get a plain answer and no exception.
     */
    @Test
    default void shouldDoNothingAfterItIsClosed()
    {
        final TckClient client = open().up(0);
        client.key("log");
        client.close();
        final int events = client.events().size();

        assertThat(client.offer(0, client.appending("log", "x"))).isEqualTo(Transport.NOT_CONNECTED);
        assertThat(client.inquire(0, new TckInquiry(client, "PING"))).isEqualTo(Transport.NOT_CONNECTED);
        client.transport().connect(client.connection(0));
        client.disconnect(0);
        client.transport().flush();
        client.transport().wakeup();
        assertThat(client.poll(0)).isZero();
        assertThat(client.events()).hasSize(events);
        assertThat(valueAt(0, "log")).isNull();
    }

    /**
     * Services open and close clients all day; the hundredth works like the first.
     */
    @Test
    default void shouldBeOpenedAndClosedManyTimes()
    {
        for (int i = 0; i < 50; i++)
        {
            final TckClient client = open().up(0);
            client.awaitReply(client.append(0, "log", "x"));
            client.close();
        }

        assertThat(valueAt(0, "log")).hasSize(50);
    }
}
