// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.heap;

import java.util.concurrent.locks.LockSupport;

/**
 * Takes all the heap there is, for a while, down to the last bytes, and whatever becomes free meanwhile.
 */
final class HeapFiller
{
    private static final int LARGEST = 64 * 1024;
    private static final int SMALLEST = 16;
    private static final long LOOK_NS = 1_000_000;

    /*
     * A field, so that no compiler finds that nobody reads it.
     */
    private Link top;

    /**
     * Fills the heap, keeps it full, and gives it back.
     *
     * @param forNs how long, from when it is full.
     */
    void fill(final long forNs)
    {
        grow();
        final long untilNs = System.nanoTime() + forNs;
        while (untilNs - System.nanoTime() > 0)
        {
            grow();
            LockSupport.parkNanos(LOOK_NS);
        }
        top = null;
    }

    private void grow()
    {
        int size = LARGEST;
        while (size >= SMALLEST)
        {
            try
            {
                top = new Link(top, new byte[size]);
            }
            catch (final OutOfMemoryError ex)
            {
                size /= 4;
            }
        }
    }

    private record Link(Link below, byte[] bytes)
    {
    }
}
