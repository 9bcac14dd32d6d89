// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * What a pipe has read and not passed on, in order.
 */
final class Backlog
{
    private static final int MAX_BYTES = 4 * 1024 * 1024;
    private static final int MAX_PARCELS = 16 * 1024;

    private final ArrayDeque<Parcel> parcels = new ArrayDeque<>();
    private int bytes;

    boolean isEmpty()
    {
        return parcels.isEmpty();
    }

    /**
     * Number of bytes, due or not.
     */
    int bytes()
    {
        return bytes;
    }

    /**
     * How many bytes may be added.
     */
    int room()
    {
        return parcels.size() < MAX_PARCELS ? MAX_BYTES - bytes : 0;
    }

    Parcel head()
    {
        return parcels.peek();
    }

    void add(final Parcel parcel)
    {
        parcels.add(parcel);
        bytes += parcel.size();
    }

    /**
     * How many bytes are due, up to a limit.
     */
    int dueBytes(final int limit, final long nowNs)
    {
        int due = 0;
        for (final Parcel parcel : parcels)
        {
            if (parcel.dueNs - nowNs > 0 || due >= limit)
            {
                break;
            }
            due += parcel.size();
        }

        return Math.min(due, limit);
    }

    /**
     * Copies as much as fits from the front without removal: only the write shows how much really goes.
     */
    void copyTo(final ByteBuffer target)
    {
        for (final Parcel parcel : parcels)
        {
            parcel.copyTo(target);
            if (!target.hasRemaining())
            {
                break;
            }
        }
    }

    /**
     * Takes so many bytes from the front.
     */
    void take(final int length)
    {
        int left = length;
        while (left > 0)
        {
            final Parcel head = parcels.peek();
            final int part = Math.min(left, head.size());
            head.take(part);
            left -= part;
            if (head.size() == 0)
            {
                parcels.remove();
            }
        }
        bytes -= length;
    }

    void clear()
    {
        parcels.clear();
        bytes = 0;
    }
}
