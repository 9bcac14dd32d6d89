// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.test.server.RedisServerProcess;

@Timeout(60)
class RespClientTest
{
    private static RedisServerProcess server;
    private RespClient client;

    @BeforeAll
    static void startServer()
    {
        server = RedisServerProcess.builder().start();
    }

    @AfterAll
    static void closeServer()
    {
        server.close();
    }

    @BeforeEach
    void connect()
    {
        client = server.client();
        client.call("FLUSHALL");
    }

    @AfterEach
    void disconnect()
    {
        client.close();
    }

    @Test
    void shouldReadEveryKindOfReply()
    {
        assertThat(client.call("SET", "k", "é v", "PX", "60000")).isEqualTo("OK");
        assertThat(client.call("GET", "k")).isEqualTo("é v");
        assertThat(client.call("GET", "absent")).isNull();
        assertThat(client.call("DEL", "absent")).isEqualTo(0L);
        assertThat((Long)client.call("PTTL", "k")).isBetween(1L, 60_000L);
        assertThat(client.call("MGET", "k", "absent")).isEqualTo(Arrays.asList("é v", null));
    }

    @Test
    void shouldThrowErrorsAndGoOn()
    {
        assertThatThrownBy(() -> client.call("INCR"))
            .isInstanceOfSatisfying(RespError.class, (error) -> assertThat(error.code()).isEqualTo("ERR"));
        assertThat(client.call("PING")).isEqualTo("PONG");
    }

    @Test
    void shouldGiveAnErrorInsideAnArrayAsAnElement()
    {
        client.call("MULTI");
        client.call("SET", "k", "v");
        client.call("LPUSH", "k", "x");

        final List<?> replies = (List<?>)client.call("EXEC");
        assertThat(replies.get(0)).isEqualTo("OK");
        assertThat(replies.get(1)).isInstanceOf(RespError.class);
    }

    @Test
    void shouldCarryBinaryData()
    {
        final byte[] value = new byte[256];
        for (int i = 0; i < value.length; i++)
        {
            value[i] = (byte)i;
        }
        client.callBytes(ascii("SET"), ascii("k"), value);

        assertThat((byte[])client.callBytes(ascii("GET"), ascii("k"))).isEqualTo(value);
    }

    @Test
    void shouldPipelineAndGiveTheBytesOfAReply()
    {
        client.send("ECHO", "one");
        client.send("NONSENSE");
        client.send("ECHO", "two");

        assertThat(client.receiveRaw()).isEqualTo(ascii("$3\r\none\r\n"));
        assertThat(new String(client.receiveRaw(), StandardCharsets.US_ASCII))
            .startsWith("-ERR").endsWith("\r\n");
        assertThat(client.receive()).isEqualTo("two");
    }

    @Test
    void shouldCloseItselfWhenAReplyIsLate()
    {
        try (RespClient hasty = RespClient.connect("127.0.0.1", server.port(), Duration.ofMillis(100)))
        {
            assertThatThrownBy(() -> hasty.call("BLPOP", "absent", "0"))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> hasty.call("PING")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void shouldNoticeThatItWasKilled()
    {
        try (RespClient victim = server.client())
        {
            victim.call("PING");
            assertThat(client.call("CLIENT", "KILL", "ADDR", "127.0.0.1:" + victim.localPort()))
                .isEqualTo(1L);
            assertThatThrownBy(() -> victim.call("PING")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void shouldMonitorWhatOthersDo()
    {
        try (RespClient watcher = RespClient.connect("127.0.0.1", server.port(), Duration.ofSeconds(2)))
        {
            final Iterator<String> lines = watcher.monitor();
            client.call("SET", "k", "v");
            client.call("DEL", "k");

            assertThat(lines.next()).contains("\"SET\" \"k\" \"v\"");
            assertThat(lines.next()).contains("\"DEL\" \"k\"");
            assertThat(lines.hasNext()).isFalse();

            client.call("PING");
            assertThat(lines.next()).contains("\"PING\"");
        }
    }

    @Test
    void shouldRefuseATimeoutBelowAMillisecond()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> RespClient.connect("127.0.0.1", server.port(), Duration.ofNanos(1)));
    }

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
