// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A second JVM with this one's class path, which can be stopped and killed like servers. It never outlives
 * this JVM, however it ends. Its standard input is empty; its output is kept for {@link #output()}.
 */
public final class JavaProcess implements AutoCloseable
{
    static final List<String> SOON_UP = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final int WARNS_OF_NATIVE_ACCESS = 24;

    private final LaunchedProcess process;

    private JavaProcess(final LaunchedProcess process)
    {
        this.process = process;
    }

    /**
     * Options that make another JVM check Redlock's assertions if this one does.
     *
     * @return one option, or none.
     */
    public static List<String> assertions()
    {
        return JavaProcess.class.desiredAssertionStatus() ? List.of("-ea:dev.redlock...") : List.of();
    }

    /**
     * Starts a main class, with assertions if this JVM has them.
     *
     * @param main class with a main method, on this JVM's class path.
     * @param args for it.
     * @return the running process.
     */
    public static JavaProcess start(final Class<?> main, final List<String> args)
    {
        return start(main, args, Map.of());
    }

    /**
     * As {@link #start(Class, List)}, with more in its environment.
     *
     * @param main        class with a main method, on this JVM's class path.
     * @param args        for it.
     * @param environment variables that it has besides those of this JVM.
     * @return the running process.
     */
    public static JavaProcess start(
        final Class<?> main, final List<String> args, final Map<String, String> environment)
    {
        return start(SOON_UP, main, args, environment);
    }

    static JavaProcess start(final List<String> flags, final Class<?> main, final List<String> args)
    {
        return start(flags, main, args, Map.of());
    }

    private static JavaProcess start(final List<String> flags, final Class<?> main, final List<String> args,
        final Map<String, String> environment)
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(assertions());
        if (Runtime.version().feature() >= WARNS_OF_NATIVE_ACCESS)
        {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(args);

        return new JavaProcess(
            LaunchedProcess.launch(command, environment, Path.of("").toAbsolutePath(), main.getSimpleName()));
    }

    /**
     * Freezes all threads of the process with SIGSTOP.
     */
    public void pause()
    {
        process.pause();
    }

    /**
     * Resumes it with SIGCONT.
     */
    public void resume()
    {
        process.resume();
    }

    /**
     * Kills it with SIGKILL and waits until it is dead.
     */
    public void kill()
    {
        process.kill();
    }

    /**
     * Whether it exists, paused or not.
     *
     * @return true until its end.
     */
    public boolean isRunning()
    {
        return process.isAlive();
    }

    /**
     * The end of its standard output and standard error.
     *
     * @return text.
     */
    public String output()
    {
        return process.output();
    }

    @Override
    public void close()
    {
        kill();
    }
}
