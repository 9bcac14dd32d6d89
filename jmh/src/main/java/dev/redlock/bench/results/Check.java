// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Checks that what is committed is what the raw data say: texts and plots are compared byte by byte.
 */
final class Check
{
    private static final String REMEDY = ": render again, and look at the difference";

    private final List<String> complaints = new ArrayList<>();

    private Check()
    {
    }

    /**
     * Checks all folders and the documents around them.
     *
     * @return what differs, one line each.
     */
    static List<String> all(final Path results) throws IOException
    {
        final Check check = new Check();
        for (final Folder folder : Folder.all(results))
        {
            check.check(folder);
        }
        check.texts(Rendering.around(results));

        return check.complaints;
    }

    /**
     * Checks one folder.
     *
     * @return what differs, one line each.
     */
    static List<String> folder(final Path path) throws IOException
    {
        final Check check = new Check();
        check.check(Folder.read(path));

        return check.complaints;
    }

    private void check(final Folder folder) throws IOException
    {
        final Map<Path, String> texts = Rendering.textsOf(folder);
        texts(texts);
        for (final Path file : new TreeSet<>(files(Rendering.plotsOf(folder))))
        {
            if (!texts.containsKey(file))
            {
                complaints.add(file + " is not of these data" + REMEDY);
            }
        }
    }

    private void texts(final Map<Path, String> texts) throws IOException
    {
        for (final Map.Entry<Path, String> text : texts.entrySet())
        {
            if (!text.getValue().equals(read(text.getKey())))
            {
                complaints.add(text.getKey() + " is not what the raw data say" + REMEDY);
            }
        }
    }

    private static String read(final Path file) throws IOException
    {
        return Files.exists(file) ? Files.readString(file, UTF_8) : "";
    }

    private static List<Path> files(final Path directory) throws IOException
    {
        if (!Files.isDirectory(directory))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory))
        {
            return files.toList();
        }
    }
}
