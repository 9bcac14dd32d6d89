// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.ExitStatus;

/**
 * Looks for a program as a shell would, before a lock is taken for it in vain.
 */
public final class Program
{
    /*
     * "error=2, No such file or directory" up to Java 24, "error: 2 (No such file or directory)" since: what
     * is missing is the interpreter of a script, or the loader of a binary.
     */
    private static final Pattern MISSING = Pattern.compile("error(=|: )2\\b");

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
    public static void check(final String name, final String path)
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

    /**
     * The status that a shell would give where the program is there, and yet cannot be started.
     *
     * @param failure of the JDK, which has the number of the system's error in its message only.
     */
    public static int statusOf(final IOException failure)
    {
        return MISSING.matcher(String.valueOf(failure.getMessage())).find() ?
            ExitStatus.NOT_FOUND : ExitStatus.NOT_EXECUTABLE;
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
