// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;
import dev.redlock.test.server.RedisServerProcess;

class ConnectionTest extends OverBothSockets
{
    @Test
    void shouldSayThatNobodyListens() throws IOException
    {
        final int port;
        try (ServerSocket listener = new ServerSocket(0))
        {
            port = listener.getLocalPort();
        }
        final NettyRig rig = rig().node(port).open();
        rig.connect(0).awaitDown();
        rig.told("down 0 UNREACHABLE cannot connect: connection refused");
    }

    @Test
    void shouldGiveUpAnAttemptOrALookupUnderWay()
    {
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(node.port()).node(NodeAddress.of("localhost", node.port())).open();
        for (int i = 0; i < 50; i++)
        {
            rig.connect(0).poll().clear().disconnect(0);
            rig.pollUntil("down 0 LOCAL disconnect was called").clear().connect(1).disconnect(1);
            rig.poll().told("down 1 LOCAL disconnect was called");
        }
        rig.clear().up(0).up(1).offers(NettyRig.PING, 99).pollUntil("reply 0 99 OK");
    }

    @Test
    void shouldIgnoreADisconnectInTheCallbackThatSaysDown()
    {
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(node.port()).open();
        rig.recorder.onDown = nodeIndex -> rig.disconnect(0);
        rig.up().disconnect(0).awaitDown().poll().poll();

        assertThat(rig.recorder.count("down")).isEqualTo(1);
    }

    @Test
    void shouldResolveANameWithoutHoldingUpTheThread()
    {
        final RedisServerProcess server = closing.later(RedisServerProcess.builder().start());
        final NettyRig rig = rig().node(NodeAddress.of("localhost", server.port()))
            .node(NodeAddress.of("no-such-host.invalid", 6379)).open();
        rig.connect(1);
        rig.recorder.onDown = nodeIndex ->
        {
            if (nodeIndex == 0)
            {
                rig.connect(0);
            }
        };
        rig.up(0);
        rig.pollUntil(() -> rig.recorder.count("down 1") == 1, "an unresolved name");

        assertThat(rig.recorder.events).anyMatch(event ->
            event.startsWith("down 1 UNRESOLVED cannot resolve the name no-such-host.invalid"));
    }

    @Test
    void shouldTryTheNextAddressOfANameAfterAFailureAndKeepTheOneThatWorks()
    {
        final NettyOptions.Resolver resolver = name -> new InetAddress[]{
            InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.3"),
            InetAddress.getByName("127.0.0.1")};
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(NodeAddress.of("a.name", node.port())).resolver(resolver).open();
        rig.recorder.onDown = rig::connect;
        rig.up();
        assertThat(rig.recorder.events).hasSize(4);
        assertThat(rig.recorder.events.get(0)).startsWith(
            "down 0 UNREACHABLE cannot connect to 127.0.0.2: ");
        assertThat(rig.recorder.events.get(1)).contains("UNREACHABLE").contains(" to 127.0.0.3: ");

        rig.clear().disconnect(0).pollUntil("up 0");
        rig.told("down 0 LOCAL disconnect was called", "connected 0", "up 0");
        rig.recorder.onDown = Recorder.NOTHING;
    }

    /**
     * Anything may be thrown where names are looked up, as when a class is missing there: that is the end of
     * the attempt, not of all attempts.
     */
    @Test
    void shouldTryAgainAfterALookupThatBreaks()
    {
        final List<Error> errors = List.of(new NoClassDefFoundError("planted"),
            new AssertionError("planted"), new StackOverflowError("planted"));
        final AtomicInteger lookups = new AtomicInteger();
        final NettyOptions.Resolver resolver = name ->
        {
            if (lookups.incrementAndGet() <= errors.size())
            {
                throw errors.get(lookups.get() - 1);
            }

            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        };
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(NodeAddress.of("a.name", node.port())).resolver(resolver).open();
        rig.recorder.onDown = rig::connect;
        rig.up();

        assertThat(rig.recorder.events.subList(0, errors.size())).allSatisfy(event ->
            assertThat(event).startsWith("down 0 UNRESOLVED").contains("planted"));
        rig.recorder.onDown = Recorder.NOTHING;
    }

