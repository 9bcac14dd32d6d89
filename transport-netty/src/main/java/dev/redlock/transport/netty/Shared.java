// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.nio.ByteBuffer;

import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.link.Callbacks;

/**
 * What all nodes of one transport share; one thread drives them.
 *
 * @param limits    of the context.
 * @param callbacks of the handler.
 * @param frames    of the commands.
 * @param sockets   write.
 * @param stage     a direct buffer, through which bytes go to the sockets.
 * @param chunk     into which received bytes are copied for the decoder, which reads arrays.
 */
record Shared(TransportLimits limits, Callbacks callbacks, CommandFrame[] frames, Sockets sockets,
    ByteBuffer stage, byte[] chunk)
{
    private static final int MAX_STAGE = 256 * 1024;
    private static final int CHUNK = 16 * 1024;

    Shared(final TransportContext context, final Sockets sockets, final Callbacks callbacks)
    {
        this(context.limits(), callbacks, CommandFrame.all(context.templates()), sockets,
            ByteBuffer.allocateDirect(Math.min(context.limits().unsentBytes(), MAX_STAGE)), new byte[CHUNK]);
    }
}
