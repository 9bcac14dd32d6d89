// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import dev.redlock.bench.results.raw.Folder;

/**
 * What is committed is what the raw data say.
 */
class ResultsTest
{
    private static Path results()
    {
        Path path = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(path.resolve("perf-results")))
        {
            path = path.getParent();
        }

        return path.resolve("perf-results");
    }

    @Test
    void shouldHaveCommittedWhatTheRawDataSay() throws IOException
    {
        assertThat(Check.all(results())).isEmpty();
    }

    @Test
    void shouldKeepFoldersSmall() throws IOException
    {
        for (final Folder folder : Folder.all(results()))
        {
            assertThat(folder.name()).matches("\\d{4}-\\d\\d-\\d\\d_[0-9a-f]{7}_[a-z0-9-]+");
            try (var files = Files.walk(folder.path()))
            {
                assertThat(files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum())
                    .as("bytes in %s", folder.name()).isLessThan(2_000_000);
            }
        }
    }
}
