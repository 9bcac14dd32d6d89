// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

import dev.redlock.test.server.Signals;

/**
 * What all processes that a command starts inherit in their environment: by it those are found that have lost
 * their parent, or have left its session. Only on Linux; elsewhere nobody is found.
 */
final class Mark
{
    /*
     * A run within a run adds its own behind a colon, so that both find their processes. The environment of a
     * process of another user cannot be read, but that process cannot be killed either.
     */
    private static final String VARIABLE = "REDLOCK_RUN";
    private static final Path PROCESSES = Path.of("/proc");

    private final String value = UUID.randomUUID().toString();

    /**
     * Puts the mark into the environment of a command.
     *
     * @param environment to be changed.
     */
    void put(final Map<String, String> environment)
    {
        environment.merge(VARIABLE, value, (outer, own) -> outer + ":" + own);
    }

    /**
     * Looks for the processes that carry it and run, among all of the machine. May take long.
     *
     * @param listener is told each at once.
     */
    void bearers(final Consumer<ProcessHandle> listener)
    {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[1-9]*"))
        {
            for (final Path process : processes)
            {
                if (isOn(process))
                {
                    final Optional<ProcessHandle> handle =
                        ProcessHandle.of(Long.parseLong(process.getFileName().toString()));
                    handle.filter(Signals::isRunning).ifPresent(listener);
                }
            }
        }
        catch (final IOException | DirectoryIteratorException ignored)
        {
            // Not Linux.
        }
    }

    private boolean isOn(final Path process)
    {
        try
        {
            final byte[] environment = Files.readAllBytes(process.resolve("environ"));

            return new String(environment, StandardCharsets.ISO_8859_1).contains(value);
        }
        catch (final IOException ignored)
        {
            // It has ended, or belongs to somebody else.
            return false;
        }
    }
}
