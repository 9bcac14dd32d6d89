// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.redlock.test.server.JavaProcess;

/**
 * The rig's end of a worker: starts its JVM, gives orders, waits for answers.
 */
final class WorkerProcess implements AutoCloseable
{
    /*
     * Room enough for the garbage of all; the collector is the JVM's own choice, as for most applications.
     */
    static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g");

    private static final int END_WITHIN_S = 10;

    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    WorkerProcess()
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(JavaProcess.assertions());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Worker.class.getName());
        try
        {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot start a JVM: " + command.get(0), ex);
        }
        orders = new PrintStream(process.getOutputStream(), true, UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    /**
     * Gives an order and waits until it is done. A worker that does not answer in time is ended.
     *
     * @param order  what to do.
     * @param within the time to do it, a generous one.
     * @return what came of it.
     * @throws IllegalStateException if the worker could not do it, or has ended.
     */
    Message call(final Message order, final Duration within)
    {
        // By its handle: Process.destroyForcibly() would also close the stream that is being read here.
        final CompletableFuture<Void> watchdog = new CompletableFuture<>();
        watchdog.orTimeout(within.toMillis(), TimeUnit.MILLISECONDS).exceptionally((late) -> end());
        orders.println(order.line());
        try
        {
            final String line = answers.readLine();
            if (line == null)
            {
                throw new IllegalStateException("the worker " +
                    (watchdog.isCompletedExceptionally() ? "was ended after " + within : "ended") +
                    " while it was to " + order.line());
            }
            final Message answer = Message.parse(line);
            if ("failed".equals(answer.word()))
            {
                throw new IllegalStateException("the worker could not " + order.line() + ": " +
                    answer.text("why"));
            }

            return answer;
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException("the worker does not answer", ex);
        }
        finally
        {
            watchdog.complete(null);
        }
    }

    private Void end()
    {
        process.toHandle().destroyForcibly();

        return null;
    }

    @Override
    public void close()
    {
        orders.close();
        try
        {
            if (!process.waitFor(END_WITHIN_S, TimeUnit.SECONDS))
            {
                process.destroyForcibly();
            }
        }
        catch (final InterruptedException ignored)
        {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
