// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A faulty proxy in front of one server: it does to connections what networks do.
 * <pre>{@code
 * try (TcpProxy proxy = TcpProxy.inFrontOf("127.0.0.1", server.port()))
 * {
 *     proxy.replies().hold();                             // the server acts, and nobody hears of it
 *     …
 *     proxy.replies().awaitHeld(5, Duration.ofSeconds(2)); // until it has
 *     proxy.replies().release();
 * }
 * }</pre>
 * {@link #requests()} and {@link #replies()} control the bytes of each direction; the methods here control
 * whole connections.
 * <p>
 * When a client closes, the end of its stream follows its bytes to the server, and all of them arrive. While
 * they are held, the connection to the server stays, so that they can arrive long after the client has
 * reconnected.
 * <p>
 * A server that cannot be reached shows as a connection that is accepted and reset at once.
 * <p>
 * One daemon thread per proxy, named {@code tcp-proxy-} and the port; it ends with {@link #close()}. All
 * methods may be called from any thread.
 */
public final class TcpProxy implements AutoCloseable
{
    private static final long CLOSE_WITHIN_MS = 10_000;

    private final Watch watch = new Watch();
    private final Selector selector;
    private final Flow requests;
    private final Flow replies;
    private final Links links;
    private final Thread thread;
    private final int port;

    private TcpProxy(final InetSocketAddress target) throws IOException
    {
        selector = Selector.open();
        requests = new Flow(Direction.REQUESTS, watch, selector::wakeup);
        replies = new Flow(Direction.REPLIES, watch, selector::wakeup);
        links = new Links(selector, target, requests, replies);
        port = links.port();
        thread = new Thread(new ProxyLoop(selector, links, watch), "tcp-proxy-" + port);
        thread.setDaemon(true);
    }

    /**
     * Starts a proxy on a free port of the loopback interface. The server need not run yet; a connection to
     * it is made for each connection that is accepted.
     *
     * @param host of the server.
     * @param port of the server.
     * @return the running proxy.
     */
    public static TcpProxy inFrontOf(final String host, final int port)
    {
        try
        {
            final TcpProxy proxy = new TcpProxy(new InetSocketAddress(host, port));
            proxy.thread.start();

            return proxy;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot start a proxy in front of " + host + ":" + port, ex);
        }
    }

    /**
     * The port to connect to.
     *
     * @return the port on 127.0.0.1.
     */
    public int port()
    {
        return port;
    }

    /**
     * Where to connect, as the lock client wants it.
     *
     * @return {@code redis://127.0.0.1:port}.
     */
    public String uri()
    {
        return "redis://127.0.0.1:" + port;
    }

    /**
     * What happens to the bytes on their way to the server.
     *
     * @return the flow of all connections.
     */
    public Flow requests()
    {
        return requests;
    }

    /**
     * What happens to the bytes on their way to the client.
     *
     * @return the flow of all connections.
     */
    public Flow replies()
    {
        return replies;
    }

    /**
     * The flow of a direction.
     *
     * @param direction of the bytes.
     * @return {@link #requests()} or {@link #replies()}.
     */
    public Flow flow(final Direction direction)
    {
        return direction == Direction.REQUESTS ? requests : replies;
    }

    /**
     * Cuts all present connections at both ends. Bytes inside the proxy are lost.
     *
     * @param how to cut.
     */
    public void cut(final Cut how)
    {
        watch.locked(() -> links.cut(how));
        selector.wakeup();
    }

    /**
     * Cuts the clients' ends of all present connections. Requests inside the proxy still reach the server,
     * followed by the end; replies are dropped.
     *
     * @param how to cut.
     */
    public void cutClients(final Cut how)
    {
        watch.locked(() -> links.cutClients(how));
        selector.wakeup();
    }

    /**
     * Resets new connections at once from now on. Present ones stay.
     */
    public void refuse()
    {
        watch.locked(() -> links.door(Door.REFUSING));
    }

    /**
     * Accepts new connections from now on, but nothing on them ever arrives, in either direction. Present
     * ones stay.
     */
    public void mute()
    {
        watch.locked(() -> links.door(Door.MUTE));
    }

    /**
     * Forgets connections on which nothing has come for so long, as middleboxes do: what comes later on one
     * is swallowed, in either direction, and nobody is told.
     *
     * @param silence from now on, on present and future connections; until the proxy is closed.
     */
    public void forgetAfter(final Duration silence)
    {
        watch.locked(() -> links.forgetAfter(silence.toNanos()));
    }

    /**
     * Lets new connections through again.
     */
    public void accept()
    {
        watch.locked(() -> links.door(Door.OPEN));
    }

    /**
     * How many clients are connected, as far as the proxy knows.
     *
     * @return the number of connections whose client has not closed its end.
     */
    public int connections()
    {
        return watch.locked(links::withClient);
    }

    /**
     * How many connections to the server outlive their clients because bytes are still in flight on them.
     *
     * @return the number of such connections.
     */
    public int strandedConnections()
    {
        return watch.locked(links::withoutClient);
    }

    /**
     * How many connections were reset at the door: by {@link #refuse()}, or for being more than 1,024 at
     * once.
     *
     * @return the number since the start.
     */
    public long refusedConnections()
    {
        return watch.locked(links::refused);
    }

    /**
     * Waits until a number of clients is connected.
     *
     * @param count  exactly so many.
     * @param within how long to wait; then {@link AssertionError} is thrown.
     */
    public void awaitConnections(final int count, final Duration within)
    {
        watch.await(() -> count + " connections, but " + this, () -> links.withClient() == count, within);
    }

    /**
     * Waits until a condition holds; checks it after each event in this proxy.
     *
     * @param what      is awaited, for the message of a failure.
     * @param condition on the proxy and its flows; must be quick, as it stops the proxy.
     * @param within    how long to wait; then {@link AssertionError} is thrown.
     */
    public void await(final String what, final BooleanSupplier condition, final Duration within)
    {
        watch.await(() -> what + "; " + this, condition, within);
    }

    /**
     * Closes all connections and ends the thread. Idempotent.
     */
    @Override
    public void close()
    {
        watch.locked(links::close);
        selector.wakeup();
        boolean isInterrupted = false;
        try
        {
            thread.join(CLOSE_WITHIN_MS);
        }
        catch (final InterruptedException ignored)
        {
            isInterrupted = true;
        }

        try
        {
            selector.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot close the selector of " + this, ex);
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String toString()
    {
        return watch.locked(() -> "proxy 127.0.0.1:" + port + " has " + links.withClient() +
            " connections and " + links.withoutClient() + " stranded; " + requests + "; " + replies);
    }
}
