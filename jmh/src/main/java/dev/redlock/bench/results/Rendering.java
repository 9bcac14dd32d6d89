// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.redlock.bench.results.raw.Folder;

/**
 * What rendering makes of the raw data: texts by file.
 */
final class Rendering
{
    static final String README = "README.md";

    private Rendering()
    {
    }

    /**
     * The README of a folder.
     */
    static Map<Path, String> textsOf(final Folder folder, final List<PercentilePlot> plots)
    {
        return Map.of(folder.path().resolve(README), Report.of(folder, plots));
    }

    /**
     * Where the plots of a folder are.
     */
    static Path plotsOf(final Folder folder)
    {
        return folder.path().resolve("plots");
    }

    /**
     * The plots of a folder that are missing, show other data, or are none of its plots.
     */
    static Set<Path> wrongPlots(final Folder folder, final List<PercentilePlot> plots) throws IOException
    {
        final Path place = plotsOf(folder);
        final Set<Path> wrong = new TreeSet<>();
        // A version control that keeps no empty directory has none where no scenario is drawn.
        try (Stream<Path> files = Files.isDirectory(place) ? Files.list(place) : Stream.empty())
        {
            files.forEach(wrong::add);
        }
        for (final PercentilePlot plot : plots)
        {
            final Path file = place.resolve(plot.file());
            if (Svg.isIn(file, plot))
            {
                wrong.remove(file);
            }
            else
            {
                wrong.add(file);
            }
        }

        return wrong;
    }

    /**
     * Whether a directory is that of all folders, with documents around them to be rendered.
     */
    static boolean hasDocuments(final Path results) throws IOException
    {
        final Path index = results.resolve(README);

        return Files.exists(index) && Files.readString(index, UTF_8).contains(ResultsIndex.BEGIN);
    }

    /**
     * The documents around the folders: the index beside them and the README of the project above, which
     * shows the newest folder of those about whose losses somebody has written. Without one it keeps what it
     * says; so a run of one's own changes the index only.
     *
     * @param results directory of all folders.
     */
    static Map<Path, String> around(final Path results) throws IOException
    {
        final Map<Path, String> texts = new LinkedHashMap<>();
        final List<Folder> folders = Folder.all(results);
        final Path index = results.resolve(README);
        texts.put(index, put(Files.readString(index, UTF_8), ResultsIndex.BEGIN, ResultsIndex.END,
            ResultsIndex.of(folders)));
        final Optional<Folder> shown = folders.stream()
            .filter(folder -> folder.losses().isPresent() && NumbersTable.canShow(folder)).findFirst();
        if (shown.isPresent())
        {
            final Path readme = results.resolve("..").resolve(README).normalize();
            texts.put(readme, put(Files.readString(readme, UTF_8), NumbersTable.BEGIN,
                NumbersTable.END, NumbersTable.of(shown.get())));
        }

        return texts;
    }

    private static String put(
        final String document, final String begin, final String end, final String content)
    {
        final int from = document.indexOf(begin);
        final int to = document.indexOf(end);
        if (from < 0 || to < from)
        {
            throw new IllegalArgumentException("the document has no " + begin + " followed by " + end +
                ": put both where the rendered part belongs");
        }

        return document.substring(0, from + begin.length()) + "\n" + content + document.substring(to);
    }
}
