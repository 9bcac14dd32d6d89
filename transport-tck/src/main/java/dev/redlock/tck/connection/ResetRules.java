// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.node.FakeCommand;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

/**
 * How sockets end. The system must not deliver what is in its buffer when a connection is given up: the
 * engine has forgotten it. (Skipped without sockets.)
 */
public interface ResetRules extends TckRules
{
    /**
     * A partition heals after the engine has given up: without a reset the system would go on to deliver what
     * is left of old acquires, whose releases have overtaken them on the next connection. A selector may need
     * one more look before it resets, so the rule counts from where a release could overtake.
     */
    @Test
    default void shouldDeliverNothingAfterADisconnect()
    {
        final int sent = 600;
        final CountDownLatch partition = new CountDownLatch(1);
        final FakeNode peer = harness().scripted((command) -> answer(command, "APPEND", partition));
        if (peer == null)
        {
            return;
        }

        final TckClient client = openTo(peer).up(0);
        IntStream.range(0, sent).forEach((i) -> client.append(0, "log", "x".repeat(1024)));
        client.await("the first has come", () -> appended(peer) > 0);
        client.disconnect(0);
        client.awaitDown(0, 1);
        client.connect(0);
        client.await("the next connection has come", () -> peer.connections() > 1);
        partition.countDown();

        client.await("the end is seen", () -> peer.ends() > 0);
        assertThat(peer.resets()).as("ends by RST").isEqualTo(1);
        assertThat(appended(peer)).isLessThan(sent);
    }

    /**
     * A dialogue that is given up needs no care, but half of an old handshake helps nobody.
     */
    @Test
    default void shouldResetAConnectionThatIsGivenUpInItsDialogue()
    {
        final CountDownLatch silence = new CountDownLatch(1);
        final FakeNode peer = harness().scripted((command) -> answer(command, "PING", silence));
        if (peer == null)
        {
            return;
        }

        final TckClient client = openTo(peer);
        client.connect(0);
        client.await("the question has come", () -> peer.commandCount() > 0);
        client.disconnect(0);
        client.awaitDown(0, 1);
        silence.countDown();

        client.await("the end is seen", () -> peer.ends() > 0);
        assertThat(peer.resets()).as("ends by RST").isEqualTo(1);
    }

    /**
     * A server whose bytes make no sense may have executed anything, or be about to.
     */
    @Test
    default void shouldResetAConnectionThatTalksNonsense()
    {
        final FakeNode peer = harness().scripted((command) ->
            "APPEND".equals(command.name()) ? FakeReply.raw("?what\r\n") : greeting(command));
        if (peer == null)
        {
            return;
        }

        final TckClient client = openTo(peer).up(0);
        client.append(0, "log", "x");
        assertThat(client.awaitDown(0, 1).reason()).isEqualTo(DownReason.PROTOCOL);
        client.await("the end is seen", () -> peer.ends() > 0);
        assertThat(peer.resets()).as("ends by RST").isEqualTo(1);
    }

    /**
     * An orderly end delivers what was sent, including the last releases.
     */
    @Test
    default void shouldNotResetWhenClosed()
    {
        final FakeNode peer = harness().scripted(ResetRules::greeting);
        if (peer == null)
        {
            return;
        }

        final TckClient client = openTo(peer).up(0);
        client.awaitReply(client.append(0, "log", "x"));
        client.close();

        client.awaitUnpolled("the end is seen", () -> peer.ends() > 0);
        assertThat(peer.resets()).as("ends by RST").isZero();
    }

    private TckClient openTo(final FakeNode peer)
    {
        return open(List.of(NodeAddress.of("127.0.0.1", peer.port())), TransportLimits.DEFAULT);
    }

    private static long appended(final FakeNode peer)
    {
        return peer.commands().stream().filter((command) -> "APPEND".equals(command.name())).count();
    }

    /**
     * As of a server that stands still from the first command of a name on.
     */
    private static FakeReply answer(final FakeCommand command, final String name, final CountDownLatch until)
    {
        if (!name.equals(command.name()))
        {
            return greeting(command);
        }
        try
        {
            until.await();
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
        }

        return FakeReply.silence();
    }

    private static FakeReply greeting(final FakeCommand command)
    {
        return switch (command.name())
        {
            case "HELLO" -> FakeReply.error("ERR unknown command 'HELLO'");
            case "PING" -> FakeReply.raw("+PONG\r\n");
            case "APPEND" -> FakeReply.integer(1);
            default -> FakeReply.ok();
        };
    }
}
