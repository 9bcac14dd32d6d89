// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

/**
 * Counts the bytes of one direction over all connections, and knows when to cut.
 * <p>
 * All methods are called under the proxy's lock.
 */
final class Ledger
{
    private static final long NO_CUT = -1;

    private long insideBytes;
    private long forwardedBytes;
    private long droppedBytes;
    private long bytesToCut = NO_CUT;
    private Cut cut;

    long inside()
    {
        return insideBytes;
    }

    long forwarded()
    {
        return forwardedBytes;
    }

    long dropped()
    {
        return droppedBytes;
    }

    void entered(final int bytes)
    {
        insideBytes += bytes;
    }

    void left(final int bytes)
    {
        insideBytes -= bytes;
        forwardedBytes += bytes;
        if (bytesToCut != NO_CUT)
        {
            bytesToCut -= bytes;
        }
    }

    void discarded(final int bytes)
    {
        insideBytes -= bytes;
        droppedBytes += bytes;
    }

    void swallowed(final int bytes)
    {
        droppedBytes += bytes;
    }

    void cutAfter(final long bytes, final Cut how)
    {
        bytesToCut = bytes;
        cut = how;
    }

    void forgetCut()
    {
        bytesToCut = NO_CUT;
    }

    /**
     * How many of these bytes may pass before the cut.
     */
    int untilCut(final int bytes)
    {
        return bytesToCut == NO_CUT ? bytes : (int)Math.min(bytes, bytesToCut);
    }

    /**
     * How to cut the connection that sent the last byte, once; null if it is not time.
     */
    Cut takeCut()
    {
        if (bytesToCut != 0)
        {
            return null;
        }
        bytesToCut = NO_CUT;

        return cut;
    }
}
