// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.concurrent.ConcurrentHashMap;

import dev.redlock.engine.claim.KeyLine;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;

/**
 * The keys in use by this client: one local line per key, with its prepared form, shared by all its handles.
 * Known by their names, which every handle has at hand, and which have an order, so that names chosen to
 * share a hash do not make the map slow.
 */
final class Keys
{
    private final ConcurrentHashMap<String, Line> lines = new ConcurrentHashMap<>();
    private final Transport transport;

    Keys(final Transport transport)
    {
        this.transport = transport;
    }

    Line take(final String name, final byte[] key)
    {
        return lines.compute(name, (ignored, present) ->
        {
            final Line line = present != null ? present : new Line(transport.prepare(key));
            line.users++;

            return line;
        });
    }

    void giveBack(final String name)
    {
        lines.computeIfPresent(name, (ignored, line) -> --line.users == 0 ? null : line);
    }

    /**
     * The line of the claims on a key, and its prepared form.
     */
    static final class Line extends KeyLine
    {
        final PreparedKey key;
        private int users;

        private Line(final PreparedKey key)
        {
            this.key = key;
        }
    }
}
