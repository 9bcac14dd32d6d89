// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.Collections;
import java.util.List;

/**
 * Markdown, piece by piece.
 */
final class Markdown
{
    private final StringBuilder text = new StringBuilder();

    Markdown heading(final int level, final String words)
    {
        return line("#".repeat(level) + " " + words).line("");
    }

    Markdown paragraph(final String words)
    {
        return line(words).line("");
    }

    Markdown item(final String words)
    {
        return line("* " + words);
    }

    Markdown code(final String words)
    {
        return line("```").line(words).line("```").line("");
    }

    /**
     * The first column is text, the others are numbers.
     */
    Markdown header(final String... columns)
    {
        return row(List.of(columns))
            .line("|---|" + String.join("", Collections.nCopies(columns.length - 1, "---:|")));
    }

    Markdown row(final List<String> cells)
    {
        return line("| " + String.join(" | ", cells) + " |");
    }

    Markdown row(final String... cells)
    {
        return row(List.of(cells));
    }

    Markdown line(final String words)
    {
        text.append(words).append('\n');

        return this;
    }

    /**
     * What was put together, with one newline at the end.
     */
    @Override
    public String toString()
    {
        return text.toString().stripTrailing() + "\n";
    }
}
