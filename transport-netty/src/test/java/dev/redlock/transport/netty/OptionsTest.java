// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.tck.harness.Closing;
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
        assertThatThrownBy(
            () -> open(NettyRig.at(1), TlsOptions.PLATFORM, Map.of("io", "nio", "speed", "high")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the netty transport has no option 'speed'; its only option is io=epoll or io=nio");
    }

    @Test
    void shouldListTheValuesWhenOneIsUnknown()
    {
        assertThatThrownBy(() -> open(NettyRig.at(1), TlsOptions.PLATFORM, Map.of("io", "io_uring")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("is 'io_uring' but must be epoll or nio");
    }

    @Test
    void shouldNameTheVersionThatIsNeededWhenNettyIsTooOld() throws Exception
    {
        final ClassLoader old = new OldNetty(getClass().getClassLoader());
        final TransportProvider provider = (TransportProvider) old
            .loadClass(NettyTransportProvider.class.getName()).getConstructor().newInstance();

        assertThatThrownBy(() -> provider.open(context(NettyRig.at(1), TlsOptions.PLATFORM, Map.of()),
            new Recorder()))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageMatching("transport 'netty' needs Netty 4\\.2\\.8\\.Final or newer, but found " +
                "4\\.\\S+, without io\\.netty\\.\\S+; set the Maven property netty\\.version, or .*")
            .hasCauseInstanceOf(NoClassDefFoundError.class);
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
            NettyRig rig = NettyRig.with("nio", new Closing()).node(node.port()).open().up())
        {
            assertThatThrownBy(() -> rig.offer(stranger, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("command stranger is not among the templates");
            assertThatThrownBy(() -> rig.offer(late, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("command late is not among the templates");
            assertThatThrownBy(() -> rig.transport.offer(
                rig.connections.get(0), new Operation().wrap(NettyRig.INCR, null, 1)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("incr names a key");
            rig.offers(NettyRig.PING, 2).pollUntil("reply 0 2 OK");
        }
    }

    private static void open(final NodeAddress address, final TlsOptions tls, final Map<String,
        String> options)
    {
        new NettyTransportProvider().open(context(address, tls, options), new Recorder()).close();
    }

    private static TransportContext context(
        final NodeAddress address, final TlsOptions tls, final Map<String, String> options)
    {
        return new TransportContext(Connection.toEach(List.of(address), Connection.Role.VOTING),
            NettyRig.TEMPLATES, TransportLimits.DEFAULT, tls, options);
    }

    /**
     * Loads the transport again, in a world without the event loop of Netty 4.2.
     */
    private static final class OldNetty extends ClassLoader
    {
        OldNetty(final ClassLoader parent)
        {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException
        {
            if (name.equals("io.netty.channel.ManualIoEventLoop"))
            {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("dev.redlock.transport.netty."))
            {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name))
            {
                final Class<?> loaded = findLoadedClass(name);

                return loaded == null ? defineAgain(name) : loaded;
            }
        }

        private Class<?> defineAgain(final String name) throws ClassNotFoundException
        {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class"))
            {
                final byte[] bytes = in.readAllBytes();

                return defineClass(name, bytes, 0, bytes.length);
            }
            catch (final IOException ex)
            {
                throw new ClassNotFoundException(name, ex);
            }
        }
    }
}
