// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Standard streams that our caller has closed. What is opened next gets their descriptors: a file of the JVM,
 * later perhaps a connection to a node. A command that inherits it would read and write there.
 */
public final class StandardStreams
{
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int COUNT = 3;

    /*
     * Held, or they would be closed.
     */
    private static final Collection<RandomAccessFile> PLUGS = new ArrayList<>();

    private StandardStreams()
    {
    }

    /**
     * Puts nothing in the place of those that are still free, before something else comes there. Where the
     * system does not say which are, does nothing.
     */
    public static void plug()
    {
        try
        {
            for (int i = 0; i < COUNT && Files.isDirectory(DESCRIPTORS); i++)
            {
                if (target(DESCRIPTORS.resolve(Integer.toString(i))) == null)
                {
                    PLUGS.add(new RandomAccessFile("/dev/null", "rw"));
                }
            }
        }
        catch (final IOException ignored)
        {
            // There is nothing to plug with.
        }
    }

    /**
     * Lets a command inherit our standard streams, except those that are not our caller's.
     *
     * @param builder of the command.
     */
    public static void inherit(final ProcessBuilder builder)
    {
        builder.inheritIO();
        if (isOfThisProcess(0))
        {
            builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        }
        if (isOfThisProcess(1))
        {
            builder.redirectOutput(Redirect.DISCARD);
        }
        if (isOfThisProcess(2))
        {
            builder.redirectError(Redirect.DISCARD);
        }
    }

    /*
     * The JVM opens the files of the JDK and of the class path once each. A caller who names one of them for
     * a stream gives it a second descriptor.
     */
    private static boolean isOfThisProcess(final int descriptor)
    {
        final Path target = target(DESCRIPTORS.resolve(Integer.toString(descriptor)));

        return target != null && (target.startsWith(real(System.getProperty("java.home"))) ||
            classPath().contains(target)) && descriptorsOf(target) == 1;
    }

    private static List<Path> classPath()
    {
        return List.of(System.getProperty("java.class.path").split(":")).stream()
            .map(StandardStreams::real).toList();
    }

    private static long descriptorsOf(final Path target)
    {
        long count = 0;
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS))
        {
            for (final Path descriptor : descriptors)
            {
                count += target.equals(target(descriptor)) ? 1 : 0;
            }
        }
        catch (final IOException ignored)
        {
            return 0;
        }

        return count;
    }

    private static Path target(final Path link)
    {
        try
        {
            return Files.readSymbolicLink(link);
        }
        catch (final IOException | UnsupportedOperationException ignored)
        {
            return null;
        }
    }

    private static Path real(final String file)
    {
        try
        {
            return Path.of(file).toRealPath();
        }
        catch (final IOException ignored)
        {
            return Path.of(file);
        }
    }
}
