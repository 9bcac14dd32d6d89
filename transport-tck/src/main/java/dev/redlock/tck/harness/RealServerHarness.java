// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;
import dev.redlock.tck.node.FakeScript;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Tests a transport over sockets: three real servers, each behind a faulty proxy.
 */
public final class RealServerHarness implements TckHarness
{
    private final List<RealNode> nodes = new ArrayList<>();
    private final List<FakeNode> fakes = new ArrayList<>();
    private final ScheduledExecutorService others = Executors.newScheduledThreadPool(4, (work) ->
    {
        final Thread thread = new Thread(work, "tck-other");
        thread.setDaemon(true);

        return thread;
    });
    private final TransportProvider provider;
    private final Map<String, String> options;
    private final Certificate certificate;
    private final RedisServers servers;
    private final Socket nobody;

    /**
     * Starts the servers.
     *
     * @param provider of the transport under test.
     * @param options  to open it with, such as {@code io=nio}.
     */
    public RealServerHarness(final TransportProvider provider, final Map<String, String> options)
    {
        this(provider, options, null);
    }

    private RealServerHarness(
        final TransportProvider provider, final Map<String, String> options, final Certificate secured)
    {
        this.provider = provider;
        this.options = Map.copyOf(options);
        certificate = secured;
        nobody = takePort();
        servers = RedisServers.start(NODES, (index) -> secured == null ? RedisServerProcess.builder() :
            RedisServerProcess.builder()
                .tls(secured.certificateFile(), secured.keyFile(), secured.authorityFile()));
        IntStream.range(0, NODES).forEach((i) -> nodes.add(new RealNode(servers.server(i), secured != null)));
    }

    /**
     * Starts servers with end-to-end TLS: the proxies carry what they cannot read. (Nonsense servers and the
     * closed port have none.) The server binary must support it: see {@link
     * dev.redlock.test.server.RedisServerBuilder#tls}.
     *
     * @param provider of the transport under test.
     * @param options  to open it with.
     * @return the harness.
     */
    public static RealServerHarness withTls(
        final TransportProvider provider, final Map<String, String> options)
    {
        return new RealServerHarness(provider, options, Certificate.ofLoopback());
    }

    @Override
    public TransportProvider provider()
    {
        return provider;
    }

    @Override
    public Map<String, String> options()
    {
        return options;
    }

    @Override
    public TlsOptions tls()
    {
        return certificate == null ? TlsOptions.PLATFORM :
            new TlsOptions(certificate.authorityFile(), null, null);
    }

    @Override
    public void reset()
    {
        nodes.forEach(RealNode::reset);
        closeFakes();
    }

    @Override
    public TckNode node(final int index)
    {
        return nodes.get(index);
    }

    /**
     * A reserved port on which nobody listens.
     */
    @Override
    public NodeAddress nobody()
    {
        return NodeAddress.of("127.0.0.1", nobody.getLocalPort());
    }

    @Override
    public NodeAddress nonsense(final byte[] answer)
    {
        return NodeAddress.of("127.0.0.1", scripted((command) -> FakeReply.raw(answer)).port());
    }

    @Override
    public FakeNode scripted(final FakeScript script)
    {
        final FakeNode fake = FakeNode.start(script);
        fakes.add(fake);

        return fake;
    }

    @Override
    public long nowNs()
    {
        return System.nanoTime();
    }

    @Override
    public void pass(final long durationNs)
    {
        LockSupport.parkNanos(durationNs);
    }

    @Override
    public void later(final long delayNs, final Runnable action)
    {
        others.schedule(action, delayNs, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close()
    {
        others.shutdownNow();
        nodes.forEach(RealNode::close);
        closeFakes();
        servers.close();
        try
        {
            nobody.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot give back port " + nobody.getLocalPort(), ex);
        }
    }

    private void closeFakes()
    {
        fakes.forEach(FakeNode::close);
        fakes.clear();
    }

    private static Socket takePort()
    {
        final Socket socket = new Socket();
        try
        {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

            return socket;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot take a port on the loopback interface", ex);
        }
    }
}
