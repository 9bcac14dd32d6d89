// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.link.Callbacks;

/**
 * What all nodes of one transport have in common.
 *
 * @param limits    of the context.
 * @param callbacks of the handler.
 * @param frames    of the commands.
 * @param keywords  of the commands, by the ids of their templates.
 * @param doorbell  wakes the engine's thread.
 */
record Shared(TransportLimits limits, Callbacks callbacks, CommandFrame[] frames, Keyword[] keywords,
    Doorbell doorbell)
{
    Shared(final TransportContext context, final Callbacks callbacks, final Doorbell doorbell)
    {
        this(context.limits(), callbacks, CommandFrame.all(context.templates()),
            context.templates().stream().map(Keyword::of).toArray(Keyword[]::new), doorbell);
    }
}
