// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import dev.redlock.spi.DownReason;

/**
 * An event that the transport told.
 *
 * @param kind          what.
 * @param nodeIndex     of which node.
 * @param correlationId of a reply; 0 otherwise.
 * @param reply         null for other kinds.
 * @param reason        of an end; null for other kinds.
 * @param detail        of an end, or the message; empty for other kinds.
 */
public record TckEvent(
    Kind kind, int nodeIndex, long correlationId, TckReply reply, DownReason reason, String detail)
{
    public enum Kind
    {
        CONNECTED,
        UP,
        REPLY,
        ANSWER,
        MESSAGE,
        DOWN
    }

    public static TckEvent of(final Kind kind, final int nodeIndex)
    {
        return new TckEvent(kind, nodeIndex, 0, null, null, "");
    }

    public static TckEvent reply(final int nodeIndex, final long correlationId, final TckReply reply)
    {
        return new TckEvent(Kind.REPLY, nodeIndex, correlationId, reply, null, "");
    }

    public static TckEvent message(final int nodeIndex, final String text)
    {
        return new TckEvent(Kind.MESSAGE, nodeIndex, 0, null, null, text);
    }

    public static TckEvent down(final int nodeIndex, final DownReason reason, final String detail)
    {
        return new TckEvent(Kind.DOWN, nodeIndex, 0, null, reason, detail);
    }

    public boolean is(final Kind other, final int node)
    {
        return kind == other && nodeIndex == node;
    }
}
