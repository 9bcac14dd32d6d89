// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A name that stands for several addresses.
 */
class NamesTest extends OneNode
{
    /**
     * It says which address it has tried, as operators take the second turn of one for the proof that all
     * were asked.
     */
    @Test
    void shouldTryTheNextAddressAfterAFailureAndKeepTheOneThatWorks()
    {
        final LettuceOptions options = new LettuceOptions(1, (name) -> new InetAddress[]{
            InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.1")});
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            Transport transport = LettuceTransport.open(named(server.port()), this, options, null))
        {
            connect(transport);
            assertThat(trouble).isEqualTo("UNREACHABLE cannot connect to 127.0.0.2: connection refused");

            for (int i = 0; i < 2; i++)
            {
                trouble = null;
                connect(transport);
                assertThat(isUp).as("%s", trouble).isTrue();
                isUp = false;
                transport.disconnect(connection);
                connect(transport);
                assertThat(trouble).isEqualTo("LOCAL disconnect was called");
            }
        }
    }

    /**
     * In invoker mode the owner of the client waits for this. Without the bound it takes two seconds.
     */
    @Test
    void shouldCloseWithoutWaitingForAName() throws InterruptedException
    {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch answer = new CountDownLatch(1);
        final LettuceOptions options = new LettuceOptions(1, (name) ->
        {
            if (name.equals("a.name"))
            {
                asked.countDown();
                awaitQuietly(answer);
            }

            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        });
        final Transport transport = LettuceTransport.open(named(6379), this, options, null);
        transport.connect(connection);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        transport.disconnect(connection);
        transport.poll(0);
        transport.connect(connection);

        final long startNs = System.nanoTime();
        transport.close();
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofMillis(1900));
        answer.countDown();
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private TransportContext named(final int port)
    {
        connection = new Connection(0, 0, Connection.Role.VOTING, NodeAddress.of("a.name", port));

        return new TransportContext(List.of(connection), List.of(), TransportLimits.DEFAULT,
            TlsOptions.PLATFORM, Map.of());
    }
}
