/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

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
                    .as("bytes in %s", folder.name()).isLessThan(8_000_000);
            }
        }
    }
}
