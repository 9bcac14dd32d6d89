// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What a real server makes of bytes that arrive when nobody expects them any more.
 */
@Timeout(60)
class LateDeliveryTest
{
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration WITHIN = Duration.ofSeconds(40);

    private RedisServerProcess server;
    private RespClient direct;
    private TcpProxy proxy;

    @BeforeEach
    void start()
    {
        server = RedisServerProcess.builder().start();
        direct = server.client();
        proxy = TcpProxy.inFrontOf("127.0.0.1", server.port());
    }

    @AfterEach
    void close()
    {
        proxy.close();
        direct.close();
        server.close();
    }

    @Test
    void shouldDeliverTheBytesOfAnOldConnectionAfterThoseOfANewOne()
    {
        try (RespClient old = connect(WITHIN))
        {
            old.call("PING");
            proxy.requests().holdExisting();
            old.send("SET", "k", "old");
            proxy.requests().awaitHeld(1, WITHIN);
        }
        proxy.awaitConnections(0, WITHIN);
        assertThat(proxy.strandedConnections()).isEqualTo(1);

        try (RespClient fresh = connect(WITHIN))
        {
            assertThat(fresh.call("SET", "k", "new")).isEqualTo("OK");
            assertThat(direct.call("GET", "k")).isEqualTo("new");

            proxy.requests().release();
            awaitNoStranded();
            assertThat(fresh.call("GET", "k")).isEqualTo("old");
        }
    }

    @Test
    void shouldDeliverWhatWasSentBeforeAReset() throws IOException
    {
        final int rounds = 20;
        final byte[] command = "*2\r\n$4\r\nINCR\r\n$1\r\nn\r\n".getBytes(StandardCharsets.US_ASCII);
        try (RespClient watcher = server.client())
        {
            final Iterator<String> commands = watcher.monitor();
            for (int i = 0; i < rounds; i++)
            {
                proxy.requests().hold();
                try (Socket client = new Socket("127.0.0.1", proxy.port()))
                {
                    client.getOutputStream().write(command);
                    proxy.requests().awaitHeld(command.length, WITHIN);
                    client.setSoLinger(true, 0);
                }
                proxy.awaitConnections(0, WITHIN);

                proxy.requests().release();
                assertThat(commands.next()).contains("INCR");
            }
        }
    }

    @Test
    void shouldLetTheServerActUnheard()
    {
        try (RespClient client = connect(WITHIN))
        {
            proxy.replies().hold();
            client.send("SET", "k", "v");
            proxy.replies().awaitHeld("+OK\r\n".length(), WITHIN);
            assertThat(direct.call("GET", "k")).isEqualTo("v");

            proxy.replies().release();
            assertThat(client.receive()).isEqualTo("OK");
        }
    }

    @Test
    void shouldCutTheWayBackOnly()
    {
        try (RespClient client = connect(SHORT))
        {
            proxy.replies().drop();
            assertThatThrownBy(() -> client.call("SET", "k", "v")).isInstanceOf(UncheckedIOException.class);
            // The client may have lost patience before the server was asked at all.
            proxy.await("a lost answer", () -> proxy.replies().droppedBytes() == "+OK\r\n".length(), WITHIN);
            assertThat(direct.call("GET", "k")).isEqualTo("v");
            assertThat(proxy.replies().forwardedBytes()).isZero();
        }
    }

    @Test
    void shouldAnswerWhatComesByteByByte()
    {
        proxy.requests().split();
        proxy.replies().split();
        try (RespClient client = connect(WITHIN))
        {
            assertThat(client.call("SET", "k", "value")).isEqualTo("OK");
            assertThat(client.call("GET", "k")).isEqualTo("value");
        }
    }

    private void awaitNoStranded()
    {
        proxy.await("no stranded connection", () -> proxy.strandedConnections() == 0, WITHIN);
    }

    private RespClient connect(final Duration timeout)
    {
        return RespClient.connect("127.0.0.1", proxy.port(), timeout);
    }
}
