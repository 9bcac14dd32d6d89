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
package dev.redlock.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Directories of our own under the temporary directory, readable by this user only and gone when the JVM
 * exits.
 */
final class TemporaryDirectory
{
    private TemporaryDirectory()
    {
    }

    static Path create(final String prefix) throws IOException
    {
        final Path directory = Files.createTempDirectory(prefix);
        ExitCleanup.add(directory, () -> delete(directory));

        return directory;
    }

    /**
     * Deletes the directory with all that is in it; what cannot be deleted stays.
     */
    static void delete(final Path directory)
    {
        ExitCleanup.remove(directory);
        if (!Files.exists(directory))
        {
            return;
        }

        try (Stream<Path> walk = Files.walk(directory))
        {
            final List<Path> deepestFirst =
                walk.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
            for (final Path path : deepestFirst)
            {
                Files.deleteIfExists(path);
            }
        }
        catch (final IOException ex)
        {
            System.getLogger(TemporaryDirectory.class.getName())
                .log(System.Logger.Level.WARNING, "cannot delete " + directory, ex);
        }
    }
}
