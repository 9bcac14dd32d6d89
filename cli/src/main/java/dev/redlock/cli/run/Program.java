// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.ExitStatus;

/**
 * Looks for a program as a shell would, before a lock is taken for it in vain.
 */
final class Program
{
    private Program()
    {
    }

    /**
     * Checks that there is something to run.
     *
     * @param name a path if it contains a slash, otherwise to be found on the search path.
     * @param path directories with colons between; null for none.
     * @throws DeadEnd with the status a shell would give.
     */
    static void check(final String name, final String path)
    {
        boolean isThere = false;
        for (final Path file : places(name, path == null ? "" : path))
        {
            if (Files.isRegularFile(file))
            {
                if (Files.isExecutable(file))
                {
                    return;
                }
                isThere = true;
            }
        }

        throw isThere ?
            new DeadEnd(ExitStatus.NOT_EXECUTABLE, name + ": not executable; the lock was not taken") :
            new DeadEnd(ExitStatus.NOT_FOUND, name + ": command not found; the lock was not taken");
    }

    private static List<Path> places(final String name, final String path)
    {
        if (name.indexOf('/') >= 0)
        {
            return List.of(Path.of(name));
        }

        return Stream.of(path.split(":")).map((to) -> Path.of(to.isEmpty() ? "." : to, name)).toList();
    }
}
