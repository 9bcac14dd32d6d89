// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class LaunchTest
{
    private final Mark mark = new Mark();
    private final Census census = new Census(new Search(mark));
    private final ControlGroup none = ControlGroup.none();

    private ProcessBuilder command(final String... command)
    {
        final ProcessBuilder builder = new ProcessBuilder(command);
        mark.put(builder.environment());
        census.start();

        return builder;
    }

    /**
     * As the JDK does it where the machine has a process left, but no thread to wait for it.
     */
    @Test
    void shouldKillWhatRunsWithoutAThreadToWaitForIt() throws Exception
    {
        final AtomicReference<Process> started = new AtomicReference<>();
        final Launch launch = (builder) ->
        {
            started.set(builder.start());
            throw new OutOfMemoryError("unable to create native thread");
        };

        assertThatThrownBy(() -> launch.startOrKill(command("sleep", "60"), census, none))
            .isInstanceOf(OutOfMemoryError.class);
        assertThat(started.get().waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(started.get().exitValue()).isEqualTo(128 + 9);
    }

    @Test
    void shouldGiveWhatRuns() throws Exception
    {
        final Launch.Started started = Launch.JDK.startOrKill(command("sleep", "60"), census, none);
        assertThat(started.tree().isGone()).isFalse();
        started.tree().kill();

        assertThat(started.process().waitFor()).isEqualTo(128 + 9);
    }

    @Test
    void shouldSayWhatCannotBeStarted()
    {
        final Path missing = Path.of("no-such-folder", "no-such-command");
        assertThat(Files.exists(missing)).isFalse();

        assertThatThrownBy(() -> Launch.JDK.startOrKill(command(missing.toString()), census, none))
            .isInstanceOf(IOException.class);
    }
}
