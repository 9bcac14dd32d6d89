// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.harness;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.test.memory.ForwardingTransport;

/**
 * A transport and its handler that do what those beneath and above do. Subclasses do one thing wrong.
 */
public class PassThrough extends ForwardingTransport implements TransportHandler
{
    /**
     * The handler above.
     */
    protected TransportHandler handler;

    /**
     * Opens the transport beneath.
     *
     * @param provider of the transport beneath.
     * @param context  as the handler's.
     * @param above    the handler.
     */
    public final void open(
        final TransportProvider provider, final TransportContext context, final TransportHandler above)
    {
        handler = above;
        beneath = provider.open(changed(context), this);
    }

    /**
     * What the transport beneath is opened with.
     *
     * @param context that was asked for.
     * @return the same, unless this is overridden.
     */
    protected TransportContext changed(final TransportContext context)
    {
        return context;
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        handler.onReply(connection, correlationId, reply);
    }

    @Override
    public void onMessage(final Connection connection, final byte[] message, final int length)
    {
        handler.onMessage(connection, message, length);
    }

    @Override
    public void onUnasked(final Connection connection, final long bytes)
    {
        handler.onUnasked(connection, bytes);
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return handler.onConnected(connection, sessionOpened);
    }

    @Override
    public void onUp(final Connection connection)
    {
        handler.onUp(connection);
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        handler.onDown(connection, reason, detail);
    }
}
