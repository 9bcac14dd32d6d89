// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

import dev.redlock.transport.resp.MessageSink;
import dev.redlock.transport.resp.RespDecoder;
import dev.redlock.transport.resp.RespException;
import dev.redlock.transport.resp.link.Failure;

/**
 * Sits between the socket (behind TLS, if any) and Lettuce's own handlers: reads what the node sends, and
 * sees what happens to the connection before Lettuce does. Event loop thread.
 */
final class SessionHandler extends ChannelInboundHandlerAdapter
{
    /*
     * Lettuce's decoder believes what it reads: it waits for the rest of a string of half a gigabyte, takes
     * letters for digits, and gives an unasked reply to the next command. So it learns only that a reply has
     * come.
     */
    private static final String A_REPLY_HAS_COME = "$-1\r\n";
    private static final int MOST_AT_ONCE = 64;
    private static final byte[] REPLIES_HAVE_COME =
        A_REPLY_HAS_COME.repeat(MOST_AT_ONCE).getBytes(StandardCharsets.US_ASCII);
    private static final int CHUNK = 2048;
    private static final int BUFFER_OF_LETTUCE = 8 * 8192;

    private final Session session;
    private final Places places;
    private final RespDecoder decoder;
    private final byte[] chunk = new byte[CHUNK];
    private ByteBuf replies;

    SessionHandler(final Session session)
    {
        this.session = session;
        places = session.places();
        decoder = new RespDecoder(session.limits());
    }

    /*
     * There may be no memory left. Netty would only log that, and Lettuce use the connection without us. Nor
     * would Lettuce tell if there is none for the buffer that it takes next, so this is tried.
     */
    @Override
    public void handlerAdded(final ChannelHandlerContext context)
    {
        try
        {
            context.alloc().buffer(BUFFER_OF_LETTUCE).release();
            replies = context.alloc().directBuffer(REPLIES_HAVE_COME.length).writeBytes(REPLIES_HAVE_COME);
        }
        catch (final Throwable ex)
        {
            session.notConnected(ex);
        }
    }

    @Override
    public void handlerRemoved(final ChannelHandlerContext context)
    {
        if (replies != null)
        {
            replies.release();
        }
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

        Failure failure = null;
        try
        {
            read(bytes);
        }
        catch (final RespException ex)
        {
            failure = Failure.ofProtocol(ex, "");
        }
        finally
        {
            bytes.release();
        }
        tellLettuce(context);
        session.publish(decoder.takeUnasked());
        session.messages().holdBack(context.channel().config());
        if (failure != null)
        {
            session.fail(failure);
        }
    }

    /*
     * Byte by byte, because Netty's copy of several makes an object for it, and replies are short.
     */
    private void read(final ByteBuf bytes) throws RespException
    {
        while (bytes.isReadable())
        {
            final int length = Math.min(chunk.length, bytes.readableBytes());
            for (int i = 0; i < length; i++)
            {
                chunk[i] = bytes.readByte();
            }
            int at = 0;
            while (at < length)
            {
                if (decoder.isComplete())
                {
                    decoder.begin(places.nextSink(), places.awaitedChannel());
                }
                at = decoder.decode(chunk, at, length);
                if (decoder.isComplete())
                {
                    deliver();
                }
            }
        }
    }

    private void deliver() throws RespException
    {
        final MessageSink push = decoder.push();
        if (!decoder.isPush())
        {
            places.answered();
        }
        else if (push.isMessage())
        {
            session.messages().add(push, places.answers());
        }
        else if (push.isConfirmation())
        {
            places.answered(push.confirmation());
        }
    }

    private void tellLettuce(final ChannelHandlerContext context)
    {
        int count = places.untold();
        while (count > 0)
        {
            final int told = Math.min(count, MOST_AT_ONCE);
            context.fireChannelRead(replies.retain().setIndex(0, told * A_REPLY_HAS_COME.length()));
            count -= told;
        }
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
     * Lettuce would log it, and keep the connection unless it has ended.
     */
    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
    {
        session.fail(Failure.ofConnection(cause, session.address()));
    }
}
