// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import static dev.redlock.test.proxy.Peers.isSilent;
import static dev.redlock.test.proxy.Peers.read;
import static dev.redlock.test.proxy.Peers.readAll;
import static dev.redlock.test.proxy.Peers.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.test.process.Threads;
import dev.redlock.test.proxy.Peers.Pair;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

@Timeout(60)
class TcpProxyTest
{
    private static final Duration WITHIN = Duration.ofSeconds(40);

    @AutoClose
    private final Peers peers;
    @AutoClose
    private final Pair pair;

    TcpProxyTest() throws IOException
    {
        peers = new Peers();
        pair = peers.connect();
    }

    @Test
    void shouldPassTheEndOfAStreamOnAndKeepTheOtherDirection() throws IOException
    {
        write(pair.client, "last words");
        pair.client.shutdownOutput();
        assertThat(readAll(pair.server)).isEqualTo("last words");

        write(pair.server, "still here");
        pair.server.close();
        assertThat(readAll(pair.client)).isEqualTo("still here");
        peers.proxy.awaitConnections(0, WITHIN);
        peers.proxy.await("no connection left", () -> peers.proxy.strandedConnections() == 0, WITHIN);
    }

    @Test
    void shouldForgetAConnectionThatWasSilentForTooLong() throws IOException
    {
        peers.proxy.forgetAfter(WITHIN);
        write(pair.client, "in time");
        assertThat(read(pair.server, 7)).isEqualTo("in time");

        peers.proxy.forgetAfter(Duration.ZERO);
        write(pair.client, "too late");
        peers.proxy.await("requests lost", () -> peers.proxy.requests().droppedBytes() == 8, WITHIN);
        write(pair.server, "nor back");
        peers.proxy.await("replies lost", () -> peers.proxy.replies().droppedBytes() == 8, WITHIN);
    }

    @Test
    void shouldPassAResetOn() throws IOException
    {
        write(pair.client, "x");
        assertThat(read(pair.server, 1)).isEqualTo("x");
        pair.client.setSoLinger(true, 0);
        pair.client.close();

        assertThatThrownBy(() -> readAll(pair.server)).isInstanceOf(SocketException.class);
    }

