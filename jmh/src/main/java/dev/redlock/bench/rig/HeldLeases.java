// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import com.sun.management.OperatingSystemMXBean;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.load.AllocationMeter;
import dev.redlock.outcome.Counter;

/**
 * What it costs to hold many leases and do nothing else: processor time of this process, memory, garbage.
 */
final class HeldLeases
{
    static final String SCENARIO = "held-10000";

    private static final int LEASES = 10_000;
    private static final int SPARE = 16;
    private static final Duration TTL = Duration.ofSeconds(30);
    /*
     * With patience: the question here is what it costs to hold a lock, not how soon it is acquired.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long WINDOW_NS = SECONDS.toNanos(20);

    /*
     * Acquired in one go they would all be extended in one go, which is the easiest case.
     */
    private static final long EACH_NS = MILLISECONDS.toNanos(1);
    private static final long PAUSE_NS = MILLISECONDS.toNanos(500);
    private static final int COLLECTIONS = 3;
    private static final double PERCENT = 100.0;

    private final OperatingSystemMXBean system =
        (OperatingSystemMXBean)ManagementFactory.getOperatingSystemMXBean();
    private final Farm farm;
    private final Results results;
    private final Rig rig;

    HeldLeases(final Farm farm, final Results results, final Rig rig)
    {
        this.farm = farm;
        this.results = results;
        this.rig = rig;
    }

    void call() throws IOException, InterruptedException
    {
        client(0).close();
        final long smallBytes = heapBytesWith(client(0));
        try (Redlock redlock = client(LEASES))
        {
            final double idleCpu = cpuOfIdle();
            final long readyBytes = heapBytes() - smallBytes;
            final LockHandle[] handles = hold(redlock);
            pause(WINDOW_NS);
            final long heldBytes = heapBytes() - smallBytes;

            final AllocationMeter garbage = new AllocationMeter();
            final long extensionsBefore = redlock.metrics().count(Counter.EXTENSIONS_WON);
            final long beganNs = System.nanoTime();
            final long cpuBefore = system.getProcessCpuTime();
            final long bytesBefore = garbage.bytes();
            pause(WINDOW_NS);
            final long bytes = garbage.bytes() - bytesBefore;
            final double cpu =
                (double)(system.getProcessCpuTime() - cpuBefore) / (System.nanoTime() - beganNs);
            final double perSecond = (redlock.metrics().count(Counter.EXTENSIONS_WON) - extensionsBefore) /
                (double)NANOSECONDS.toSeconds(WINDOW_NS);

            final Map<String, Object> parameters = new LinkedHashMap<>();
            parameters.put("leases", LEASES);
            parameters.put("ttl_ms", TTL.toMillis());
            parameters.put("still_held", stillHeld(handles));
            parameters.put("extensions_per_second", Math.round(perSecond));
            parameters.put("cpu_percent_of_a_core", hundredths(cpu * PERCENT));
            parameters.put("cpu_percent_of_a_core_before", hundredths(idleCpu * PERCENT));
            parameters.put("heap_bytes_per_lease", Math.round(heldBytes / (double)LEASES));
            parameters.put("heap_bytes_per_lease_before", Math.round(readyBytes / (double)LEASES));
            parameters.put("allocated_bytes", bytes);
            report(stillHeld(handles), parameters);
        }
    }

    /*
     * Memory is told by the difference to a client with room for next to nothing: what a client keeps ready
     * for each lock belongs to the lock.
     */
    private Redlock client(final int locks)
    {
        return Redlock.builder().transport("netty").assumeNodesFresh()
            .nodes(farm.uris(Case.NODES).toArray(new String[0]))
            .maxLocks(locks + SPARE).maxHandles(locks + SPARE).build();
    }

    private double cpuOfIdle()
    {
        pause(PAUSE_NS);
        final long beganNs = System.nanoTime();
        final long cpuBefore = system.getProcessCpuTime();
        pause(WINDOW_NS);

        return (double)(system.getProcessCpuTime() - cpuBefore) / (System.nanoTime() - beganNs);
    }

    private static double hundredths(final double value)
    {
        return Math.round(value * PERCENT) / PERCENT;
    }

    private static LockHandle[] hold(final Redlock redlock) throws InterruptedException
    {
        final LockOptions options = LockOptions.DEFAULT.withTtl(TTL).withAutoExtend(Duration.ofHours(1));
        final LockHandle[] handles = new LockHandle[LEASES];
        final long beganNs = System.nanoTime();
        for (int i = 0; i < LEASES; i++)
        {
            pause(beganNs + i * EACH_NS - System.nanoTime());
            handles[i] = redlock.handle("held:" + i, options);
            if (handles[i].acquire(PATIENCE) <= 0)
            {
                throw new IllegalStateException("lease " + i + " was not obtained: " + handles[i].votes());
            }
        }

        return handles;
    }

    private static long stillHeld(final LockHandle[] handles)
    {
        long held = 0;
        for (final LockHandle handle : handles)
        {
            held += handle.isHeld() ? 1 : 0;
        }

        return held;
    }

    private static void pause(final long forNs)
    {
        final long endNs = System.nanoTime() + forNs;
        while (System.nanoTime() - endNs < 0)
        {
            LockSupport.parkNanos(Math.min(PAUSE_NS, endNs - System.nanoTime()));
        }
    }

    private static long heapBytesWith(final Redlock redlock)
    {
        try (redlock)
        {
            return heapBytes();
        }
    }

    private static long heapBytes()
    {
        IntStream.range(0, COLLECTIONS).forEach((i) -> System.gc());

        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void report(final long held, final Map<String, Object> parameters) throws IOException
    {
        final Map<String, Object> row =
            Results.row(SCENARIO, "redlock-dedicated-blocking", 1, Case.NODES, parameters);
        row.put("failures", LEASES - held);
        row.put("missed", 0);
        results.add(row);
        rig.say(String.format(Locale.ROOT, "%-22s %s", SCENARIO, parameters));
        rig.measured();
    }
}
