// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Connection.Role;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckDialogue;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckInquiry;
import dev.redlock.tck.driver.TckReply;
import dev.redlock.tck.driver.TckRules;

/**
 * How connections begin and end.
 */
public interface ConnectionRules extends TckRules
{
    /**
     * The engine asks for each connection, and may safely ask twice.
     */
    @Test
    default void shouldIgnoreAConnectOfANodeThatIsNotDown()
    {
        final TckClient client = open();
        client.connect(0);
        client.connect(0);
        client.await("node 0 is up", () -> client.isUp(0));
        client.connect(0);
        client.quiet();
        node(0).cut();
        client.awaitDown(0, 1);
        client.quiet();

        assertThat(client.events(TckEvent.Kind.CONNECTED, 0)).hasSize(1);
        assertThat(client.events(TckEvent.Kind.UP, 0)).hasSize(1);
        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
    }

    /**
     * The engine decides when and how often to reconnect.
     */
    @Test
    default void shouldNeverConnectByItself()
    {
        final TckClient client = open();
        client.quiet();
        assertThat(client.events()).isEmpty();

        client.up(0);
        node(0).cut();
        client.awaitDown(0, 1);
        client.quiet();
        assertThat(client.events(TckEvent.Kind.CONNECTED, 0)).hasSize(1);
    }

    /**
     * Not connected means: nothing was sent, and nothing follows; in every stage but up.
     */
    @Test
    default void shouldTakeNoOffersForANodeThatIsNotUp()
    {
        final TckClient client = open();
        final long before = node(0).calls("APPEND");

        expectNotConnected(client, "never connected");
        node(0).holdReplies();
        client.connect(0);
        expectNotConnected(client, "connecting");
        node(0).release();
        client.await("node 0 is connected", () -> !client.events(TckEvent.Kind.CONNECTED, 0).isEmpty());
        if (!client.isUp(0))
        {
            expectNotConnected(client, "in dialogue");
        }
        client.await("node 0 is up", () -> client.isUp(0));
        client.disconnect(0);
        expectNotConnected(client, "disconnected, and not told yet");
        client.awaitDown(0, 1);
        expectNotConnected(client, "down");
        client.quiet();

        assertThat(node(0).calls("APPEND")).isEqualTo(before);
    }

    /**
     * The engine gives up an attempt that takes too long.
     */
    @Test
    default void shouldDisconnectWhileItConnects()
    {
        final TckClient client = open();
        client.connect(0);
        client.disconnect(0);
        final TckEvent down = client.awaitDown(0, 1);
        client.quiet();

        assertThat(down.reason()).isEqualTo(DownReason.LOCAL);
        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
    }

    /**
     * As above, if the node accepts the connection and then says nothing.
     */
    @Test
    default void shouldDisconnectInADialogue()
    {
        final TckClient client = open();
        final TckDialogue dialogue = TckDialogue.asking(TckDialogue.words("PING"));
        client.dialogues((nodeIndex) -> dialogue);
        node(0).mute();
        client.connect(0);
        client.quiet();
        client.quiet();
        client.disconnect(0);
        final TckEvent down = client.awaitDown(0, 1);
        client.quiet();

        assertThat(down.reason()).isEqualTo(DownReason.LOCAL);
        assertThat(dialogue.answers()).isEmpty();
        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
    }

    /**
     * A half-open connection is dropped without waiting for the other side to agree.
     */
    @Test
    default void shouldDisconnectFromANodeThatIsUp()
    {
        final TckClient client = open().up(0);
        node(0).holdReplies();
        node(0).holdRequests();
        final long id = client.append(0, "log", "x");
        client.transport().flush();
        client.disconnect(0);
        client.disconnect(0);
        final TckEvent down = client.awaitDown(0, 1);
        client.quiet();

        assertThat(down.reason()).isEqualTo(DownReason.LOCAL);
        assertThat(client.reply(id).isLost()).isTrue();
        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
    }

    /**
     * There is nothing to end and nothing to tell.
     */
    @Test
    default void shouldIgnoreADisconnectOfANodeThatIsDown()
    {
        final TckClient client = open();
        client.disconnect(0);
        client.quiet();
        assertThat(client.events()).isEmpty();

        client.up(0);
        node(0).cut();
        client.awaitDown(0, 1);
        client.disconnect(0);
        client.quiet();
        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
    }

    /**
     * For the engine, a connection lives until its end is told, and there must not be two.
     */
    @Test
    default void shouldIgnoreAConnectUntilTheEndIsTold()
    {
        final TckClient client = open().up(0);
        client.disconnect(0);
        client.transport().connect(client.connection(0));
        client.awaitDown(0, 1);
        client.quiet();

        assertThat(client.events(TckEvent.Kind.CONNECTED, 0)).hasSize(1);
        client.up(0);
        client.awaitReply(client.append(0, "log", "x"));
    }

