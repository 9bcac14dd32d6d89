// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import dev.redlock.test.server.Signals;

/**
 * A process and its descendants, as far as they were seen: they are remembered, because a process whose
 * parent has died is no longer found as a descendant.
 * <p>
 * <b>Threads:</b> any.
 */
final class ProcessTree
{
    private static final int MAX_ROUNDS = 50;
    private static final long ROUND_NS = 2_000_000L;

    private final Set<ProcessHandle> known = new LinkedHashSet<>();

    ProcessTree(final ProcessHandle root)
    {
        known.add(root);
    }

    /**
     * Sends a signal to all that live.
     *
     * @param signal name without SIG.
     */
    void signal(final String signal)
    {
        final List<ProcessHandle> living = living();
        if ("TERM".equals(signal))
        {
            living.forEach(ProcessHandle::destroy);
        }
        else if (!living.isEmpty())
        {
            signalByShell(signal, living);
        }
    }

    /**
     * Sends SIGKILL to all that live, until none starts another, for at most a tenth of a second: a process
     * that cannot die (because it hangs in the kernel) cannot work either.
     */
    void kill()
    {
        for (int i = 0; i < MAX_ROUNDS; i++)
        {
            final List<ProcessHandle> living = living();
            if (living.isEmpty())
            {
                return;
            }
            living.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(ROUND_NS);
        }
    }

    boolean isGone()
    {
        return living().isEmpty();
    }

    private synchronized List<ProcessHandle> living()
    {
        for (final ProcessHandle handle : new ArrayList<>(known))
        {
            if (Signals.isRunning(handle))
            {
                handle.descendants().forEach(known::add);
            }
        }
        known.removeIf((handle) -> !Signals.isRunning(handle));

        return new ArrayList<>(known);
    }

    /*
     * Java itself can send SIGTERM and SIGKILL only. The shell's own kill is there even where no program of
     * that name is installed.
     */
    private static void signalByShell(final String signal, final List<ProcessHandle> living)
    {
        final String script = "kill -" + signal + " \"$@\"";
        final List<String> command = new ArrayList<>(List.of("sh", "-c", script, "kill"));
        command.addAll(living.stream().map((handle) -> Long.toString(handle.pid()))
            .collect(Collectors.toList()));
        try
        {
            new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        }
        catch (final IOException ignored)
        {
            // No shell on this machine: the signal that Java can send says nearly the same.
            living.forEach(ProcessHandle::destroy);
        }
    }
}
