// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

import dev.redlock.test.proxy.TcpProxy;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;
import dev.redlock.test.server.TlsFront;

/**
 * The servers of all contenders, on consecutive ports, each with a Unix domain socket as well.
 */
final class Farm implements AutoCloseable
{
    private static final int LOWEST_PORT = 21_000;
    private static final int HIGHEST_PORT = 29_000;
    private static final int TRIES = 100;

    private final int basePort;
    private final Path sockets;
    private final RedisServers servers;
    private final List<TlsFront> fronts = new ArrayList<>();
    private Certificate certificate;
    private TcpProxy proxy;

    private Farm(final int basePort, final Path sockets, final RedisServers servers)
    {
        this.basePort = basePort;
        this.sockets = sockets;
        this.servers = servers;
    }

    /**
     * Starts servers that keep nothing on disk.
     *
     * @param count  of them.
     * @param binary of the server; null for the built-in one.
     */
    static Farm start(final int count, final Path binary) throws IOException
    {
        final Path sockets = Files.createTempDirectory("rig");
        final int base = freePorts(count);

        return new Farm(base, sockets, RedisServers.start(count, (index) -> RedisServerProcess.builder()
            .binary(binary).port(base + index).unixSocket(sockets.resolve(index + ".sock"))));
    }

    private static int freePorts(final int count) throws IOException
    {
        for (int i = 0; i < TRIES; i++)
        {
            final int base = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            if (areFree(base, count))
            {
                return base;
            }
        }

        throw new IllegalStateException("no " + count + " consecutive ports are free between " + LOWEST_PORT +
            " and " + HIGHEST_PORT + " after " + TRIES + " tries; stop what uses them");
    }

    private static boolean areFree(final int base, final int count) throws IOException
    {
        for (int i = 0; i < count; i++)
        {
            try (ServerSocket socket = new ServerSocket())
            {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), base + i));
            }
            catch (final BindException ignored)
            {
                return false;
            }
        }

        return true;
    }

    List<String> uris(final int count)
    {
        return servers.uris().subList(0, count);
    }

    /**
     * As {@link #uris(int)}, with a proxy in front of the last node.
     */
    List<String> urisWithProxy(final int count)
    {
        proxy = TcpProxy.inFrontOf("127.0.0.1", basePort + count - 1);
        final List<String> uris = new ArrayList<>(uris(count));
        uris.set(count - 1, proxy.uri());

        return uris;
    }

    /**
     * What comes back through the proxy comes later.
     */
    void delay(final Duration duration)
    {
        proxy.replies().delay(duration);
    }

    /**
     * As {@link #uris(int)}, with TLS.
     */
    List<String> tlsUris(final int count) throws IOException
    {
        certificate = certificate == null ? Certificate.ofLoopback() : certificate;
        while (fronts.size() < count)
        {
            fronts.add(new TlsFront(certificate.serverContext(null), false, basePort + fronts.size()));
        }

        return fronts.stream().limit(count).map((front) -> "rediss://127.0.0.1:" + front.port()).toList();
    }

    /**
     * What clients with TLS are to trust, PEM.
     */
    Path trust()
    {
        return certificate.authorityFile();
    }

    /**
     * Undoes what was done to the nodes: all run, without proxies, and without keys that a client may have
     * left behind when it broke.
     */
    void mend()
    {
        removeProxy();
        for (int i = 0; i < servers.size(); i++)
        {
            final RedisServerProcess server = servers.server(i);
            if (!server.isRunning())
            {
                server.start();
            }
            server.call("FLUSHALL");
        }
    }

    private void removeProxy()
    {
        if (proxy != null)
        {
            proxy.close();
            proxy = null;
        }
    }

    List<String> unixUris(final int count)
    {
        final List<String> uris = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            uris.add("unix://" + socket(i));
        }

        return uris;
    }

    /**
     * The first servers, as the floor in C names them: ports, or paths of Unix domain sockets.
     */
    List<String> sockets(final Case.Wire wire, final int count)
    {
        return IntStream.range(0, count).mapToObj((i) ->
            wire == Case.Wire.UNIX ? socket(i).toString() : Integer.toString(basePort + i)).toList();
    }

    private Path socket(final int index)
    {
        return sockets.resolve(index + ".sock");
    }

    RedisServerProcess server(final int index)
    {
        return servers.server(index);
    }

    @Override
    public void close() throws IOException
    {
        removeProxy();
        servers.close();
        for (final TlsFront front : fronts)
        {
            front.close();
        }
        for (int i = 0; i < servers.size(); i++)
        {
            Files.deleteIfExists(socket(i));
        }
        Files.delete(sockets);
    }
}
