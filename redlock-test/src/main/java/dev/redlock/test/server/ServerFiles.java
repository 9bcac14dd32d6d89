// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.redlock.test.process.TemporaryDirectory;

/**
 * The directory of one server and the files in it.
 */
final class ServerFiles
{
    private static final String CONFIGURATION = "redlock-test.conf";
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final ServerSettings settings;
    private final boolean isOurs;
    private Path directory;
    private boolean isClosed;

    ServerFiles(final ServerSettings settings)
    {
        this.settings = settings;
        isOurs = settings.directory() == null;
        directory = settings.directory();
        if (!isOurs && !Files.isDirectory(directory))
        {
            throw new IllegalArgumentException("the directory " + directory + " does not exist; " +
                "create it, or leave it out for a temporary one");
        }
    }

    Path directory()
    {
        if (directory == null)
        {
            try
            {
                directory = TemporaryDirectory.create("redlock-server-");
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("cannot create a directory for a server", ex);
            }
        }

        return directory;
    }

    /**
     * Writes the configuration file and returns the command to run.
     */
    List<String> command(final int port, final int tlsPort)
    {
        final Path file = directory().resolve(CONFIGURATION);
        final String text = settings.configuration(directory, port, tlsPort);
        try
        {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            Files.writeString(file, text, StandardOpenOption.WRITE);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot write " + file, ex);
        }

        final List<String> command = new ArrayList<>(settings.wrapper());
        command.add(ServerBinary.locate(settings.binary()).toString());
        command.add(file.toString());

        return command;
    }

    boolean isClosed()
    {
        return isClosed;
    }

    void close()
    {
        isClosed = true;
        if (isOurs && directory != null)
        {
            TemporaryDirectory.delete(directory);
        }
    }
}
