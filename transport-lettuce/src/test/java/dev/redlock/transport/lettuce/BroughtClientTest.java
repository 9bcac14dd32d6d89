// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.resource.SocketAddressResolver;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * Locks over a client that the application has already, and goes on using.
 */
class BroughtClientTest
{
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int CYCLES = 20;

    @AutoClose
    private static final RedisServers SERVERS = RedisServers.start(3);

    private final AtomicInteger channels = new AtomicInteger();
    private ClientResources resources;
    private RedisClient client;

    @BeforeEach
    void makeClient()
    {
        resources = DefaultClientResources.builder().nettyCustomizer(new NettyCustomizer()
        {
            @Override
            public void afterChannelInitialized(final Channel channel)
            {
                channels.incrementAndGet();
            }
        }).build();
        client = RedisClient.create(resources, SERVERS.uris().get(0));
    }

    @AfterEach
    void endClient() throws Exception
    {
        client.shutdown();
        assertThat(resources.shutdown().get()).isTrue();
    }

    @Test
    void shouldLockOverTheResourcesOfTheClientAndLeaveThemAlone() throws InterruptedException
    {
        final ClientOptions options = client.getOptions();
        try (StatefulRedisConnection<String, String> theirs = client.connect())
        {
            for (int i = 0; i < 2; i++)
            {
                try (Redlock redlock = builder().build())
                {
                    Await.parking().untilAllUp(redlock, PATIENCE);
                    try (Lease lease = redlock.acquire("brought", PATIENCE))
                    {
                        assertThat(lease.isHeld()).isTrue();
                        // A majority decides, and theirs need not be one of it.
                        Await.parking().until(
                            "the key", PATIENCE, () -> theirs.sync().exists("brought") == 1);
                    }
                }
            }

            assertThat(theirs.sync().exists("brought")).isZero();
        }
        assertThat(channels).hasValue(1 + 2 * SERVERS.size());
        assertThat(client.getOptions()).isSameAs(options);
        assertThat(resources.eventExecutorGroup().isShuttingDown()).isFalse();
    }

    /*
     * Its first connection may come after our last.
     */
    @Test
    void shouldLeaveAClientUsableThatHasNoConnectionYet() throws InterruptedException
    {
        try (Redlock redlock = builder().build(); Lease lease = redlock.acquire("brought", PATIENCE))
        {
            assertThat(lease.isHeld()).isTrue();
        }
        try (StatefulRedisConnection<String, String> theirs = client.connect())
        {
            assertThat(theirs.sync().ping()).isEqualTo("PONG");
        }
    }

    /**
     * The application's name resolution takes its time for one node, and has two threads in all.
     */
    @Test
    void shouldResolveOtherNamesWhileOneIsNotAnswered() throws Exception
    {
        final CountDownLatch answer = new CountDownLatch(1);
        final ClientResources slow = DefaultClientResources.builder().computationThreadPoolSize(2)
            .socketAddressResolver(new SocketAddressResolver()
            {
                @Override
                public SocketAddress resolve(final RedisURI uri)
                {
                    if (uri.getHost().equals("slow.test"))
                    {
                        await(answer);
                    }

                    return new InetSocketAddress("127.0.0.1", uri.getPort());
                }
            }).build();
        final RedisClient theirs = RedisClient.create(slow, SERVERS.uris().get(0));
        final List<String> uris = new ArrayList<>(SERVERS.uris());
        uris.set(0, uris.get(0).replace("127.0.0.1", "slow.test"));
        try (Redlock redlock = Redlock.builder().assumeNodesFresh()
            .transport(LettuceTransportProvider.using(theirs)).connectTimeout(PATIENCE).startTimeout(PATIENCE)
            .nodes(uris.toArray(String[]::new)).build())
        {
            try (Lease lease = redlock.acquire("brought", PATIENCE))
            {
                assertThat(lease.isHeld()).isTrue();
            }
            answer.countDown();
            Await.parking().untilAllUp(redlock, PATIENCE);
        }
        theirs.shutdown();
        assertThat(slow.shutdown().get()).isTrue();
    }

    /**
     * What the application has put in there runs on its event loops: one that hangs costs the votes of the
     * nodes that its loop serves.
     */
    @Test
    @Tag("proof")
    void shouldServeFromTheOtherLoopsWhileOneHangs() throws Exception
    {
        final CountDownLatch goOn = new CountDownLatch(1);
        final AtomicInteger hanging = new AtomicInteger(-1);
        final ClientResources own = DefaultClientResources.builder().ioThreadPoolSize(SERVERS.size())
            .nettyCustomizer(new NettyCustomizer()
            {
                @Override
                public void afterChannelInitialized(final Channel channel)
                {
                    channel.pipeline().addFirst(new ChannelInboundHandlerAdapter()
                    {
                        @Override
                        public void channelRead(final ChannelHandlerContext context, final Object message)
                        {
                            if (((InetSocketAddress)channel.remoteAddress()).getPort() == hanging.get())
                            {
                                await(goOn);
                            }
                            context.fireChannelRead(message);
                        }
                    });
                }
            }).build();
        final RedisClient theirs = RedisClient.create(own, SERVERS.uris().get(0));
        try (Redlock redlock = Redlock.builder().assumeNodesFresh()
            .transport(LettuceTransportProvider.using(theirs))
            .nodes(SERVERS.uris().toArray(String[]::new)).build())
        {
            Await.parking().untilAllUp(redlock, PATIENCE);
            hanging.set(SERVERS.server(0).port());
            try (LockHandle handle = redlock.handle("brought"))
            {
                Await.parking().until("its vote is missing", PATIENCE, () -> causes(handle),
                    (causes) -> causes.get(0) == Cause.NOT_CONNECTED);
                for (int i = 0; i < CYCLES; i++)
                {
                    try (Lease lease = redlock.acquire("another", PATIENCE))
                    {
                        assertThat(lease.isHeld()).isTrue();
                    }
                }
            }
            finally
            {
                hanging.set(-1);
                goOn.countDown();
            }
            Await.parking().untilAllUp(redlock, PATIENCE);
        }
        theirs.shutdown();
        assertThat(own.shutdown().get()).isTrue();
    }

    /**
     * The application's resolver chooses an address, perhaps always the same, and we do not learn which.
     */
    @Test
    void shouldNotTakeAFormerServerForGoneByOneAddressOfItsName() throws IOException
    {
        final int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            port = gone.getLocalPort();
        }
        try (Redlock redlock = builder().quarantine(QuarantineLevel.STRICT).startWithoutQuorum()
            .startTimeout(Duration.ZERO).build())
        {
            final Map<String, String> moved = Map.of(SERVERS.uris().get(0), "redis://localhost:" + port);
            assertThatIllegalStateException().isThrownBy(
                () -> redlock.operators().declareNodes(true, moved)).withMessageContaining(
                "The transport does not say which of the addresses behind that name it has tried");
        }
    }

    private static List<Cause> causes(final LockHandle handle)
    {
        final long term = handle.tryAcquire();
        final List<Cause> causes = handle.votes().stream().map(NodeVote::cause).toList();
        handle.release(term);

        return causes;
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

    @Test
    void shouldRefuseOptionsForResourcesThatAreNotItsOwn()
    {
        final RedlockBuilder builder = builder().transportOption("io-threads", "2");

        assertThatIllegalArgumentException().isThrownBy(builder::build)
            .withMessageContaining("configure its ClientResources");
    }

    private RedlockBuilder builder()
    {
        return Redlock.builder().assumeNodesFresh().transport(LettuceTransportProvider.using(client))
            .nodes(SERVERS.uris().toArray(String[]::new));
    }
}
