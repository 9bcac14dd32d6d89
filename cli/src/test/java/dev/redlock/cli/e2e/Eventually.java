// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import dev.redlock.test.Await;

/**
 * Waits for what a process that has ended may leave to the nodes: it closes its client within half a second,
 * and a node on a busy machine may let go of a key later than that.
 */
final class Eventually
{
    /*
     * A third of the time to live that keys have unless told otherwise, so that none of them can expire
     * meanwhile and pass for released.
     */
    private static final Duration WITHIN = Duration.ofSeconds(10);

    private Eventually()
    {
    }

    static void assertZero(final String what, final LongSupplier count)
    {
        Await.parking().until(what + ": none", WITHIN, count::getAsLong, seen -> seen == 0);
    }

    /**
     * A process that was killed needs the core once more to be gone.
     */
    static void assertNoneRuns(final Stream<Long> pids)
    {
        final List<Long> processes = pids.toList();
        assertZero("processes that work", () -> processes.stream()
            .flatMap((pid) -> ProcessHandle.of(pid).stream()).filter(Eventually::isRunning).count());
    }

    private static boolean isRunning(final ProcessHandle handle)
    {
        try
        {
            return handle.isAlive() &&
                !Files.readString(Path.of("/proc", Long.toString(handle.pid()), "stat")).contains(") Z ");
        }
        catch (final IOException ignored)
        {
            return false;
        }
    }
}
