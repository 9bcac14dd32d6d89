// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.Arrays;

/**
 * The bytes of a key, wherever they stand. They have an order, so that keys chosen to share a hash do not
 * make a map slow.
 */
final class KeyBytes implements Comparable<KeyBytes>
{
    private byte[] buffer;
    private int from;
    private int to;

    /**
     * Stands for these bytes from now on; not to be called as long as a map knows it.
     */
    KeyBytes wrap(final byte[] newBuffer, final int offset, final int length)
    {
        buffer = newBuffer;
        from = offset;
        to = offset + length;

        return this;
    }

    /*
     * Not kept: a map asks once and keeps it.
     */
    @Override
    public int hashCode()
    {
        int hash = 1;
        for (int i = from; i < to; i++)
        {
            hash = 31 * hash + buffer[i];
        }

        return hash;
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof KeyBytes that &&
            Arrays.equals(buffer, from, to, that.buffer, that.from, that.to);
    }

    @Override
    public int compareTo(final KeyBytes that)
    {
        return Arrays.compare(buffer, from, to, that.buffer, that.from, that.to);
    }
}
