// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.nio.ByteBuffer;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.CommandFrame;

/**
 * What all nodes of one transport use in turn, being driven by one thread.
 */
final class Shared
{
    private static final int MAX_STAGE = 256 * 1024;
    private static final int CHUNK = 16 * 1024;

    private final Sockets sockets;
    private final Callbacks callbacks;
    private final TransportLimits limits;
    private final CommandFrame[] frames;
    private final ByteBuffer stage;
    private final byte[] chunk = new byte[CHUNK];

    Shared(final TransportContext context, final Sockets sockets, final Callbacks callbacks)
    {
        this.sockets = sockets;
        this.callbacks = callbacks;
        limits = context.limits();
        stage = ByteBuffer.allocateDirect(Math.min(limits.unsentBytes(), MAX_STAGE));
        frames = context.templates().stream().map(CommandFrame::of).toArray(CommandFrame[]::new);
    }

    Sockets sockets()
    {
        return sockets;
    }

    Callbacks callbacks()
    {
        return callbacks;
    }

    TransportLimits limits()
    {
        return limits;
    }

    /**
     * Through which bytes go to the sockets.
     *
     * @return a direct buffer without content of its own.
     */
    ByteBuffer stage()
    {
        return stage;
    }

    /**
     * Into which received bytes are copied for the decoder, which reads arrays.
     *
     * @return an array without content of its own.
     */
    byte[] chunk()
    {
        return chunk;
    }

    CommandFrame frame(final CommandTemplate template)
    {
        final int id = template.id();
        if (id < frames.length && frames[id].template() == template)
        {
            return frames[id];
        }

        throw new IllegalArgumentException("command " + template + " is not among the templates with which " +
            "this transport was opened: put it into TransportContext.templates");
    }
}