    @Test
    void shouldCutWithReset() throws IOException
    {
        peers.proxy.cut(Cut.RESET);

        assertThatThrownBy(() -> readAll(pair.client)).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> readAll(pair.server)).isInstanceOf(SocketException.class);
        assertThat(peers.proxy.connections()).isZero();
    }

    @Test
    void shouldCutWithFin() throws IOException
    {
        peers.proxy.requests().hold();
        write(pair.client, "lost");
        peers.proxy.requests().awaitHeld(4, WITHIN);
        peers.proxy.cut(Cut.FIN);

        assertThat(readAll(pair.client)).isEmpty();
        assertThat(readAll(pair.server)).isEmpty();
        assertThat(peers.proxy.requests().droppedBytes()).isEqualTo(4);
    }

    @Test
    void shouldCutTheClientsOnlyAndDeliverWhatTheyHadSent() throws IOException
    {
        peers.proxy.requests().hold();
        write(pair.client, "late");
        peers.proxy.requests().awaitHeld(4, WITHIN);
        peers.proxy.cutClients(Cut.RESET);

        assertThatThrownBy(() -> readAll(pair.client)).isInstanceOf(SocketException.class);
        assertThat(peers.proxy.connections()).isZero();
        assertThat(peers.proxy.strandedConnections()).isEqualTo(1);
        assertThat(isSilent(pair.server)).isTrue();

        peers.proxy.requests().release();
        assertThat(read(pair.server, 4)).isEqualTo("late");
    }

    @Test
    void shouldRefuseAndAcceptAgain() throws IOException
    {
        peers.proxy.refuse();
        assertThatItIsReset(peers.proxy);
        assertThat(peers.proxy.refusedConnections()).isEqualTo(1);
        write(pair.client, "x");
        assertThat(read(pair.server, 1)).isEqualTo("x");

        peers.proxy.accept();
        try (Pair fresh = peers.connect())
        {
            write(fresh.client, "y");
            assertThat(read(fresh.server, 1)).isEqualTo("y");
        }
    }

    @Test
    void shouldAcceptAndNeverAnswer() throws IOException
    {
        pair.close();
        peers.proxy.awaitConnections(0, WITHIN);
        peers.proxy.mute();
        try (Pair mute = peers.connect())
        {
            peers.proxy.accept();
            peers.proxy.requests().release();
            write(mute.client, "hello?");
            write(mute.server, "hello!");
            assertThat(isSilent(mute.client)).isTrue();
            assertThat(isSilent(mute.server)).isTrue();

            mute.server.close();
            assertThat(isSilent(mute.client)).isTrue();
        }
        peers.proxy.await("no connection left", () -> peers.proxy.connections() == 0, WITHIN);
    }

    @Test
    void shouldNotBetrayADeadServerWhileMute() throws IOException
    {
        final TcpProxy proxy;
        try (ServerSocket dead = new ServerSocket(0))
        {
            proxy = TcpProxy.inFrontOf("127.0.0.1", dead.getLocalPort());
        }

        proxy.mute();
        try (proxy; Socket client = new Socket("127.0.0.1", proxy.port()))
        {
            write(client, "hello?");
            proxy.await("6 bytes dropped", () -> proxy.requests().droppedBytes() == 6, WITHIN);
            assertThat(isSilent(client)).isTrue();
            assertThat(proxy.connections()).isEqualTo(1);
        }
    }

    @Test
    void shouldResetWhenTheServerIsDeadAndGoOnWhenItIsBack() throws IOException
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            TcpProxy proxy = TcpProxy.inFrontOf("127.0.0.1", server.port()))
        {
            server.kill();
            assertThatItIsReset(proxy);

            server.start();
            try (RespClient client = RespClient.connect("127.0.0.1", proxy.port()))
            {
                assertThat(client.call("PING")).isEqualTo("PONG");
            }
            assertThat(proxy.uri()).isEqualTo("redis://127.0.0.1:" + proxy.port());
        }
    }

    @Test
    void shouldTellTheClientWhenTheServerDies()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            TcpProxy proxy = TcpProxy.inFrontOf("127.0.0.1", server.port());
            RespClient client = RespClient.connect("127.0.0.1", proxy.port()))
        {
            client.call("PING");
            server.kill();
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void shouldEndItsThreadAndConnections() throws IOException
    {
        final String thread = "tcp-proxy-" + peers.proxy.port();
        assertThat(Threads.named(thread)).hasSize(1);

        peers.proxy.close();
        peers.proxy.close();

        assertThat(Threads.named(thread)).isEmpty();
        assertThat(readAll(pair.client)).isEmpty();
        assertThat(readAll(pair.server)).isEmpty();
        assertThatThrownBy(peers::connect).isInstanceOf(IOException.class);
    }

    @Test
    void shouldServeManyConnectionsAtOnce() throws IOException
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            TcpProxy proxy = TcpProxy.inFrontOf("127.0.0.1", server.port()))
        {
            final RespClient[] clients = new RespClient[100];
            for (int i = 0; i < clients.length; i++)
            {
                clients[i] = RespClient.connect("127.0.0.1", proxy.port());
                clients[i].send("ECHO", Integer.toString(i));
            }
            proxy.awaitConnections(clients.length, WITHIN);
            for (int i = 0; i < clients.length; i++)
            {
                assertThat(clients[i].receive()).isEqualTo(Integer.toString(i));
                clients[i].close();
            }
            proxy.awaitConnections(0, WITHIN);
        }
    }

    private static void assertThatItIsReset(final TcpProxy proxy) throws IOException
    {
        try (Socket socket = new Socket("127.0.0.1", proxy.port()))
        {
            assertThatThrownBy(() -> readAll(socket)).isInstanceOf(SocketException.class);
        }
    }
}
