// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * What docs/design.md shows of the rules that tests keep: under {@code <!-- a mark -->} a block without empty
 * lines, which the test renders from its rule.
 */
final class DesignPage
{
    private static final Path PAGE = Path.of("../docs/design.md");

    private DesignPage()
    {
    }

    static void assertShows(final String mark, final String block) throws IOException
    {
        final String begin = "<!-- " + mark + " -->\n";
        final String page = Files.readString(PAGE);
        final int from = page.indexOf(begin) + begin.length();

        assertThat(page.contains(begin) ? page.substring(from, page.indexOf("\n\n", from) + 1) : null)
            .overridingErrorMessage("docs/design.md does not show the rule of this test. Paste, as a block " +
                "of its own:%n%n%s%s", begin, block)
            .isEqualTo(block);
    }

    /**
     * @return a line of a table.
     */
    static String row(final String... cells)
    {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /**
     * @return a cell that lists names of the code.
     */
    static String names(final Collection<String> names)
    {
        return names.stream().map((name) -> '`' + name + '`').collect(Collectors.joining(", "));
    }
}
