/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
