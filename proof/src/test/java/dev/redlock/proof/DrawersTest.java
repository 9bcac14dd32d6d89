// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * A package is a room that can be looked through, not a drawer that everything goes into; and among packages,
 * who knows another is not known by it, on any way around.
 */
class DrawersTest
{
    private static final int MOST_FILES = 20;
    private static final Path ROOT = Path.of("..");
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern IMPORT =
        Pattern.compile("(?m)^import (?:static )?(dev\\.redlock(?:\\.[a-z]\\w*)*)\\.[A-Z]");

    /*
     * Packages that are larger, and how many files they have: they may only shrink. The exceptions of
     * dev.redlock are sealed, so they stay in one package.
     */
    private static final Map<String, Integer> LARGER = Map.of("dev.redlock", 35);

    @Test
    void shouldHaveNoPackageOfMoreFilesThanCanBeLookedThrough() throws IOException
    {
        final Map<String, Integer> files = new TreeMap<>();
        for (final Path file : sources())
        {
            files.merge(packageOf(file), 1, Integer::sum);
        }

        assertThat(files.entrySet()).isNotEmpty().allSatisfy((one) ->
            assertThat(one.getValue()).as(one.getKey())
                .isLessThanOrEqualTo(LARGER.getOrDefault(one.getKey(), MOST_FILES)));
        assertThat(LARGER.keySet()).as("those that are small by now: take them out")
            .allMatch((name) -> files.getOrDefault(name, 0) > MOST_FILES);
    }

    @Test
    void shouldHaveNoCircleOfPackages() throws IOException
    {
        final FileGraph graph = new FileGraph();
        for (final Path file : sources())
        {
            final Matcher known = IMPORT.matcher(Files.readString(file));
            while (known.find())
            {
                graph.add(packageOf(file), known.group(1), file.getFileName().toString());
            }
        }

        assertThat(graph.circles()).allSatisfy((circle) -> assertThat(graph.wayAround(circle)).isEmpty());
    }

    /*
     * Those of packages that are ours.
     */
    private static List<Path> sources() throws IOException
    {
        try (Stream<Path> files = Files.walk(ROOT))
        {
            return files.filter((file) -> file.toString().endsWith(".java"))
                .filter((file) -> file.toString().contains(SOURCES.resolve("dev").toString())).toList();
        }
    }

    private static String packageOf(final Path file)
    {
        final String folder = file.getParent().toString();

        return folder.substring(folder.indexOf(SOURCES.toString()) + SOURCES.toString().length() + 1)
            .replace('/', '.');
    }
}
