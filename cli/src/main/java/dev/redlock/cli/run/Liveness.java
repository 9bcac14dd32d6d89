// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells processes that run from those that are dead and only not yet collected by their parent, which may
 * take its time. Java does not.
 */
final class Liveness
{
    private Liveness()
    {
    }

    static boolean isRunning(final ProcessHandle handle)
    {
        return handle.isAlive() && !isZombie(handle.pid());
    }

    private static boolean isZombie(final long pid)
    {
        try
        {
            // The name of the program comes before the state, in parentheses, and may contain any character.
            final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));

            return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
        }
        catch (final IOException ignored)
        {
            // Just gone, or a system without such files.
            return false;
        }
    }
}
