// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One run of an external program, with all processes that it started.
 */
final class LaunchedProcess
{
    /*
     * Signals go through the handle: the methods of Process also close the pipes, and lose unread output,
     * which a failure needs most.
     */
    private static final Duration SIGNAL_WITHIN = Duration.ofSeconds(10);

    private final Process process;
    private final OutputTail output;
    private boolean isPaused;

    private LaunchedProcess(final Process process, final String name)
    {
        this.process = process;
        ExitCleanup.add(this, this::kill);
        OrphanGuard.add(process.pid());

        /*
         * The process ends with its output. The guard must forget the id at once: the system may reuse it for
         * another process.
         */
        output = new OutputTail(
            process.getInputStream(), name + "-output", () -> OrphanGuard.remove(process.pid()));
    }

    static LaunchedProcess launch(final List<String> command, final Map<String, String> environment,
        final Path directory, final String name)
    {
        final ProcessBuilder builder = new ProcessBuilder(command)
            .directory(directory.toFile()).redirectInput(new File("/dev/null")).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try
        {
            return new LaunchedProcess(builder.start(), name);
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException("cannot run " + command + ": " + ex.getMessage(), ex);
        }
    }

    boolean isAlive()
    {
        return process.isAlive();
    }

    boolean isPaused()
    {
        return isPaused && isAlive();
    }

    long pid()
    {
        return process.pid();
    }

    boolean owns(final long pid)
    {
        return pids().contains(pid);
    }

    int exitStatus()
    {
        return process.exitValue();
    }

    /**
     * Its output, complete when it has ended.
     */
    String output()
    {
        if (!isAlive())
        {
            output.join();
        }

        return output.text();
    }

    /**
     * Sends SIGKILL, to its children first, and waits until all are dead.
     */
    void kill()
    {
        final List<ProcessHandle> children = process.descendants().collect(Collectors.toList());
        children.forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
        ended();
        Waiting.until(
            () -> children.stream().noneMatch(Signals::isRunning), Waiting.deadlineNs(SIGNAL_WITHIN));
    }

    /**
     * Sends SIGTERM, and says whether it ended in time.
     */
    boolean terminate(final Duration within)
    {
        process.toHandle().destroy();
        if (!Waiting.until(() -> !isAlive(), Waiting.deadlineNs(within)))
        {
            return false;
        }
        ended();

        return true;
    }

    void pause()
    {
        signal("STOP", true);
    }

    void resume()
    {
        signal("CONT", false);
    }

    private void signal(final String signal, final boolean stopped)
    {
        final List<Long> pids = pids();
        Signals.send(signal, pids);
        final boolean isDone = Waiting.until(
            () -> pids.stream().allMatch((pid) -> Signals.isStopped(pid, stopped) == stopped),
            Waiting.deadlineNs(SIGNAL_WITHIN));
        if (!isDone)
        {
            throw new IllegalStateException(
                "SIG" + signal + " to " + pids + " had no effect in " + SIGNAL_WITHIN);
        }
        isPaused = stopped;
    }

    private List<Long> pids()
    {
        final List<Long> pids = new ArrayList<>();
        pids.add(process.pid());
        process.descendants().map(ProcessHandle::pid).forEach(pids::add);

        return pids;
    }

    private void ended()
    {
        Waiting.forExit(process);
        output.join();
        ExitCleanup.remove(this);
    }
}
