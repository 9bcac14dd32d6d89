/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.transport.netty;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.netty.resp.CommandFrame;

import java.nio.ByteBuffer;

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
