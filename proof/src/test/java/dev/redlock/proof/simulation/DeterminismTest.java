// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.client.tck.process.Jdks;
import dev.redlock.proof.simulation.fault.Reduction;
import dev.redlock.proof.simulation.judge.HistoryResult;
import dev.redlock.test.process.JavaProcess;

/**
 * The same seed gives the same history to the last byte of its log, twice in one JVM, and on another JDK. If
 * it did not, no failure could be replayed.
 */
class DeterminismTest
{
    private static final int HISTORIES = 100;
    private static final int SOME = 20;
    private static final long LONGEST_S = 120;

    @TempDir
    Path directory;

    @Test
    void shouldGiveTheSameLogsTwice()
    {
        assertThat(LogHashes.of(SOME)).isEqualTo(LogHashes.of(SOME));
    }

    @Test
    @Tag("proof")
    void shouldGiveTheSameLogsTwiceAndOnAnotherJdk() throws Exception
    {
        final Path other = Jdks.other().orElse(null);
        final CompletableFuture<String> elsewhere =
            CompletableFuture.supplyAsync(() -> other == null ? null : runOn(other));
        final long[] first = LogHashes.of(HISTORIES);
        assertThat(LogHashes.of(HISTORIES)).isEqualTo(first);
        assertThat(Arrays.stream(first).distinct().count()).isEqualTo(HISTORIES);
        final String lines = elsewhere.get(LONGEST_S, TimeUnit.SECONDS);
        Assumptions.assumeTrue(other != null, "no other JDK found to compare with");
        assertThat(lines.lines().mapToLong((line) -> Long.parseUnsignedLong(line, 16)).toArray())
            .isEqualTo(first);
    }

    @Test
    void shouldNotDisturbAHistoryByWatchingIt()
    {
        final long[] lines = new long[1];
        final HistoryResult watched =
            Simulation.tell(7, Envelope.INSIDE, Reduction.NONE, (line) -> lines[0]++);
        final HistoryResult alone = Simulation.run(7, Envelope.INSIDE, Reduction.NONE);

        assertThat(lines[0]).isGreaterThan(100);
        assertThat(alone.operations()).isEqualTo(watched.operations());
        assertThat(alone.simulatedNs()).isEqualTo(watched.simulatedNs());
        assertThat(alone.strikes()).isEqualTo(watched.strikes());
    }

    private String runOn(final Path jdk)
    {
        final Path out = directory.resolve("out");
        try
        {
            final List<String> command = new ArrayList<>(List.of(
                jdk.resolve("bin").resolve("java").toString(), "-cp", System.getProperty("java.class.path"),
                LogHashes.class.getName(), String.valueOf(HISTORIES)));
            command.addAll(1, JavaProcess.assertions());
            final Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try
            {
                process.waitFor(LONGEST_S, TimeUnit.SECONDS);

                return Files.readString(out);
            }
            finally
            {
                process.destroyForcibly();
            }
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(jdk + " cannot be run", ex);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted", ex);
        }
    }
}
