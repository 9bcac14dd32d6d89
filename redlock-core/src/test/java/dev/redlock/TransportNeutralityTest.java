// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * Core must not know a transport by name, or the seam is none. (That it uses none is a matter of Maven: there
 * is no dependency to use.)
 */
class TransportNeutralityTest
{
    private static final Path MAIN = Path.of("src", "main");
    private static final Pattern NAMES = Pattern.compile("netty|lettuce", Pattern.CASE_INSENSITIVE);
    private static final Pattern COMMENTS = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

    /*
     * What a user without any transport is told to do, who would otherwise have to search.
     */
    private static final Pattern REMEDY =
        Pattern.compile("private static final String REMEDY = [^;\"]*(\"[^\"]*\"[^;\"]*)*;");

    /**
     * Comments may give a name as an example.
     */
    @Test
    void shouldNameNoTransportInCode()
    {
        assertThat(lines(MAIN)).isNotEmpty().noneMatch(NAMES.asPredicate());
    }

    @Test
    void shouldNameOneInTheRemedyOnly() throws IOException
    {
        final String finder = Files.readString(
            MAIN.resolve(Path.of("java", "dev", "redlock", "runtime", "settings", "Transports.java")));

        assertThat(REMEDY.matcher(finder).results()).singleElement()
            .satisfies((remedy) -> assertThat(remedy.group()).containsPattern(NAMES));
    }

    private static List<String> lines(final Path root)
    {
        try (Stream<Path> files = Files.walk(root))
        {
            return files.filter(Files::isRegularFile).flatMap((file) -> code(file).lines()
                .map((line) -> file.getFileName() + ": " + line.strip())).toList();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("run the tests in the directory of their module", ex);
        }
    }

    private static String code(final Path file)
    {
        try
        {
            final String text = Files.readString(file);

            return REMEDY.matcher(COMMENTS.matcher(text).replaceAll("")).replaceAll("");
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read " + file, ex);
        }
    }
}
