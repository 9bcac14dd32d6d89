// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.spi.Credentials;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Transport;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.TcpProxy;
import dev.redlock.test.server.RedisServerProcess;

@OverBothSockets
class ConnectionTest
{
    private final String io;

    ConnectionTest(final String io)
    {
        this.io = io;
    }

    @Test
    void shouldAnswerLostAndThenGoDownWhenTheNodeDies()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            Rig rig = Rig.with(io).node(server.port()).open().up())
        {
            rig.recorder.events.clear();
            rig.offer(Rig.SLEEP, 7);
            rig.offer(Rig.INCR, 8);
            rig.inquire(0, "PING");
            rig.offer(Rig.INCR, 9);
            rig.transport.poll(0);
            server.kill();
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the end");

            assertThat(rig.recorder.events.subList(0, 4))
                .containsExactly("reply 0 7 LOST", "reply 0 8 LOST", "answer 0 LOST", "reply 0 9 LOST");
            assertThat(rig.recorder.events).hasSize(5);
            assertThat(rig.recorder.last()).startsWith("down 0 CLOSED ");
            assertThat(rig.offer(Rig.PING, 10)).isEqualTo(Transport.NOT_CONNECTED);
        }
    }

    @Test
    void shouldConnectAgainWhenTheNodeIsBackAndSendNothingTwice()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().appendOnly("always").start();
            Rig rig = Rig.with(io).node(server.port()).open().up())
        {
            rig.offer(Rig.INCR, 1);
            rig.pollUntilReplies(1);
            rig.offer(Rig.INCR, 2);
            rig.transport.flush();
            server.kill();
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the end");

            rig.recorder.events.clear();
            rig.transport.connect(0);
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "a refused attempt");
            assertThat(rig.recorder.events).hasSize(1);
            assertThat(rig.recorder.last()).isEqualTo(
                "down 0 UNREACHABLE cannot connect to 127.0.0.1:" + server.port() + ": connection refused");

            server.start();
            rig.recorder.events.clear();
            rig.up();
            rig.offer(Rig.INCR, 3);
            rig.pollUntilReplies(3);
            assertThat(rig.recorder.events.subList(0, 2)).containsExactly("connected 0", "up 0");
            assertThat(rig.recorder.last()).isIn("reply 0 3 NUMBERS 2", "reply 0 3 NUMBERS 3");
        }
    }

    @Test
    void shouldConnectAgainFromTheCallbackThatSaysDown()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            TcpProxy proxy = TcpProxy.inFrontOf("127.0.0.1", server.port());
            Rig rig = Rig.with(io).node(proxy.port()).open())
        {
            rig.recorder.onDown = nodeIndex -> rig.transport.connect(nodeIndex);
            rig.up();
            for (int i = 1; i <= 5; i++)
            {
                final int round = i;
                proxy.awaitConnections(1, Duration.ofSeconds(10));
                proxy.cut(i % 2 == 0 ? Cut.FIN : Cut.RESET);
                rig.pollUntil(() -> rig.recorder.count("up") == round + 1, "being up again");
            }

            assertThat(rig.recorder.count("down 0 CLOSED")).isEqualTo(5);
            rig.offer(Rig.PING, 1);
            rig.pollUntilReplies(1);
            assertThat(rig.recorder.last()).isEqualTo("reply 0 1 STATUS");
        }
    }

    @Test
    void shouldIgnoreAConnectWhileConnectingAndWhileUp()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            Rig rig = Rig.with(io).node(server.port()).open())
        {
            rig.transport.connect(0);
            rig.transport.connect(0);
            rig.transport.poll(0);
            rig.transport.connect(0);
            rig.pollUntil("up 0");
            rig.transport.connect(0);
            rig.transport.poll(0);
            rig.transport.disconnect(0);
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the end");
            rig.transport.poll(0);

            assertThat(rig.recorder.events).containsExactly(
                "connected 0", "up 0", "down 0 LOCAL disconnect was called");
        }
    }

    @Test
    void shouldResolveANameWithoutHoldingUpTheThread()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            Rig rig = Rig.with(io).node(NodeAddress.of("localhost", server.port()))
                .node(NodeAddress.of("no-such-host.invalid", 6379)).open())
        {
            rig.transport.connect(1);
            rig.recorder.onDown = nodeIndex ->
            {
                if (nodeIndex == 0)
                {
                    rig.transport.connect(0);
                }
            };
            rig.up(0);
            rig.pollUntil(() -> rig.recorder.count("down 1") == 1, "an unresolved name");

            assertThat(rig.recorder.events).anyMatch(event ->
                event.startsWith("down 1 UNRESOLVED cannot resolve the name no-such-host.invalid"));
        }
    }

    @Test
    void shouldTryTheNextAddressOfANameAfterAFailureAndKeepTheOneThatWorks()
    {
        final NettyOptions.Resolver resolver = name -> new InetAddress[]{
            InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.3"),
            InetAddress.getByName("127.0.0.1")};
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with(io).node(NodeAddress.of("a.name", node.port())).resolver(resolver).open())
        {
            rig.recorder.onDown = rig.transport::connect;
            rig.up();
            assertThat(rig.recorder.events).hasSize(4);
            assertThat(rig.recorder.events.get(0)).startsWith(
                "down 0 UNREACHABLE cannot connect to a.name:" + node.port() + " at 127.0.0.2: ");
            assertThat(rig.recorder.events.get(1)).contains("UNREACHABLE").contains(" at 127.0.0.3: ");

            rig.recorder.events.clear();
            rig.transport.disconnect(0);
            rig.pollUntil("up 0");
            assertThat(rig.recorder.events)
                .containsExactly("down 0 LOCAL disconnect was called", "connected 0", "up 0");
            rig.recorder.onDown = nodeIndex ->
            {
            };
        }
    }

    /**
     * A class is missing where names are looked up: that is the end of the attempt, not of all attempts.
     */
    @Test
    void shouldTryAgainAfterALookupThatBreaks()
    {
        final AtomicInteger lookups = new AtomicInteger();
        final NettyOptions.Resolver resolver = name ->
        {
            if (lookups.incrementAndGet() == 1)
            {
                throw new NoClassDefFoundError("planted");
            }

            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        };
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with(io).node(NodeAddress.of("a.name", node.port())).resolver(resolver).open())
        {
            rig.recorder.onDown = rig.transport::connect;
            rig.up();

            assertThat(rig.recorder.events.get(0)).startsWith("down 0 UNRESOLVED").contains("planted");
            rig.recorder.onDown = nodeIndex ->
            {
            };
        }
    }

    @Test
    void shouldNotWaitForANameServer() throws InterruptedException
    {
        final CountDownLatch answer = new CountDownLatch(1);
        final NettyOptions.Resolver resolver = name ->
        {
            try
            {
                answer.await(20, TimeUnit.SECONDS);
            }
            catch (final InterruptedException ex)
            {
                throw new UnknownHostException("interrupted");
            }

            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        };
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with(io).node(NodeAddress.of("a.name", node.port())).node(node.port())
                .resolver(resolver).open())
        {
            rig.transport.connect(0);
            rig.up(1);
            rig.transport.disconnect(0);
            rig.transport.poll(0);
            rig.transport.connect(0);
            rig.transport.poll(0);
            answer.countDown();
            rig.pollUntil("up 0");

            assertThat(rig.recorder.count("down")).isEqualTo(1);
        }
    }

    @Test
    void shouldConnectToAUnixSocket(@TempDir final Path directory)
    {
        final Path socket = directory.resolve("s");
        try (RedisServerProcess server = RedisServerProcess.builder().unixSocket(socket).start();
            Rig rig = Rig.with(io).node(NodeAddress.parse("unix://" + socket)).open().up())
        {
            for (int i = 1; i <= 1000; i++)
            {
                rig.offer(Rig.INCR, i);
            }
            rig.pollUntilReplies(1000);
            assertThat(rig.recorder.last()).isEqualTo("reply 0 1000 NUMBERS 1000");

            server.kill();
            rig.pollUntil(() -> rig.recorder.count("down 0 CLOSED") == 1, "the end");
        }
    }

    @Test
    void shouldSayWhyAUnixSocketCannotBeReached(@TempDir final Path directory)
    {
        final NodeAddress missing = NodeAddress.parse("unix://" + directory.resolve("missing"));
        final NodeAddress tooLong = NodeAddress.parse("unix:///" + "x".repeat(200));
        final NodeAddress impossible =
            new NodeAddress(null, 0, "/tmp/\0", false, 0, Credentials.NONE);
        try (Rig rig = Rig.with(io).node(missing).node(tooLong).node(impossible).open())
        {
            rig.transport.connect(0);
            rig.transport.connect(1);
            rig.transport.connect(2);
            assertThat(rig.recorder.events).as("callbacks outside of poll").isEmpty();
            rig.pollUntil(() -> rig.recorder.count("down") == 3, "three failures");

            assertThat(rig.recorder.events)
                .allMatch(event -> event.contains("UNREACHABLE cannot connect to unix:/"));
            assertThat(rig.recorder.events.get(0)).endsWith(": no such file");
        }
    }

    @Test
    void shouldDeliverWhatCameBeforeTheEnd()
    {
        try (FakeNode node = FakeNode.start(command -> FakeReply.raw("+OK\r\n:2\r\n$-1").thenClose());
            Rig rig = Rig.with(io).node(node.port()).open().up())
        {
            rig.recorder.events.clear();
            rig.offer(Rig.PING, 1);
            rig.offer(Rig.PING, 2);
            rig.offer(Rig.PING, 3);
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the end");

            assertThat(rig.recorder.events).hasSize(4);
            assertThat(rig.recorder.events.subList(0, 3))
                .isEqualTo(List.of("reply 0 1 OK", "reply 0 2 NUMBERS 2", "reply 0 3 LOST"));
            assertThat(rig.recorder.last()).startsWith("down 0 CLOSED ");
        }
    }

    @Test
    void shouldWriteToANodeThatHasGone()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            TcpProxy proxy = TcpProxy.inFrontOf("127.0.0.1", server.port());
            Rig rig = Rig.with(io).node(proxy.port()).open().up())
        {
            rig.recorder.events.clear();
            proxy.awaitConnections(1, Duration.ofSeconds(10));
            proxy.cut(Cut.RESET);
            proxy.await("the connection is cut", () -> proxy.connections() == 0,
                Duration.ofSeconds(10));
            int accepted = 0;
            for (int i = 0; i < 50; i++)
            {
                accepted += rig.offer(Rig.PING, i) == Transport.ACCEPTED ? 1 : 0;
                rig.transport.flush();
            }
            assertThat(rig.recorder.events).as("callbacks outside of poll").isEmpty();
            final int expected = accepted;
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the end");

            assertThat(rig.recorder.count("reply 0 ")).isEqualTo(expected).isPositive();
            assertThat(rig.recorder.events.get(expected)).startsWith("down 0 CLOSED ");
        }
    }
}
