// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

/**
 * How much one node may send that nobody asked for: 64 KiB, in a thousand pieces, within a second, as a proxy
 * may tell something now and then. More is a flood, whatever the connection is for. Pieces count, as each
 * wakes the thread that reads it, however small it is.
 */
public final class UnaskedShare
{
    private static final long SHARE_NS = 1_000_000_000L;
    private static final long SHARE_BYTES = 64 * 1024;
    private static final int SHARE_PIECES = 1000;

    private long sinceNs;
    private long bytes;
    private int pieces;

    /**
     * Nothing was sent yet.
     */
    public UnaskedShare(final long nowNs)
    {
        sinceNs = nowNs;
    }

    /**
     * Takes note of a piece of it.
     *
     * @param more bytes that have come at once.
     * @return whether it is a flood.
     */
    public boolean isExceededBy(final long more, final long nowNs)
    {
        if (nowNs - sinceNs >= SHARE_NS)
        {
            sinceNs = nowNs;
            bytes = 0;
            pieces = 0;
        }
        bytes += more;
        pieces++;

        return bytes > SHARE_BYTES || pieces > SHARE_PIECES;
    }
}
