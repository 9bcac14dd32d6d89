// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

import com.sun.management.ThreadMXBean;

/**
 * What all threads of this process allocate, except the one that asks: engine threads, transports' threads,
 * threads of the load.
 */
public final class AllocationMeter
{
    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private final long own = Thread.currentThread().getId();
    private final Map<Long, Long> seen = new HashMap<>();

    /**
     * Bytes so far of the threads that live now or did at an earlier look: one that ends takes nothing back.
     *
     * @return their sum.
     */
    public long bytes()
    {
        final long[] ids = threads.getAllThreadIds();
        final long[] bytes = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++)
        {
            if (ids[i] != own && bytes[i] > 0)
            {
                seen.put(ids[i], bytes[i]);
            }
        }

        return seen.values().stream().mapToLong(Long::longValue).sum();
    }
}
