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
package dev.redlock.testkit.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of the project, as text with plain line ends.
 */
final class Project
{
    /*
     * Tests run in the directory of their module.
     */
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..").normalize();

    private Project()
    {
    }

    static Path path(final String file)
    {
        return ROOT.resolve(file);
    }

    static String read(final String file)
    {
        try
        {
            return Files.readString(path(file)).replace("\r\n", "\n");
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    static void write(final String file, final String text)
    {
        try
        {
            Files.writeString(path(file), text);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
