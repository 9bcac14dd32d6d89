// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * A transport that does what the one beneath it does. Subclasses do one thing wrong.
 */
public class PassThrough implements Transport, TransportHandler
{
    /**
     * The transport beneath.
     */
    protected Transport beneath;

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

    TransportContext changed(final TransportContext context)
    {
        return context;
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return beneath.prepare(key);
    }

    @Override
    public void connect(final int nodeIndex)
    {
        beneath.connect(nodeIndex);
    }

    @Override
    public void disconnect(final int nodeIndex)
    {
        beneath.disconnect(nodeIndex);
    }

    @Override
    public int offer(final int nodeIndex, final Operation operation)
    {
        return beneath.offer(nodeIndex, operation);
    }

    @Override
    public int inquire(final int nodeIndex, final Inquiry inquiry)
    {
        return beneath.inquire(nodeIndex, inquiry);
    }

    @Override
    public void flush()
    {
        beneath.flush();
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        return beneath.poll(maxWaitNs);
    }

    @Override
    public void wakeup()
    {
        beneath.wakeup();
    }

    @Override
    public void close()
    {
        beneath.close();
    }

    @Override
    public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
    {
        handler.onReply(nodeIndex, correlationId, reply);
    }

    @Override
    public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
    {
        return handler.onConnected(nodeIndex, sessionOpened);
    }

    @Override
    public void onUp(final int nodeIndex)
    {
        handler.onUp(nodeIndex);
    }

    @Override
    public void onDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        handler.onDown(nodeIndex, reason, detail);
    }
}
