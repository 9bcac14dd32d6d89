// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.Connection;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Netty starts no thread in the place of one that has died, as for lack of memory.
 */
class DeadThreadTest extends OneNode
{
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);

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