    /**
     * Nodes come and go for years.
     */
    @Test
    default void shouldConnectAgainAndAgain()
    {
        final TckClient client = open();
        for (int i = 1; i <= 10; i++)
        {
            client.up(0);
            client.awaitReply(client.append(0, "log", "x"));
            if (i % 2 == 0)
            {
                node(0).cut();
            }
            else
            {
                client.disconnect(0);
            }
            client.awaitDown(0, i);
        }

        assertThat(client.events(TckEvent.Kind.UP, 0)).hasSize(10);
        assertThat(valueAt(0, "log")).isEqualTo("x".repeat(10));
    }

    /**
     * An engine at rest must hear of a loss without having to send anything.
     */
    @Test
    default void shouldNoticeTheEndOfAnIdleConnection()
    {
        final TckClient client = open().up(0, 1);
        node(0).cut();
        final TckEvent down = client.awaitDown(0, 1);

        assertThat(down.reason()).isEqualTo(DownReason.CLOSED);
        assertThat(down.detail()).isNotBlank();
        assertThat(client.isUp(1)).isTrue();
    }

    /**
     * The most common mistake: a wrong port. The words prove to operators that no server is there.
     */
    @Test
    default void shouldTellThatNobodyListens()
    {
        final TckClient client =
            open(List.of(harness().nobody(), node(0).address()), TransportLimits.DEFAULT).up(1);
        client.connect(0);
        final TckEvent down = client.awaitDown(0, 1);

        assertThat(down.reason()).isEqualTo(DownReason.UNREACHABLE);
        assertThat(down.detail()).containsIgnoringCase("connection refused");
        assertThat(client.events(TckEvent.Kind.CONNECTED, 0)).isEmpty();
    }

    /**
     * The second most common. (Some resolvers answer every name, so the address may also be unreachable.)
     */
    @Test
    default void shouldTellThatANameIsUnknown()
    {
        final NodeAddress unknown = NodeAddress.of("no-such-host.invalid", 6379);
        final TckClient client = open(List.of(unknown, node(0).address()), TransportLimits.DEFAULT);
        client.connect(0);
        client.up(1);
        client.awaitReply(client.append(1, "log", "x"));
        final TckEvent down = client.awaitDown(0, 1);

        assertThat(down.reason()).isIn(DownReason.UNRESOLVED, DownReason.UNREACHABLE);
        assertThat(down.detail()).isNotBlank();
    }

    /**
     * A server restarts: connections fail for a while, then work again.
     */
    @Test
    default void shouldConnectWhenTheNodeAcceptsAgain()
    {
        final TckClient client = open();
        node(0).refuse();
        client.connect(0);
        assertThat(client.awaitDown(0, 1).reason()).isIn(DownReason.UNREACHABLE, DownReason.CLOSED);

        node(0).accept();
        client.up(0);
        client.awaitReply(client.append(0, "log", "x"));
    }

    /**
     * A second connection to the same node carries what would block the first, and ends by itself.
     */
    @Test
    default void shouldKeepTwoConnectionsToTheSameNodeApart()
    {
        final TckClient client = openTwice(node(0).address()).up(0, 1);
        client.append(0, "log", "x");
        client.append(1, "log", "x");
        client.awaitReplies();
        client.disconnect(0);
        client.awaitDown(0, 1);

        assertThat(client.awaitReply(client.append(1, "log", "x"))).isEqualTo(TckReply.numbers(3L));
        assertThat(client.isUp(1)).isTrue();
    }

    /**
     * That is what the second connection is for: what waits there must delay nothing on the first.
     */
    @Test
    default void shouldNotHoldUpOneConnectionToANodeForTheOther()
    {
        final TckClient client = openTwice(node(0).address()).up(0, 1);
        final long waiting = client.send(1, client.operation(TckCommands.WAIT, null));
        client.appendTimes(10, 0, "log");
        client.await("the first connection is served",
            () -> client.events(TckEvent.Kind.REPLY, 0).size() == 10);

        assertThat(client.isAnswered(waiting)).isFalse();
        client.disconnect(1);
        client.awaitDown(1, 1);
        assertThat(client.reply(waiting).isLost()).isTrue();
        assertThat(client.isUp(0)).isTrue();
    }

    /**
     * A node on our machine is no witness of its standing still. When in doubt, a node is elsewhere: two with
     * clocks that are set together would otherwise be believed against an honest one.
     */
    @Test
    default void shouldTellWhetherANodeIsOnThisMachine()
    {
        final TckClient client = open();
        assertThat(client.isLocal(0)).as("not connected").isFalse();
        client.up(0);
        assertThat(client.isLocal(0)).as("up").isEqualTo(harness().tellsLocalNodes());
        client.disconnect(0);
        client.awaitDown(0, 1);
        assertThat(client.isLocal(0)).as("down").isFalse();
    }

    private TckClient openTwice(final NodeAddress node)
    {
        return openOver(Connection.toEach(List.of(node), Role.VOTING, Role.CONFIRMING),
            TransportLimits.DEFAULT);
    }

    private static void expectNotConnected(final TckClient client, final String stage)
    {
        assertThat(client.offer(0, client.appending("log", "x"))).as(stage)
            .isEqualTo(Transport.NOT_CONNECTED);
        assertThat(client.inquire(0, new TckInquiry(client, "PING"))).as(stage)
            .isEqualTo(Transport.NOT_CONNECTED);
    }
}
