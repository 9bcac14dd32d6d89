// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/**
 * Whoever opens the repository finds a word on each directory: in the map of CONTRIBUTING.md, and in a README
 * of its own.
 */
class MapTest
{
    private static final int MOST_DIRECTORIES = 14;
    private static final int MOST_LINES = 20;
    private static final Path ROOT = Path.of("..");
    private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| \\[([\\w-]+)]\\(\\1/README\\.md\\) \\|");

    private static List<String> all(final Pattern pattern, final String file) throws IOException
    {
        return pattern.matcher(Files.readString(ROOT.resolve(file))).results()
            .map((found) -> found.group(1)).toList();
    }

    @Test
    void shouldMapTheDirectoriesOfAllModules() throws IOException
    {
        assertThat(all(ROW, "CONTRIBUTING.md")).hasSizeLessThanOrEqualTo(MOST_DIRECTORIES)
            .doesNotHaveDuplicates().allMatch((name) -> Files.isDirectory(ROOT.resolve(name)))
            .containsAll(all(MODULE, "pom.xml").stream().map((name) -> name.split("/")[0]).toList());
    }

    @Test
    void shouldSayOfEachModuleWhatItIs() throws IOException
    {
        for (final String module : all(MODULE, "pom.xml"))
        {
            assertThat(Files.readAllLines(ROOT.resolve(module).resolve("README.md"))).as(module)
                .hasSizeBetween(5, MOST_LINES).anyMatch((line) -> line.startsWith("**Depends on it:**"));
        }
    }
}
