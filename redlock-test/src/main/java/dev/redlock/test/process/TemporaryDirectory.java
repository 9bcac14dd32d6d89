// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Directories under the temporary directory, readable only by this user and deleted when the JVM exits.
 */
public final class TemporaryDirectory
{
    private TemporaryDirectory()
    {
    }

    /**
     * A new directory, deleted when this JVM ends.
     *
     * @param prefix of its name.
     * @return where it is.
     * @throws IOException if it cannot be made.
     */
    public static Path create(final String prefix) throws IOException
    {
        final Path directory = Files.createTempDirectory(prefix);
        ExitCleanup.add(directory, () -> delete(directory));

        return directory;
    }

    /**
     * Deletes the directory with its content, as far as possible.
     *
     * @param directory one that was created here.
     */
    public static void delete(final Path directory)
    {
        ExitCleanup.remove(directory);
        if (!Files.exists(directory))
        {
            return;
        }

        try (Stream<Path> walk = Files.walk(directory))
        {
            final List<Path> deepestFirst =
                walk.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
            for (final Path path : deepestFirst)
            {
                Files.deleteIfExists(path);
            }
        }
        catch (final IOException ex)
        {
            System.getLogger(TemporaryDirectory.class.getName())
                .log(System.Logger.Level.WARNING, "cannot delete " + directory, ex);
        }
    }
}
