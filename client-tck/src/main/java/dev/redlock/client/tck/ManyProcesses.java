// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.Await;
import dev.redlock.test.server.JavaProcess;

/**
 * Several processes with many waiters each want one key all the time. None starves: the line inside a process
 * gives way to those outside.
 * <p>
 * What the library promises is looked at when it runs for a minute ({@code -Dredlock.share.seconds=60}): at
 * least 15 % for each of four, and nobody waits for more than five seconds. In the shorter run of the gate
 * the bounds leave room for a machine that does other things, too.
 */
public abstract class ManyProcesses extends SharedNodes
{
    private static final int PROCESSES = 4;
    private static final int WAITERS = 50;
    private static final int SECONDS = Integer.getInteger("redlock.share.seconds", 8);
    private static final int LONG_RUN_SECONDS = 60;
    private static final Duration SOON_ON_A_BUSY_MACHINE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldShareAKeyAmongProcesses() throws IOException
    {
        final Path file = directory.resolve("end");
        final List<String> args =
            new ArrayList<>(List.of(transport().name(), Integer.toString(WAITERS), file.toString()));
        args.addAll(nodes.uris());
        final List<JavaProcess> processes = new ArrayList<>();
        final List<long[]> results = new ArrayList<>();
        try
        {
            for (int i = 0; i < PROCESSES; i++)
            {
                processes.add(JavaProcess.start(SharedKey.class, args));
            }
            for (final JavaProcess process : processes)
            {
                Await.parking().until("a process is ready", SOON_ON_A_BUSY_MACHINE,
                    () -> process.output().lines().anyMatch(SharedKey.READY::equals));
            }
            begin(file);
            for (final JavaProcess process : processes)
            {
                Await.parking().until("the end of a process",
                    SOON_ON_A_BUSY_MACHINE.plusSeconds(SECONDS), () -> !process.isRunning());
                results.add(result(process.output()));
            }
        }
        finally
        {
            processes.forEach(JavaProcess::close);
        }

        check(results);
        nodes.awaitNoKeys();
    }

    /*
     * The file is whole when it appears.
     */
    private void begin(final Path file) throws IOException
    {
        final long endMs = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(SECONDS);
        final Path whole = Files.writeString(directory.resolve("end.new"), Long.toString(endMs));
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static long[] result(final String output)
    {
        final String line = output.lines().filter(text -> text.startsWith(SharedKey.RESULT + " ")).findFirst()
            .orElseThrow(() -> new AssertionError("no result: " + output));
        final String[] words = line.split(" ");

        return new long[] {Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3])};
    }

    private static String text(final long[] result)
    {
        return result[0] + " (" + result[1] + " failed, longest wait " + result[2] + " ms)";
    }

    private static void check(final List<long[]> results)
    {
        final boolean isLong = SECONDS >= LONG_RUN_SECONDS;
        final long all = results.stream().mapToLong(result -> result[0]).sum();
        final String text = all + " acquisitions in " + SECONDS + " s: " + results.stream()
            .map(ManyProcesses::text).toList();
        System.out.println(text);

        assertThat(all).as(text).isPositive();
        for (final long[] result : results)
        {
            assertThat(result[0]).as(text).isGreaterThanOrEqualTo(all * (isLong ? 15 : 3) / 100);
            assertThat(result[0]).as(text).isPositive();
            assertThat(result[1]).as(text).isZero();
            assertThat(result[2]).as(text).isLessThanOrEqualTo(isLong ? 5_000 : 30_000);
        }
    }
}
