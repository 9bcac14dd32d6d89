// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.FastThreadLocal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportProvider;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.transport.netty.NettyTransportProvider;

class BorrowedThreadTest
{
    private static final CommandTemplate PING = CommandTemplate.of(0, "ping").literal("PING").build();

    private static RedisServerProcess server;

    @BeforeAll
    static void startServer()
    {
        server = RedisServerProcess.builder().start();
    }

    @AfterAll
    static void stopServer()
    {
        server.close();
    }

    @Test
    void shouldLeaveNothingOnAThreadOfTheApplication() throws Exception
    {
        onAnotherThread(() ->
        {
            final Transport transport = up(new LettuceTransportProvider());
            final Transport other = up(new LettuceTransportProvider());
            transport.close();
            other.poll(0);
            other.close();
            assertThat(FastThreadLocal.size()).isZero();
        });
    }

    @Test
    void shouldNotTakeWhatTheOtherTransportLeftForTheApplications() throws Exception
    {
        onAnotherThread(() ->
        {
            final Transport transport = up(new NettyTransportProvider());
            final Transport other = up(new LettuceTransportProvider());
            other.close();
            transport.poll(0);
            transport.close();
            assertThat(FastThreadLocal.size()).isZero();
        });
    }

    @Test
    void shouldLeaveAloneWhatTheApplicationSetAfterwards() throws Exception
    {
        onAnotherThread(() ->
        {
            final FastThreadLocal<String> own = new FastThreadLocal<>();
            final Transport transport = up(new LettuceTransportProvider());
            own.set("of the application");
            transport.poll(0);
            transport.close();
            assertThat(own.get()).isEqualTo("of the application");
        });
    }

    private static Transport up(final TransportProvider provider)
    {
        final OneNode node = new OneNode();
        final Transport transport = provider.open(node.at(server.port(), PING), node);
        node.connect(transport);
        assertThat(node.trouble).isNull();

        return transport;
    }

    private static void onAnotherThread(final Runnable work) throws Exception
    {
        final FutureTask<Void> task = new FutureTask<>(work, null);
        final Thread thread = new Thread(task);
        thread.start();
        task.get(60, TimeUnit.SECONDS);
        thread.join();
    }
}