    /**
     * The machine has no thread left for a moment: that is the end of the attempt, not of the node.
     */
    @Test
    void shouldTryAgainWhenThereIsNoThreadForALookup()
    {
        final AtomicInteger threads = new AtomicInteger();
        final ThreadFactory thrifty = work ->
        {
            if (threads.incrementAndGet() == 1)
            {
                throw new OutOfMemoryError("planted: unable to create native thread");
            }

            return Lookups.newThread(work);
        };
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig =
            rig().node(NodeAddress.of("localhost", node.port())).lookupThreads(thrifty).open();
        rig.connect(0).awaitDown();
        rig.told("down 0 UNREACHABLE cannot connect: this process has no memory left (planted: " +
            "unable to create native thread): give it more (-Xmx, -XX:MaxDirectMemorySize), or let it " +
            "start more threads");

        rig.clear().up();
    }

    /**
     * However many names are not answered, the next node's is looked up.
     */
    @Test
    void shouldLookUpANameWhileOthersAreNotAnswered()
    {
        final CountDownLatch answer = new CountDownLatch(1);
        final NettyOptions.Resolver resolver = name ->
        {
            if (!name.equals("good.name"))
            {
                await(answer);
            }

            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        };
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(NodeAddress.of("a.name", node.port()))
            .node(NodeAddress.of("b.name", node.port())).node(NodeAddress.of("good.name", node.port()))
            .resolver(resolver).open();
        rig.connect(0).connect(1).up(2);
        answer.countDown();

        assertThat(rig.recorder.count("down")).isZero();
    }

    @Test
    void shouldNotWaitForANameServer()
    {
        final CountDownLatch answer = new CountDownLatch(1);
        final NettyOptions.Resolver resolver = name ->
        {
            await(answer);

            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        };
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(NodeAddress.of("a.name", node.port())).node(node.port())
            .resolver(resolver).open();
        rig.connect(0).up(1).disconnect(0).poll().connect(0);
        rig.poll();
        answer.countDown();
        rig.pollUntil("up 0");

        assertThat(rig.recorder.count("down")).isEqualTo(1);
    }

    private static void await(final CountDownLatch answer) throws UnknownHostException
    {
        try
        {
            answer.await(20, TimeUnit.SECONDS);
        }
        catch (final InterruptedException ex)
        {
            throw new UnknownHostException("interrupted");
        }
    }

    @Test
    void shouldConnectToAUnixSocket(@TempDir final Path directory)
    {
        final Path socket = directory.resolve("s");
        final RedisServerProcess server = closing.later(RedisServerProcess.builder().unixSocket(socket)
            .start());
        final NettyRig rig = rig().node(NodeAddress.parse("unix://" + socket)).open().up();
        for (int i = 1; i <= 1000; i++)
        {
            rig.offers(NettyRig.INCR, i);
        }
        rig.pollUntilReplies(1000).toldLast("reply 0 1000 NUMBERS 1000");

        server.kill();
        rig.pollUntil(() -> rig.recorder.count("down 0 CLOSED") == 1, "the end");
    }

    @Test
    void shouldSayWhyAUnixSocketCannotBeReached(@TempDir final Path directory)
    {
        final NodeAddress missing = NodeAddress.parse("unix://" + directory.resolve("missing"));
        final NodeAddress tooLong = NodeAddress.parse("unix:///" + "x".repeat(200));
        final NodeAddress impossible = new NodeAddress(null, 0, "/tmp/\0", false, 0, Credentials.NONE);
        final NettyRig rig = rig().node(missing).node(tooLong).node(impossible).open();
        rig.connect(0).connect(1).connect(2);
        assertThat(rig.recorder.events).as("callbacks outside of poll").isEmpty();
        rig.pollUntil(() -> rig.recorder.count("down") == 3, "three failures");

        assertThat(rig.recorder.events)
            .allMatch(event -> event.contains("UNREACHABLE cannot connect: "));
        assertThat(rig.recorder.events.get(0)).endsWith(": no such file");
    }

    @Test
    void shouldDeliverWhatCameBeforeTheEnd()
    {
        final FakeNode node = node(command -> FakeReply.raw("+OK\r\n:2\r\n$-1").thenClose());
        final NettyRig rig = rig().node(node.port()).open().up();
        rig.clear().offers(NettyRig.PING, 1).offers(NettyRig.PING, 2).offers(NettyRig.PING, 3).awaitDown();

        assertThat(rig.recorder.events).hasSize(4);
        assertThat(rig.recorder.events.subList(0, 3))
            .isEqualTo(List.of("reply 0 1 OK", "reply 0 2 NUMBERS 2", "reply 0 3 LOST"));
        assertThat(rig.recorder.last()).startsWith("down 0 CLOSED ");
    }
}
