// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import dev.redlock.spi.PreparedKey;

/**
 * A key in wire form. All that a client keeps for a key: one small object and one array, 17 to 22 bytes
 * longer than the key with the array's own header, because everything else of a frame belongs to the
 * template.
 */
public final class KeyBulk implements PreparedKey
{
    private final byte[] bulk;
    private final int length;

    /**
     * Encodes a key.
     *
     * @param key copied.
     */
    public KeyBulk(final byte[] key)
    {
        length = key.length;
        bulk = new byte[1 + RespWriter.decimalLength(length) + 2 + length + 2];
        RespWriter.bulk(key, bulk, 0);
    }

    @Override
    public int length()
    {
        return length;
    }

    int size()
    {
        return bulk.length;
    }

    int copyTo(final byte[] to, final int at)
    {
        System.arraycopy(bulk, 0, to, at, bulk.length);

        return at + bulk.length;
    }

    /*
     * Another key: ours and a suffix, which already ends in CR LF.
     */
    int copyTo(final byte[] to, final int at, final byte[] suffixLine)
    {
        final int start = RespWriter.header(Resp.BULK, length + suffixLine.length - 2, to, at);
        System.arraycopy(bulk, bulk.length - 2 - length, to, start, length);
        System.arraycopy(suffixLine, 0, to, start + length, suffixLine.length);

        return start + length + suffixLine.length;
    }
}
