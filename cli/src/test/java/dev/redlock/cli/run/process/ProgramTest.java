// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.cli.common.DeadEnd;

class ProgramTest
{
    @Test
    void shouldLookWhereAShellLooks(@TempDir final Path first, @TempDir final Path second) throws IOException
    {
        final Path tool = Files.createFile(second.resolve("tool"));
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        final String path = first + ":" + second;

        assertThatCode(() -> Program.check("tool", path)).doesNotThrowAnyException();
        assertThatCode(() -> Program.check(tool.toString(), null)).doesNotThrowAnyException();
        assertThat(statusOf("tool", first.toString())).isEqualTo(127);
        assertThat(statusOf("tool", null)).isEqualTo(127);
        assertThat(statusOf(first.resolve("tool").toString(), path)).isEqualTo(127);
    }

    @Test
    void shouldTellWhatIsThereFromWhatCanBeRun(@TempDir final Path directory) throws IOException
    {
        Files.createFile(directory.resolve("text"));
        Files.createDirectory(directory.resolve("directory"));

        assertThat(statusOf("text", directory.toString())).isEqualTo(126);
        assertThat(statusOf("directory", directory.toString())).isEqualTo(127);
    }

    /**
     * As Java 17 and 25 say it of a script whose interpreter is missing, or may not be run.
     */
    @Test
    void shouldTellWhatIsMissingByTheWordsOfEachJava()
    {
        assertThat(Program.statusOf(new IOException(
            "Cannot run program \"/t\": error=2, No such file or directory"))).isEqualTo(127);
        assertThat(Program.statusOf(new IOException(
            "Cannot run program \"/t\": Exec failed, error: 2 (No such file or directory) "))).isEqualTo(127);
        assertThat(Program.statusOf(new IOException(
            "Cannot run program \"/t\": error=20, Not a directory"))).isEqualTo(126);
        assertThat(Program.statusOf(new IOException(
            "Cannot run program \"/t\": Exec failed, error: 13 (Permission denied) "))).isEqualTo(126);
        assertThat(Program.statusOf(new IOException())).isEqualTo(126);
    }

    private static int statusOf(final String name, final String path)
    {
        return catchThrowableOfType(DeadEnd.class, () -> Program.check(name, path)).status();
    }
}
