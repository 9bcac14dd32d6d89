// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

/**
 * How much one node may send that nobody asked for: 64 KiB within a second, as a proxy may tell something now
 * and then. More is a flood, whatever the connection is for.
 */
public final class UnaskedShare
{
    private static final long SHARE_NS = 1_000_000_000L;
    private static final long SHARE_BYTES = 64 * 1024;

    private long sinceNs;
    private long bytes;

    /**
     * Nothing was sent yet.
     */
    public UnaskedShare(final long nowNs)
    {
        sinceNs = nowNs;
    }

    /**
     * Takes note of what was sent.
     *
     * @param more bytes of it.
     * @return whether it is a flood.
     */
    public boolean isExceededBy(final long more, final long nowNs)
    {
        if (nowNs - sinceNs >= SHARE_NS)
        {
            sinceNs = nowNs;
            bytes = 0;
        }
        bytes += more;

        return bytes > SHARE_BYTES;
    }
}
