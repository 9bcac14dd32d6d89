// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.FastThreadLocal;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

class BorrowedThreadTest extends OverBothSockets
{
    private final FakeNode node = node(command -> FakeReply.ok());

    @Test
    void shouldLeaveNothingOnAThreadOfTheApplication() throws Exception
    {
        onAnotherThread(() ->
        {
            final Transport transport = up();
            final Transport other = up();
            assertThat(FastThreadLocal.size()).as("what Netty keeps there").isPositive();
            transport.close();
            other.poll(0);
            other.close();
            assertThat(FastThreadLocal.size()).isZero();
        });
    }

    @Test
    void shouldLeaveAloneWhatTheApplicationSetAfterwards() throws Exception
    {
        onAnotherThread(() ->
        {
            final FastThreadLocal<String> own = new FastThreadLocal<>();
            final Transport transport = up();
            own.set("of the application");
            transport.poll(0);
            transport.close();
            assertThat(own.get()).isEqualTo("of the application");
        });
    }

    @Test
    void shouldLeaveAloneWhatTheApplicationHadSetBefore() throws Exception
    {
        onAnotherThread(() ->
        {
            final FastThreadLocal<String> own = new FastThreadLocal<>();
            own.set("of the application");
            up().close();
            assertThat(own.get()).isEqualTo("of the application");
        });
    }

    private Transport up()
    {
        final Recorder recorder = new Recorder();
        final Connection connection =
            new Connection(0, 0, Connection.Role.VOTING, NettyRig.at(node.port()));
        final TransportContext context = new TransportContext(List.of(connection), NettyRig.TEMPLATES,
            TransportLimits.DEFAULT, TlsOptions.PLATFORM, Map.of("io", io));
        final Transport transport = new NettyTransportProvider().open(context, recorder);
        transport.connect(connection);
        while (recorder.count("up") == 0 && !Thread.interrupted())
        {
            transport.poll(1_000_000);
        }

        return transport;
    }

    private static void onAnotherThread(final Runnable work) throws Exception
    {
        final FutureTask<Void> task = new FutureTask<>(work, null);
        final Thread thread = new Thread(task);
        thread.start();
        try
        {
            task.get(20, TimeUnit.SECONDS);
        }
        finally
        {
            thread.interrupt();
        }
        thread.join();
    }
}
