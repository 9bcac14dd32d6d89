// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
@Tag("proof")
class ShownProgressTest
{
    private static final String[] BENCH = {"bench", "--warmup", "1s", "--seconds", "2"};

    @TempDir
    private Path directory;

    private static void assumeScript()
    {
        assumeTrue(Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch((place) -> Files.isExecutable(Path.of(place, "script"))), "script of util-linux");
    }

    private static RedlockProcess onTerminal(final Path stdout, final String... args) throws Exception
    {
        final RedlockProcess redlock = RedlockProcess.startOnTerminal(List.of(), stdout, args);
        assertThat(redlock.status()).as(redlock.out()).isZero();

        return redlock;
    }

    @Test
    void shouldRewriteOneLineOnATerminalAndLeaveNothingOfIt() throws Exception
    {
        assumeScript();
        final String written = onTerminal(null, BENCH).out();

        assertThat(written)
            .containsPattern("\rredlock: warming up: [01]s of [01]s, [0-9,]+ locks, [0-9.,]+/s, [01]s left")
            .containsPattern("\rredlock: measuring: [012]s of 2s, [0-9,]+ locks, [0-9.,]+/s, [012]s left");
        assertThat(written.split("\n")).extracting((line) -> line.stripTrailing().replaceAll(".*\r", ""))
            .as("what stays of %s", written).noneMatch((line) -> line.contains(" left"));
    }

    @Test
    void shouldLeaveStandardOutputToTheOutcome() throws Exception
    {
        assumeScript();
        final Path stdout = directory.resolve("out.txt");
        assertThat(onTerminal(stdout, BENCH).out()).contains("\rredlock: measuring: ", " left");
        assertThat(Files.readString(stdout)).startsWith("closed loop").doesNotContain("\r", " left");
    }

    @Test
    void shouldWritePlainLinesWithoutATerminal() throws Exception
    {
        final RedlockProcess redlock = RedlockProcess.run(List.of(), BENCH);

        assertThat(redlock.status()).isZero();
        assertThat(redlock.err()).doesNotContain("\r", "\u001b");
        assertThat(redlock.out()).startsWith("closed loop").doesNotContain("\r", "\u001b", " left");
    }
}
