// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.redlock.text.Printable;

/**
 * Rows whose columns line up. Built first, then turned into lines.
 */
public final class Table
{
    private static final int GAP = 2;
    private static final int INDENT = 4;

    /*
     * Room that a last column of text wants on the line of the others.
     */
    private static final int LEAST_TEXT = 24;

    private final String[] titles;
    private final boolean[] isRight;
    private final List<String[]> rows = new ArrayList<>();

    /**
     * A table without rows.
     *
     * @param titles of the columns; one that starts with {@code >} aligns its column to the right.
     */
    public Table(final String... titles)
    {
        this.titles = new String[titles.length];
        isRight = new boolean[titles.length];
        for (int i = 0; i < titles.length; i++)
        {
            isRight[i] = titles[i].startsWith(">");
            this.titles[i] = isRight[i] ? titles[i].substring(1) : titles[i];
        }
    }

    /**
     * Adds a row.
     *
     * @param cells one for each column; what servers say must not break the line.
     * @return this.
     */
    public Table row(final String... cells)
    {
        if (cells.length != titles.length)
        {
            throw new IllegalArgumentException("a row has " + cells.length + " cells but the table has " +
                titles.length + " columns: " + Arrays.toString(cells));
        }
        rows.add(Arrays.stream(cells).map(Printable::of).toArray(String[]::new));

        return this;
    }

    /**
     * The table as text. Columns that a line of a terminal does not hold stand in a line below, indented; a
     * last column of text is wrapped.
     *
     * @return the titles and the rows, without spaces at the end.
     */
    public List<String> lines()
    {
        final int[] widths = new int[titles.length];
        for (int i = 0; i < titles.length; i++)
        {
            widths[i] = titles[i].length();
            for (final String[] row : rows)
            {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }

        final int[] starts = starts(widths);
        final List<String> lines = new ArrayList<>();
        add(lines, titles, widths, starts);
        rows.forEach((row) -> add(lines, row, widths, starts));

        return lines;
    }

    /*
     * Where the columns begin; one that begins left of the one before it begins a line.
     */
    private int[] starts(final int[] widths)
    {
        final int[] starts = new int[widths.length];
        int end = 0;
        for (int i = 0; i < widths.length; i++)
        {
            final int width = isText(i) ? Math.min(widths[i], LEAST_TEXT) : widths[i];
            final int start = i == 0 ? 0 : end + GAP;
            starts[i] = start > 0 && start + width > Prose.COLUMNS ? INDENT : start;
            end = starts[i] + width;
        }

        return starts;
    }

    private boolean isText(final int column)
    {
        return column == titles.length - 1 && !isRight[column];
    }

    private void add(final List<String> lines, final String[] cells, final int[] widths, final int[] starts)
    {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++)
        {
            if (i > 0 && starts[i] <= starts[i - 1])
            {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
            }
            final int padding = starts[i] - line.length() + (isRight[i] ? widths[i] - cells[i].length() : 0);
            line.append(" ".repeat(Math.max(0, padding))).append(cells[i]);
        }

        final int last = starts[cells.length - 1];
        final List<String> wrapped =
            isText(cells.length - 1) ? Prose.wrap(line.toString(), last) : List.of(line.toString());
        wrapped.stream().map(String::stripTrailing).filter((one) -> !one.isEmpty()).forEach(lines::add);
    }
}
