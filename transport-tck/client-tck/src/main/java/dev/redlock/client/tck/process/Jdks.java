// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JDKs of this machine: the one that runs, and another one if there is any.
 */
public final class Jdks
{
    static final String OTHER = "REDLOCK_OTHER_JDK";

    private static final int OLDEST = 17;
    private static final Path USUAL_PLACE = Path.of("/usr/lib/jvm");
    private static final Pattern FEATURE = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    private Jdks()
    {
    }

    /**
     * The one that runs.
     *
     * @return its directory.
     */
    public static Path running()
    {
        return Path.of(System.getProperty("java.home"));
    }

    /**
     * The one that the environment names, or the newest of those beside the running one and in the usual
     * place; of another version than the one that runs, and not older than what the library needs.
     *
     * @return its directory; empty if there is none.
     */
    public static Optional<Path> other()
    {
        final int running = Runtime.version().feature();
        final String named = System.getenv(OTHER);
        if (named != null && !named.isEmpty() && feature(Path.of(named)) != running)
        {
            return Optional.of(Path.of(named));
        }

        Path newest = null;
        int highest = OLDEST - 1;
        for (final Path home : candidates())
        {
            final int feature = feature(home);
            if (feature > highest && feature != running)
            {
                newest = home;
                highest = feature;
            }
        }

        return Optional.ofNullable(newest);
    }

    private static List<Path> candidates()
    {
        final List<Path> homes = new ArrayList<>();
        for (final Path place : List.of(running().toAbsolutePath().getParent(), USUAL_PLACE))
        {
            if (Files.isDirectory(place))
            {
                try (Stream<Path> entries = Files.list(place))
                {
                    entries.forEach(homes::add);
                }
                catch (final IOException ex)
                {
                    throw new UncheckedIOException("cannot look for JDKs in " + place, ex);
                }
            }
        }

        return homes;
    }

    /**
     * The version by the file that every JDK has, without starting it; 0 for what is no JDK.
     */
    private static int feature(final Path home)
    {
        final Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release))
        {
            return 0;
        }

        try
        {
            final Matcher matcher = FEATURE.matcher(Files.readString(release));

            return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read " + release, ex);
        }
    }
}
