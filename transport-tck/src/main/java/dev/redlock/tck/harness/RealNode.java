// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.harness;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.TcpProxy;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A server, the proxy in front of it, and a connection around the proxy to look at it.
 */
final class RealNode implements TckNode, AutoCloseable
{
    private final RedisServerProcess server;
    private final boolean isTls;
    private final RespClient look;
    private TcpProxy proxy;
    private boolean isPaused;

    RealNode(final RedisServerProcess server, final boolean isTls)
    {
        this.server = server;
        this.isTls = isTls;
        look = server.client();
        reset();
    }

    void reset()
    {
        resume();
        if (proxy != null)
        {
            proxy.close();
        }
        proxy = TcpProxy.inFrontOf("127.0.0.1", isTls ? server.tlsPort() : server.port());
        look.call("FLUSHALL");
        look.call("SCRIPT", "FLUSH");
    }

    @Override
    public NodeAddress address()
    {
        return new NodeAddress("127.0.0.1", proxy.port(), null, isTls, 0, Credentials.NONE);
    }

    @Override
    public void holdRequests()
    {
        proxy.requests().hold();
    }

    @Override
    public void holdReplies()
    {
        proxy.replies().hold();
    }

    @Override
    public void release()
    {
        proxy.requests().release();
        proxy.replies().release();
    }

    @Override
    public void delay(final long delayNs)
    {
        proxy.requests().delay(Duration.ofNanos(delayNs));
        proxy.replies().delay(Duration.ofNanos(delayNs));
    }

    @Override
    public void split()
    {
        proxy.replies().split();
    }

    @Override
    public void cut()
    {
        proxy.cut(Cut.RESET);
    }

    @Override
    public void cutClients()
    {
        proxy.cutClients(Cut.RESET);
    }

    @Override
    public void refuse()
    {
        proxy.refuse();
    }

    @Override
    public void mute()
    {
        proxy.mute();
    }

    @Override
    public void accept()
    {
        proxy.accept();
    }

    @Override
    public void pause()
    {
        server.pause();
        isPaused = true;
    }

    @Override
    public void resume()
    {
        if (isPaused)
        {
            server.resume();
            isPaused = false;
        }
    }

    @Override
    public byte[] value(final byte[] key)
    {
        return (byte[])look.callBytes("GET".getBytes(StandardCharsets.US_ASCII), key);
    }

    @Override
    public long calls(final String commandName)
    {
        final String statistics = (String)look.call("INFO", "commandstats");
        final Matcher calls = Pattern
            .compile("cmdstat_" + commandName.toLowerCase(Locale.ROOT) + ":calls=(\\d+)").matcher(statistics);

        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }

    @Override
    public void close()
    {
        resume();
        look.close();
        proxy.close();
    }
}
