// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.redlock.cli.output.Terminal;

/**
 * Who gets the interrupt that a terminal makes of Ctrl-C: all processes of its foreground group.
 */
public final class Foreground
{
    /*
     * Fields of /proc/PID/stat behind the name of the program, which may contain anything, and the state.
     */
    private static final int GROUP = 2;
    private static final int FOREGROUND = 5;

    private Foreground()
    {
    }

    /**
     * Whether an interrupt of the terminal reaches both this process and another, so that it needs no second
     * copy. Where the system does not say it, all that a person has started at a terminal is thought to.
     *
     * @param pid of the other.
     */
    public static boolean isSharedWith(final long pid)
    {
        try
        {
            final String[] own = stat("self");

            return own[GROUP].equals(own[FOREGROUND]) && own[GROUP].equals(stat(Long.toString(pid))[GROUP]);
        }
        catch (final IOException ignored)
        {
            // The other has ended, or this is not Linux.
            return Terminal.isInteractive();
        }
    }

    private static String[] stat(final String process) throws IOException
    {
        final String stat = Files.readString(Path.of("/proc", process, "stat"));

        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }
}
