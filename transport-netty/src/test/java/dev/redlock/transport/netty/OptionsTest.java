// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Operation;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.TransportProvider;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

class OptionsTest
{
    @Test
    void shouldBeFoundByItsName()
    {
        assertThat(ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get))
            .filteredOn(provider -> provider.name().equals("netty"))
            .singleElement().isInstanceOf(NettyTransportProvider.class);
    }

    @Test
    void shouldUseEpollWhereItIsAvailableAndNioWhenToldTo()
    {
        assertThat(NettyOptions.parse(Map.of()).sockets().toString())
            .isEqualTo(EpollSockets.isAvailable() ? "epoll" : "nio");
        assertThat(NettyOptions.parse(Map.of("io", "nio")).sockets()).isInstanceOf(NioSockets.class);
    }

    @Test
    void shouldListTheOptionsWhenOneIsUnknown()
    {
        assertThatThrownBy(() -> open(Rig.at(1), TlsOptions.PLATFORM, Map.of("io", "nio", "speed", "high")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the netty transport has no option 'speed'; its only option is io=epoll or io=nio");
    }

    @Test
    void shouldListTheValuesWhenOneIsUnknown()
    {
        assertThatThrownBy(() -> open(Rig.at(1), TlsOptions.PLATFORM, Map.of("io", "io_uring")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("is 'io_uring' but must be epoll or nio");
    }

    @Test
    void shouldRefuseCertificatesThatCannotBeRead()
    {
        final TlsOptions options = new TlsOptions(Path.of("/no/such/authority.pem"), null, null);

        assertThatThrownBy(() -> open(NodeAddress.parse("rediss://localhost"), options, Map.of()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the file of the trusted certificates cannot be read: /no/such/authority.pem");
    }

    @Test
    void shouldRefuseATemplateItWasNotOpenedWith()
    {
        final CommandTemplate stranger = CommandTemplate.of(0, "stranger").literal("PING").build();
        final CommandTemplate late = CommandTemplate.of(99, "late").literal("PING").build();
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with("nio").node(node.port()).open().up())
        {
            assertThatThrownBy(() -> rig.offer(stranger, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("command stranger is not among the templates");
            assertThatThrownBy(() -> rig.offer(late, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("command late is not among the templates");
            assertThatThrownBy(() -> rig.transport.offer(0, new Operation().wrap(Rig.INCR, null, 1)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("incr names a key");
            rig.offers(Rig.PING, 2).pollUntil("reply 0 2 OK");
        }
    }

    private static void open(final NodeAddress address, final TlsOptions tls, final Map<String,
        String> options)
    {
        new NettyTransportProvider().open(
            new TransportContext(List.of(address), Rig.TEMPLATES, TransportLimits.DEFAULT, tls, options),
            new Recorder()).close();
    }
}
