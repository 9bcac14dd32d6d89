// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the stories are: among the sources, so that they can be rewritten.
 */
final class StoryFolder
{
    private static final String ENDING = ".txt";

    private StoryFolder()
    {
    }

    static List<Path> stories() throws IOException
    {
        try (Stream<Path> files = Files.list(module().resolve("src/test/resources/stories")))
        {
            return files.filter((file) -> file.toString().endsWith(ENDING)).sorted().toList();
        }
    }

    static String name(final Path story)
    {
        final String file = story.getFileName().toString();

        return file.substring(0, file.length() - ENDING.length());
    }

    /**
     * The folder of the Maven module, wherever the tests are run from.
     */
    static Path module()
    {
        final Path here = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

        return here.endsWith("proof") ? here : here.resolve("proof");
    }
}
