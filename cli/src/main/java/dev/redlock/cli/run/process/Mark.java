// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/**
 * What all processes that a command starts inherit in their environment: by it those are found that have lost
 * their parent, or have left its session. Only on Linux; elsewhere nobody is found.
 */
public final class Mark
{
    /**
     * What a process is.
     */
    enum Bearer
    {
        YES, NO,

        /**
         * It ended before it was looked at, or is between two programs, or has no memory: a zombie, or a
         * thread of the kernel.
         */
        UNKNOWN
    }

    /*
     * A run within a run adds its own behind a colon, so that both find their processes. The environment of a
     * process of another user cannot be read, but that process cannot be killed either.
     */
    private static final String VARIABLE = "REDLOCK_RUN";

    private final String value = UUID.randomUUID().toString();

    /**
     * Puts the mark into the environment of a command.
     *
     * @param environment to be changed.
     */
    public void put(final Map<String, String> environment)
    {
        environment.merge(VARIABLE, value, (outer, own) -> outer + ":" + own);
    }

    /**
     * Whether a process bears it.
     *
     * @param process its folder of /proc.
     */
    Bearer isOn(final Path process)
    {
        try
        {
            final byte[] environment = Files.readAllBytes(process.resolve("environ"));

            return environment.length == 0 ? Bearer.UNKNOWN :
                new String(environment, StandardCharsets.ISO_8859_1).contains(value) ? Bearer.YES : Bearer.NO;
        }
        catch (final AccessDeniedException ignored)
        {
            return Bearer.NO;
        }
        catch (final IOException ignored)
        {
            return Bearer.UNKNOWN;
        }
    }
}
