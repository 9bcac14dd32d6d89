// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sends the signals that {@link Process} has no method for.
 */
final class Signals
{
    private static final char UNKNOWN = '?';

    private Signals()
    {
    }

    /**
     * With the shell's own {@code kill}, which exists even where no such program is installed.
     */
    static void send(final String signal, final List<Long> pids)
    {
        final String script = "kill -" + signal + " \"$@\"";
        final List<String> command = new ArrayList<>(Arrays.asList("sh", "-c", script, "kill"));
        pids.forEach((pid) -> command.add(Long.toString(pid)));
        try
        {
            final Process kill = new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(Redirect.PIPE).start();
            final String complaint = new String(kill.getInputStream().readAllBytes()).strip();
            if (Waiting.forExit(kill) != 0)
            {
                throw new IllegalStateException(
                    "cannot send SIG" + signal + " to " + pids + ": " + complaint);
            }
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException("cannot send SIG" + signal + " to " + pids, ex);
        }
    }

    /**
     * Whether a signal to stop has taken effect, which happens some time after it was sent. Known only on
     * Linux; elsewhere it returns what was asked for.
     *
     * @param pid      of a process of ours.
     * @param expected the awaited state.
     */
    static boolean isStopped(final long pid, final boolean expected)
    {
        final char state = state(pid);

        return state == UNKNOWN ? expected : state == 'T' || state == 't';
    }

    /**
     * Whether a process runs. A zombie does not.
     */
    static boolean isRunning(final ProcessHandle handle)
    {
        return handle.isAlive() && state(handle.pid()) != 'Z';
    }

    private static char state(final long pid)
    {
        try
        {
            final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));

            return stat.charAt(stat.lastIndexOf(')') + 2);
        }
        catch (final IOException ignored)
        {
            // No such process any more, or no such directory on this system.
            return UNKNOWN;
        }
    }
}
