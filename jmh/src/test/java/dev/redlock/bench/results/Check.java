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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.redlock.bench.results.raw.Folder;

/**
 * Checks that what is committed is what the raw data say: texts are compared byte by byte, plots by the mark
 * of the data that they show.
 */
final class Check
{
    /*
     * Smaller numbers are counts, or stand in names.
     */
    private static final Pattern FIGURE = Pattern.compile("\\b\\d{1,3}(?:,\\d{3})+\\b|\\b\\d{3,}\\b");
    private static final String REMEDY = ": render again, and look at the difference";

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
        final List<String> complaints = differences(Rendering.around(results));
        for (final Folder folder : Folder.all(results))
        {
            complaints.addAll(folder(folder.path()));
        }

        return complaints;
    }

    /**
     * Checks one folder.
     *
     * @return what differs, one line each.
     */
    static List<String> folder(final Path path) throws IOException
    {
        final Folder folder = Folder.read(path);
        final List<PercentilePlot> plots = PercentilePlot.of(folder);
        final Map<Path, String> texts = Rendering.textsOf(folder, plots);
        final List<String> complaints = differences(texts);
        final String tables = texts.get(path.resolve(Rendering.README));
        folder.losses().ifPresent(words -> losses(folder, words, tables)
            .forEach(complaint -> complaints.add(path.resolve(Folder.LOSSES) + " " + complaint)));
        Rendering.wrongPlots(folder, plots)
            .forEach(file -> complaints.add(file + " is missing, or not of these data" + REMEDY));

        return complaints;
    }

    /*
     * Somebody wrote them: all must be there, with figures that the data have.
     */
    private static Stream<String> losses(final Folder folder, final String words, final String tables)
    {
        final Stream<String> missing = Losses.of(folder).stream()
            .map(loss -> loss.ours().scenario()).distinct()
            .filter(scenario -> !words.contains("`" + scenario + "`"))
            .map(scenario -> "says nothing of `" + scenario + "`, in which the data have a loss");
        final Stream<String> unknown = FIGURE.matcher(words).results().map(MatchResult::group).distinct()
            .filter(figure -> !tables.contains(figure))
            .map(figure -> "says " + figure + ", which the tables do not have");

        return Stream.concat(missing, unknown);
    }

    private static List<String> differences(final Map<Path, String> texts) throws IOException
    {
        final List<String> complaints = new ArrayList<>();
        for (final Map.Entry<Path, String> text : texts.entrySet())
        {
            final Path file = text.getKey();
            if (!Files.exists(file) || !Files.readString(file, UTF_8).equals(text.getValue()))
            {
                complaints.add(file + " is not what the raw data say" + REMEDY);
            }
        }

        return complaints;
    }
}
