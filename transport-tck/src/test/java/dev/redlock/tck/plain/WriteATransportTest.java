// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.plain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * docs/write-a-transport.md shows the code that runs, and the code is as short as it says.
 */
class WriteATransportTest
{
    private static final Path DOCUMENT = Path.of("..", "docs", "write-a-transport.md");
    private static final Path RULES = Path.of("src", "main", "java", "dev", "redlock", "tck");
    private static final Path PLAIN = Path.of("src", "main", "java", "dev", "redlock", "tck", "plain");
    private static final List<Path> SOURCES = List.of(
        PLAIN, Path.of("src", "test", "java", "dev", "redlock", "tck", "plain"),
        Path.of("client-tck", "src", "test", "java", "dev", "redlock", "client", "tck"));
    private static final Pattern QUOTE =
        Pattern.compile("<!-- from (\\w+\\.java) -->\n```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CODE_BLOCK = Pattern.compile("^```java$", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final int LINES = 420;

    @Test
    void shouldQuoteTheSource() throws IOException
    {
        final String document = Files.readString(DOCUMENT);
        final List<MatchResult> quotes = QUOTE.matcher(document).results().toList();

        assertThat(quotes).hasSizeGreaterThan(5);
        assertThat(quotes).as("every block of code says where it is from")
            .hasSameSizeAs(CODE_BLOCK.matcher(document).results().toList());
        for (final MatchResult quote : quotes)
        {
            assertThat(plain(text(source(quote.group(1))))).as(quote.group(1))
                .contains(plain(quote.group(2)));
        }
    }

    @Test
    void shouldNameEveryRuleBook() throws IOException
    {
        final String document = Files.readString(DOCUMENT);
        try (Stream<Path> files = Files.walk(RULES))
        {
            assertThat(files.map((file) -> file.getFileName().toString())
                .filter((name) -> name.endsWith("Rules.java") && !name.equals("TckRules.java"))
                .map((name) -> name.replace(".java", ""))).isNotEmpty().allMatch(document::contains);
        }
    }

    /**
     * Lines of code: without headers, imports, comments and empty lines.
     */
    @Test
    void shouldBeShortEnoughToRead() throws IOException
    {
        try (Stream<Path> files = Files.list(PLAIN))
        {
            final List<String> lines = files.map(WriteATransportTest::text)
                .flatMap((text) -> COMMENT.matcher(text).replaceAll("").lines())
                .filter((line) -> !line.isBlank() && !line.startsWith("import ") &&
                    !line.startsWith("package ") && !line.strip().startsWith("//"))
                .toList();

            assertThat(lines).hasSizeBetween(LINES / 2, LINES - 1);
        }
    }

    private static Path source(final String name)
    {
        return SOURCES.stream().map((directory) -> directory.resolve(name)).filter(Files::exists)
            .findFirst().orElseThrow(() -> new AssertionError("no source: " + name));
    }

    private static String text(final Path file)
    {
        try
        {
            return Files.readString(file);
        }
        catch (final IOException ex)
        {
            throw new AssertionError("run the tests in the directory of their module", ex);
        }
    }

    private static String plain(final String code)
    {
        return code.lines().map(String::strip).filter((line) -> !line.isEmpty())
            .collect(Collectors.joining("\n"));
    }
}
