// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

import dev.redlock.cli.common.ExitStatus;

/**
 * The signals that are for the command.
 */
public enum Signal
{
    /**
     * The terminal has gone; for servers: read the settings again.
     */
    HUP(1),

    /**
     * Ctrl-C.
     */
    INT(2),

    /**
     * The request to end.
     */
    TERM(15);

    private final int number;

    Signal(final int number)
    {
        this.number = number;
    }

    /**
     * The exit status of a process that it has ended, as shells say it.
     */
    public int status()
    {
        return ExitStatus.SIGNAL_BASE + number;
    }

    /**
     * Sends it, without waiting until it has come.
     *
     * @param processes to get it.
     */
    void send(final List<ProcessHandle> processes)
    {
        if (this == TERM)
        {
            processes.forEach(ProcessHandle::destroy);
        }
        else if (!processes.isEmpty())
        {
            sendByShell(processes);
        }
    }

    /*
     * Java itself can send SIGTERM and SIGKILL only. The shell's own kill is there even where no program of
     * that name is installed.
     */
    private void sendByShell(final List<ProcessHandle> processes)
    {
        final String script = "kill -" + this + " \"$@\"";
        final List<String> command = new ArrayList<>(List.of("sh", "-c", script, "kill"));
        processes.forEach((handle) -> command.add(Long.toString(handle.pid())));
        try
        {
            new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        }
        catch (final IOException ignored)
        {
            // No shell on this machine: the signal that Java can send says nearly the same.
            processes.forEach(ProcessHandle::destroy);
        }
    }
}
