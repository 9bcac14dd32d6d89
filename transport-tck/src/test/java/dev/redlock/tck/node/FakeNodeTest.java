// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.tck.harness.Closing;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespError;
import dev.redlock.test.resp.RespFrames;
import dev.redlock.test.server.RedisServerProcess;

@Timeout(60)
class FakeNodeTest
{
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration WITHIN = Duration.ofSeconds(10);

    @RegisterExtension
    private final Closing closing = new Closing();

    @Test
    void shouldTellResetsFromOrderlyEnds() throws IOException
    {
        final FakeNode node = closing.later(FakeNode.start((command) -> FakeReply.ok()));
        connect(node).close();
        Await.parking().until("the end", WITHIN, () -> node.ends() == 1);
        assertThat(node.resets()).isZero();

        final Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        QuietSockets.reset(socket);
        Await.parking().until("the end", WITHIN, () -> node.ends() == 2);
        assertThat(node.resets()).isEqualTo(1);
    }

    @Test
    void shouldAnswerAsTheScriptSays()
    {
        final FakeNode node = closing.later(FakeNode.start(FakeNodeTest::answerAll));
        final RespClient client = connect(node);
        assertThat(client.call("set", "k", "v")).isEqualTo("OK");
        assertThat(client.call("GET", "k")).isEqualTo("value of k");
        assertThat(client.call("DEL", "k")).isEqualTo(7L);
        assertThat(client.call("TIME")).isEqualTo(Arrays.asList(1L, null));
        assertThatThrownBy(() -> client.call("INFO")).isInstanceOf(RespError.class)
            .hasMessage("NOPERM not here");
    }

    @Test
    void shouldRememberWhatItWasAsked()
    {
        final FakeNode node = closing.later(FakeNode.start((command) -> FakeReply.ok()));
        final RespClient one = connect(node);
        final RespClient two = connect(node);
        one.call("PING");
        two.call("ECHO", "x");
        node.awaitCommands(2, WITHIN);

        final List<FakeCommand> commands = node.commands();
        assertThat(commands).extracting(FakeCommand::toString).containsExactly("PING", "ECHO x");
        assertThat(commands).extracting(FakeCommand::connection).containsExactly(0, 1);
        assertThat(commands.get(1).size()).isEqualTo(2);
        assertThat(commands.get(1).text(2)).isEmpty();
        assertThat(node.connections()).isEqualTo(2);
    }

    @Test
    void shouldKeepSilent()
    {
        final FakeNode node = closing.later(FakeNode.start((command) -> FakeReply.silence()));
        final RespClient client = closing.later(RespClient.connect("127.0.0.1", node.port(), SHORT));
        assertThatThrownBy(() -> client.call("PING"))
            .hasRootCauseInstanceOf(SocketTimeoutException.class);
        node.awaitCommands(1, WITHIN);
    }

    @Test
    void shouldHangUpInTheMiddleOfAReply()
    {
        final FakeNode node = closing.later(FakeNode.start((command) -> FakeReply.raw("$5\r\nab")
            .thenClose()));
        final RespClient client = connect(node);
        assertThatThrownBy(() -> client.call("PING")).hasRootCauseInstanceOf(EOFException.class);
    }

    @Test
    void shouldReset()
    {
        final FakeNode node = closing.later(FakeNode.start((command) -> FakeReply.silence().thenReset()));
        final RespClient client = connect(node);
        assertThatThrownBy(() -> client.call("PING")).hasRootCauseInstanceOf(SocketException.class);
    }

    @Test
    void shouldSendUnaskedReplies()
    {
        final FakeNode node = closing.later(FakeNode.start((command) -> FakeReply.ok()));
        final RespClient client = connect(node);
        client.call("PING");
        node.push(FakeReply.raw(">1\r\n"));

        assertThatThrownBy(client::receive).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining("'>'");
    }

    /**
     * CAD is Tair's compare and delete, which no free server has: the fake speaks it, a real server keeps the
     * keys.
     */
    @Test
    void shouldStandInForAServerWithOtherCommands()
    {
        final String script =
            "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0";
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient real = server.client();
            FakeNode node = FakeNode.start((command) ->
            {
                if (command.name().equals("CAD"))
                {
                    real.send("EVAL", script, "1", command.text(1), command.text(2));
                }
                else
                {
                    real.sendRaw(RespFrames.command(command.bytes()));
                }
                return FakeReply.raw(real.receiveRaw());
            });
            RespClient client = connect(node))
        {
            assertThat(client.call("SET", "k", "token", "NX", "PX", "10000")).isEqualTo("OK");
            assertThat(client.call("CAD", "k", "other")).isEqualTo(0L);
            assertThat(client.call("CAD", "k", "token")).isEqualTo(1L);
            assertThat(client.call("GET", "k")).isNull();
        }
    }

    @Test
    void shouldTellWhatTheScriptHasThrown()
    {
        final FakeNode node = FakeNode.start((command) ->
        {
            throw new IllegalStateException("unexpected " + command);
        });
        try (RespClient client = connect(node))
        {
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(UncheckedIOException.class);
        }

        assertThatThrownBy(node::close).isInstanceOf(IllegalStateException.class)
            .hasRootCauseMessage("unexpected PING");
        node.close();
    }

    @Test
    void shouldTellThatAClientDoesNotSpeakResp()
    {
        final FakeNode node = FakeNode.start((command) -> FakeReply.ok());
        try (RespClient client = connect(node))
        {
            client.sendRaw("*1\r\n:1\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThatThrownBy(client::receive).isInstanceOf(UncheckedIOException.class);
        }

        assertThatThrownBy(node::close).hasMessageContaining("array of bulk strings");
    }

    @Test
    void shouldEndThreadsThatSitInTheScript() throws InterruptedException
    {
        final CountDownLatch inScript = new CountDownLatch(1);
        final CountDownLatch never = new CountDownLatch(1);
        final FakeNode node = FakeNode.start((command) ->
        {
            inScript.countDown();
            await(never);
            return FakeReply.ok();
        });
        final RespClient client = connect(node);
        client.send("PING");
        inScript.await();
        assertThat(threads("fake-node-" + node.port())).hasSize(2);

        node.close();
        assertThat(threads("fake-node-" + node.port())).isEmpty();
        assertThat(node.connections()).isEqualTo(0);
    }

    @Test
    void shouldSayHowManyCommandsAreMissing()
    {
        final FakeNode node = closing.later(FakeNode.start((command) -> FakeReply.ok()));
        assertThatThrownBy(() -> node.awaitCommands(1, Duration.ofMillis(10)))
            .isInstanceOf(AssertionError.class).hasMessageContaining("1 commands, but 0 have come");
    }

    private static FakeReply answerAll(final FakeCommand command)
    {
        return switch (command.name())
        {
            case "SET" -> FakeReply.ok();
            case "GET" -> FakeReply.bulk("value of " + command.text(1));
            case "DEL" -> FakeReply.integer(7);
            case "TIME" -> FakeReply.array(FakeReply.integer(1), FakeReply.nil());
            default -> FakeReply.error("NOPERM not here");
        };
    }

    private RespClient connect(final FakeNode node)
    {
        return closing.later(RespClient.connect("127.0.0.1", node.port()));
    }

    private static void await(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static List<String> threads(final String prefix)
    {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
            .filter((name) -> name.startsWith(prefix)).toList();
    }
}
