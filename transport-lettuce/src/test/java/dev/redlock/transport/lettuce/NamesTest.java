// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Connection;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
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

    private TransportContext named(final int port)
    {
        connection = new Connection(0, 0, Connection.Role.VOTING, NodeAddress.of("a.name", port));

        return new TransportContext(List.of(connection), List.of(), TransportLimits.DEFAULT,
            TlsOptions.PLATFORM, Map.of());
    }
}
