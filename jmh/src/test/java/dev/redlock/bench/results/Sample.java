// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.redlock.bench.results.raw.Folder;

/**
 * A copy of the small folder in the resources, which a short run of the rig has made, in a tree like the
 * project's.
 */
record Sample(Path root)
{
    static final String NAME = "2026-11-21_0000000_sample";

    static Sample in(final Path root) throws IOException, URISyntaxException
    {
        final Path from = Path.of(Sample.class.getResource("/perf-results/" + NAME).toURI());
        final Path to = Files.createDirectories(root.resolve("perf-results")).resolve(NAME);
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path file : (Iterable<Path>)files::iterator)
            {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        Files.writeString(to.resolve(Folder.LOSSES), "We lose nothing.\n", UTF_8);
        Files.writeString(root.resolve("README.md"),
            "# Project\n\n" + NumbersTable.BEGIN + "\nold\n" + NumbersTable.END + "\n\nmore\n", UTF_8);
        Files.writeString(root.resolve("perf-results/README.md"),
            "# Results\n\n" + ResultsIndex.BEGIN + "\n" + ResultsIndex.END + "\n", UTF_8);

        return new Sample(root);
    }

    Path results()
    {
        return root.resolve("perf-results");
    }

    Path folder()
    {
        return results().resolve(NAME);
    }

    void render() throws IOException
    {
        Render.main(new String[]{folder().toString()});
    }

    String read(final String file) throws IOException
    {
        return Files.readString(root.resolve(file), UTF_8);
    }

    void replace(final String file, final String old, final String with) throws IOException
    {
        final String text = read(file);
        if (!text.contains(old))
        {
            throw new IllegalArgumentException(file + " does not contain " + old);
        }
        Files.writeString(root.resolve(file), text.replace(old, with), UTF_8);
    }
}
