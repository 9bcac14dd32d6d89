// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

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
public final class LaunchedProcess
{
    /*
     * Signals go through the handle: the methods of Process also close the pipes, and lose unread output,
     * which a failure needs most.
     */
    private static final Duration SIGNAL_WITHIN = Duration.ofSeconds(40);

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

    /**
     * Starts a process, which is killed when this JVM ends.
     *
     * @param command     the program and its arguments.
     * @param environment what is added to that of this JVM.
     * @param directory   where it runs.
     * @param name        of the thread that reads its output.
     * @return the process, running.
     * @throws IllegalStateException if it cannot be started.
     */
    public static LaunchedProcess launch(final List<String> command, final Map<String, String> environment,
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

    /**
     * Whether it runs, paused or not.
     *
     * @return false once it has ended.
     */
    public boolean isAlive()
    {
        return process.isAlive();
    }

    /**
     * Whether it is stopped by {@link #pause()}.
     *
     * @return false if it runs on, or has ended.
     */
    public boolean isPaused()
    {
        return isPaused && isAlive();
    }

    /**
     * The number of the process.
     *
     * @return as the system has it.
     */
    public long pid()
    {
        return process.pid();
    }

    /**
     * Whether a number is that of this process or of one that it started.
     *
     * @param pid the number of a process.
     * @return false if it is another's.
     */
    public boolean owns(final long pid)
    {
        return pids().contains(pid);
    }

    /**
     * The status it ended with.
     *
     * @return as the system has it.
     * @throws IllegalThreadStateException if it runs.
     */
    public int exitStatus()
    {
        return process.exitValue();
    }

    /**
     * Its output, complete when it has ended.
     *
     * @return the end of it, if it is long.
     */
    public String output()
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
    public void kill()
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
     *
     * @param within how long it may take.
     * @return false if it still runs.
     */
    public boolean terminate(final Duration within)
    {
        process.toHandle().destroy();
        if (!Waiting.until(() -> !isAlive(), Waiting.deadlineNs(within)))
        {
            return false;
        }
        ended();

        return true;
    }

    /**
     * Stops it where it is, by SIGSTOP.
     */
    public void pause()
    {
        signal("STOP", true);
    }

    /**
     * Lets it go on, by SIGCONT.
     */
    public void resume()
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
