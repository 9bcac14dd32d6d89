// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.Field;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Netty starts no thread in the place of one that has died, as for lack of memory.
 */
class DeadThreadTest extends OneNode
{
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final CommandTemplate PING = CommandTemplate.of(0, "ping").literal("PING").build();
    private static final FastThreadLocal<Object> LAST_STEP = new FastThreadLocal<>()
    {
        @Override
        protected void onRemoval(final Object value)
        {
            throw new OutOfMemoryError("planted in the last step");
        }
    };

    private final AtomicBoolean isToDie = new AtomicBoolean();

    /**
     * The thread that looks the name up.
     */
    @Test
    void shouldConnectAnewAfterAThreadOfItsOwnHasDied()
    {
        final LettuceOptions options = new LettuceOptions(1, (name) ->
        {
            if (isToDie.compareAndSet(true, false))
            {
                end(ThreadExecutorMap.currentExecutor());
            }

            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        });
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            Transport transport = LettuceTransport.open(named(server.port()), this, options, null))
        {
            connect(transport);
            assertThat(isUp).as("%s", trouble).isTrue();
            isToDie.set(true);
            connectAgain(transport);
            assertThat(isToDie).isFalse();

            Await.parking().until(
                "connected", SOON, () -> connectAgain(transport), (isConnected) -> isConnected);
        }
    }

    private boolean connectAgain(final Transport transport)
    {
        transport.disconnect(connection);
        new Await(() -> transport.poll(POLL_NS)).until("disconnected", SOON, () -> trouble != null);
        trouble = null;
        isUp = false;
        connect(transport);

        return isUp;
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldNoticeThatAnEventLoopHasDied()
    {
        final SessionResources resources = SessionResources.own(
            new LettuceOptions(2, InetAddress::getAllByName), 1);
        final BareClient client = new BareClient(resources);
        try
        {
            assertThat(resources.haveDied()).isFalse();
            client.rehearse();
            final EventLoopGroup loops =
                resources.eventLoopGroupProvider().allocate(NioEventLoopGroup.class);
            loops.next().submit(Thread::yield).syncUninterruptibly();
            end(loops.next());
            end(loops.next());

            Await.parking().until("noticed", SOON, resources::haveDied, (isNoticed) -> isNoticed);
        }
        finally
        {
            resources.abandon(client);
        }
    }

    /**
     * An error in its turn ends a thread of Netty, which closes none of its connections. If memory is short
     * in its last steps, too, its group never knows.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCloseAConnectionWhoseEventLoopHasDied(final boolean isKnown) throws Exception
    {
        assumeThat(Epoll.isAvailable()).isTrue();
        final List<Channel> channels = new CopyOnWriteArrayList<>();
        final ClientResources resources = ClientResources.builder().nettyCustomizer(new NettyCustomizer()
        {
            @Override
            public void afterChannelInitialized(final Channel channel)
            {
                channels.add(channel);
            }
        }).build();
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient observer = server.client();
            RedisClient client = RedisClient.create(resources))
        {
            try (Transport transport = LettuceTransport.open(at(server.port(), PING), this,
                new LettuceOptions(1, InetAddress::getAllByName), client))
            {
                connect(transport);
                assertThat(isUp).as("%s", trouble).isTrue();
                kill(channels.get(0).eventLoop(), isKnown).join();

                transport.disconnect(connection);
                Await.parking().until("told", SOON, () ->
                {
                    transport.poll(1_000_000);

                    return trouble != null;
                }, (isTold) -> isTold);

                Await.parking().until("closed", SOON,
                    () -> (String)observer.call("CLIENT", "LIST"), (list) -> list.lines().count() == 1);
            }
        }
        finally
        {
            resources.shutdown(0, 0, TimeUnit.MILLISECONDS);
        }
    }

    /*
     * Its tasks cannot do it: what they throw is caught.
     */
    private static Thread kill(final EventLoop loop, final boolean isKnown) throws Exception
    {
        final CompletableFuture<Thread> dying = new CompletableFuture<>();
        final Field queue = SingleThreadEventExecutor.class.getDeclaredField("taskQueue");
        queue.setAccessible(true);
        queue.set(loop, new LinkedBlockingQueue<Runnable>()
        {
            private static final long serialVersionUID = 1L;

            @Override
            public Runnable poll()
            {
                if (dying.isDone())
                {
                    return null;
                }
                if (!isKnown)
                {
                    LAST_STEP.set(loop);
                }
                dying.complete(Thread.currentThread());
                throw new OutOfMemoryError("planted");
            }
        });
        loop.execute(Thread::yield);

        return dying.get();
    }

    private static void end(final EventExecutor executor)
    {
        executor.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
    }

    private TransportContext named(final int port)
    {
        connection = new Connection(0, 0, Connection.Role.VOTING, NodeAddress.of("a.name", port));

        return new TransportContext(List.of(connection), List.of(), TransportLimits.DEFAULT,
            TlsOptions.PLATFORM, Map.of());
    }
}
