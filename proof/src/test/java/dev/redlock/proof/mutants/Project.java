// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of the project, as text with plain line ends.
 */
final class Project
{
    /*
     * Tests run in the directory of their module.
     */
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..").normalize();

    private Project()
    {
    }

    static Path path(final String file)
    {
        return ROOT.resolve(file);
    }

    static String read(final String file)
    {
        try
        {
            return Files.readString(path(file)).replace("\r\n", "\n");
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    static void write(final String file, final String text)
    {
        try
        {
            Files.writeString(path(file), text);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
