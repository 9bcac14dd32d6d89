// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

import dev.redlock.transport.resp.link.Failure;

/**
 * One connection of a node, from the attempt to its end. News from Netty about a connection that
 * its node has already given up is ignored.
 */
final class Session extends ChannelInboundHandlerAdapter
{
    private final NodeLink link;
    private Channel channel;
    private boolean isEstablished;

    Session(final NodeLink link)
    {
        this.link = link;
    }

    NodeLink link()
    {
        return link;
    }

    Channel channel()
    {
        return channel;
    }

    boolean isCurrent()
    {
        return link.isCurrent(this);
    }

    void opened(final Channel newChannel)
    {
        channel = newChannel;
    }

    /**
     * Makes the connection end with a reset: the system discards what it has not delivered, which would be
     * executed too late. Unix domain sockets have no reset, and no network that could hold anything back.
     */
    void giveUp()
    {
        if (channel instanceof SocketChannel)
        {
            try
            {
                ((SocketChannel)channel).config().setSoLinger(0);
            }
            catch (final ChannelException ignored)
            {
                // It is closed already.
            }
        }
    }

    /**
     * Closes the socket at once, without TLS's close_notify.
     */
    void abort()
    {
        if (channel != null)
        {
            channel.unsafe().close(channel.unsafe().voidPromise());
        }
    }

    /**
     * Whether the attempt led to a connection, with TLS if it is configured.
     */
    boolean isEstablished()
    {
        return isEstablished;
    }

    @Override
    public void channelActive(final ChannelHandlerContext context)
    {
        if (!link.address().tls() && isCurrent())
        {
            established();
        }
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext context, final Object event)
    {
        if (event instanceof SslHandshakeCompletionEvent && isCurrent())
        {
            final Throwable cause = ((SslHandshakeCompletionEvent)event).cause();
            if (cause == null)
            {
                established();
            }
            else
            {
                link.end(Failure.ofTls(cause, link.address()));
            }
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message)
    {
        final ByteBuf received = (ByteBuf)message;
        try
        {
            link.received(this, received);
        }
        finally
        {
            received.release();
        }
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context)
    {
        if (isCurrent())
        {
            link.end(Failure.closedByNode());
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
    {
        if (isCurrent())
        {
            link.end(Failure.ofConnection(cause, link.address()));
        }
    }

    private void established()
    {
        isEstablished = true;
        link.connected(this);
    }
}
