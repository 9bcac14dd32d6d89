// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

import com.sun.management.ThreadMXBean;

/**
 * Bytes allocated by all threads of this JVM but the one that asks. The JVM is the contender's own.
 */
final class AllocationMeter
{
    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private final long own = Thread.currentThread().getId();
    private final Map<Long, Long> seen = new HashMap<>();

    /**
     * Bytes so far of the threads that live now or did at an earlier look: one that ends takes nothing back.
     */
    long bytes()
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
