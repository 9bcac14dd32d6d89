// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import dev.redlock.cli.Main;
import dev.redlock.test.process.JavaProcess;

/**
 * The command line as a process of its own, as users run it.
 */
final class RedlockProcess implements AutoCloseable
{
    private static final Duration WITHIN = Duration.ofSeconds(90);
    private static final long LOOK_NS = 2_000_000L;

    /*
     * What a pipe of Linux holds before a writer waits.
     */
    private static final int PIPE = 65_536;

    private final Process process;
    private final Output out;
    private final Output err;

    private RedlockProcess(final Process process)
    {
        this.process = process;
        out = new Output(process.getInputStream());
        err = new Output(process.getErrorStream());
    }

    private RedlockProcess read()
    {
        out.start();
        err.start();

        return this;
    }

    static RedlockProcess start(final List<String> uris, final String... args) throws IOException
    {
        return start(uris, command(args));
    }

    /**
     * The same with a terminal for standard error, and for standard output if no file is named; what is
     * written to the terminal is in {@link #out()}. Needs {@code script}, of util-linux.
     */
    static RedlockProcess startOnTerminal(final List<String> uris, final Path stdout, final String... args)
        throws IOException
    {
        final String command = command(args).stream()
            .map((argument) -> "'" + argument.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));

        return start(uris, List.of("script", "-qec",
            "exec " + (stdout == null ? command : command + " > " + stdout), "/dev/null"));
    }

    /**
     * Starts with pipes for all three standard streams that are full, and that nobody reads.
     */
    static RedlockProcess startWithFullPipes(final List<String> uris, final String... args) throws IOException
    {
        final List<String> command = new ArrayList<>(List.of("sh", "-c",
            "head -c " + PIPE + " /dev/zero; head -c " + PIPE + " /dev/zero >&2; exec \"$@\"", "sh"));
        command.addAll(command(args));
        final RedlockProcess redlock = new RedlockProcess(builder(uris, command).start());
        redlock.type("\0".repeat(PIPE));

        return redlock;
    }

    /**
     * Runs to the end below a shell, whose script begins the process by <code>exec "$@"</code>.
     */
    static RedlockProcess runIn(final String script, final List<String> uris, final String... args)
        throws Exception
    {
        final List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.addAll(command(args));
        final RedlockProcess redlock = start(uris, command);
        redlock.status();

        return redlock;
    }

    private static RedlockProcess start(final List<String> uris, final List<String> command)
        throws IOException
    {
        return new RedlockProcess(builder(uris, command).start()).read();
    }

    private static ProcessBuilder builder(final List<String> uris, final List<String> command)
    {
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("REDLOCK_NODES");
        builder.environment().put("TERM", "xterm");
        if (!uris.isEmpty())
        {
            builder.environment().put("REDLOCK_NODES", String.join(",", uris));
        }

        return builder;
    }

    private static List<String> command(final String... args)
    {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Main.class.getName()));
        if (Runtime.version().feature() >= 24)
        {
            // What the jar's manifest says there, and a class path cannot.
            command.add(1, "--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(1, JavaProcess.assertions());
        command.addAll(withFreshNodes(args));

        return command;
    }

    /**
     * The servers of tests are younger than any time to live; a test that names one means it.
     */
    static List<String> withFreshNodes(final String... args)
    {
        final List<String> command = new ArrayList<>(List.of(args));
        final boolean needsVotes = args.length > 0 && List.of("run", "probe").contains(args[0]);
        if (needsVotes && !command.contains("--longest-ttl"))
        {
            command.add(1, "--assume-nodes-fresh");
        }

        return command;
    }

    /**
     * Runs to the end.
     */
    static RedlockProcess run(final List<String> uris, final String... args) throws Exception
    {
        final RedlockProcess redlock = start(uris, args);
        redlock.status();

        return redlock;
    }

    int status() throws InterruptedException
    {
        final boolean hasEnded = process.waitFor(WITHIN.toSeconds(), TimeUnit.SECONDS);
        if (!hasEnded)
        {
            close();
        }
        assertThat(hasEnded).as("ended within %s; out: %s err: %s", WITHIN, out, err).isTrue();
        out.await();
        err.await();

        return process.exitValue();
    }

    String out()
    {
        return out.toString();
    }

    private Told told()
    {
        return new Told(0, out(), err());
    }

    String unwrapped()
    {
        return told().unwrapped();
    }

    RedlockProcess assertFits()
    {
        told().assertFits();

        return this;
    }

    String err()
    {
        return err.toString();
    }

    RedlockProcess awaitOutput(final String text)
    {
        return await(out, text);
    }

    RedlockProcess awaitError(final String text)
    {
        return await(err, text);
    }

    private RedlockProcess await(final Output output, final String text)
    {
        final long startNs = System.nanoTime();
        while (!output.toString().contains(text))
        {
            assertThat(System.nanoTime() - startNs)
                .as("'%s' within %s; out: %s; err: %s", text, WITHIN, out, err).isLessThan(WITHIN.toNanos());
            LockSupport.parkNanos(LOOK_NS);
        }

        return this;
    }

    void write(final String text) throws IOException
    {
        type(text);
        process.getOutputStream().close();
    }

    void type(final String text) throws IOException
    {
        process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    void signal(final String name) throws IOException, InterruptedException
    {
        final String command = "kill -" + name + " " + process.pid();

        assertThat(new ProcessBuilder("sh", "-c", command).start().waitFor()).isZero();
    }

    @Override
    public void close()
    {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static final class Output extends Thread
    {
        private final StringBuffer text = new StringBuffer();
        private final InputStream in;

        private Output(final InputStream in)
        {
            this.in = in;
            setDaemon(true);
        }

        @Override
        public void run()
        {
            final byte[] buffer = new byte[4096];
            try
            {
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer))
                {
                    text.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
                }
            }
            catch (final IOException ex)
            {
                text.append(ex);
            }
        }

        private void await() throws InterruptedException
        {
            join(WITHIN.toMillis());
        }

        @Override
        public String toString()
        {
            return text.toString();
        }
    }
}
