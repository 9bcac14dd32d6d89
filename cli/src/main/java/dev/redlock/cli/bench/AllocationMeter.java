// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;

/**
 * What all threads of this process together allocate, but for the one that asks: engine threads, transports'
 * threads, threads of the load.
 */
final class AllocationMeter
{
    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private final long own = Thread.currentThread().getId();

    /**
     * Bytes so far of the threads that live now.
     */
    long bytes()
    {
        final long[] ids = threads.getAllThreadIds();
        final long[] bytes = threads.getThreadAllocatedBytes(ids);
        long sum = 0;
        for (int i = 0; i < ids.length; i++)
        {
            if (ids[i] != own && bytes[i] > 0)
            {
                sum += bytes[i];
            }
        }

        return sum;
    }
}
