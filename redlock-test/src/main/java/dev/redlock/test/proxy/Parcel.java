// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.nio.ByteBuffer;

/**
 * Bytes that were read together, or the end of the stream, with the instant from which they may go on.
 */
final class Parcel
{
    final long dueNs;
    final Cut end;
    private final ByteBuffer bytes;

    /**
     * @param source the bytes between its position and its limit are copied.
     * @param dueNs  the instant from which they may go on.
     */
    Parcel(final ByteBuffer source, final long dueNs)
    {
        this.dueNs = dueNs;
        end = null;
        bytes = ByteBuffer.allocate(source.remaining()).put(source).flip();
    }

    Parcel(final Cut end, final long dueNs)
    {
        this.dueNs = dueNs;
        this.end = end;
        bytes = ByteBuffer.allocate(0);
    }

    boolean isEnd()
    {
        return end != null;
    }

    int size()
    {
        return bytes.remaining();
    }

    /**
     * Copies from the front without removal: only the write shows how much really goes.
     */
    void copyTo(final ByteBuffer target)
    {
        final int length = Math.min(target.remaining(), bytes.remaining());
        target.put(bytes.duplicate().limit(bytes.position() + length));
    }

    void take(final int length)
    {
        bytes.position(bytes.position() + length);
    }
}
