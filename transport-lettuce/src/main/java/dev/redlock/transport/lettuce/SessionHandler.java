// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * Stands between the socket (with TLS, behind it) and Lettuce's own handlers: checks what the node sends, and
 * notices what becomes of the connection before Lettuce does.
 */
final class SessionHandler extends ChannelInboundHandlerAdapter
{
    private final Session session;
    private final FrameCheck check;

    SessionHandler(final Session session)
    {
        this.session = session;
        check = new FrameCheck(session.limits(), session);
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message)
    {
        final ByteBuf bytes = (ByteBuf)message;
        if (session.failure() != null || session.isAborted())
        {
            bytes.release();

            return;
        }
        try
        {
            check.check(bytes);
        }
        catch (final RuntimeException ex)
        {
            // Nonsense of the node; or the engine thread has just taken the places of the replies away.
            bytes.release();
            session.broke(ex);

            return;
        }
        context.fireChannelRead(bytes);
        session.publish();
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext context, final Object event)
    {
        if (event instanceof SslHandshakeCompletionEvent)
        {
            final Throwable cause = ((SslHandshakeCompletionEvent)event).cause();
            if (cause == null)
            {
                session.secured();
            }
            else
            {
                session.fail(Failure.ofTls(cause, session.address()));
            }
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context)
    {
        session.fail(Failure.closedByNode());
        context.fireChannelInactive();
    }

    /*
     * Lettuce would log it, and keep the connection if it is not the connection's end.
     */
    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
    {
        session.fail(Failure.ofConnection(cause, session.address()));
    }
}
