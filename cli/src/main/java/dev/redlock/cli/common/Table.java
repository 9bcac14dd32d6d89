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
package dev.redlock.cli.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows whose columns line up. Built first, then turned into lines.
 */
public final class Table
{
    private static final String GAP = "  ";

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
     * @param cells one for each column.
     * @return this.
     */
    public Table row(final String... cells)
    {
        if (cells.length != titles.length)
        {
            throw new IllegalArgumentException("a row has " + cells.length + " cells but the table has " +
                titles.length + " columns: " + Arrays.toString(cells));
        }
        rows.add(cells.clone());

        return this;
    }

    /**
     * The table as text.
     *
     * @return the line of titles and one line for each row, without spaces at the end.
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

        final List<String> lines = new ArrayList<>();
        lines.add(line(titles, widths));
        rows.forEach((row) -> lines.add(line(row, widths)));

        return lines;
    }

    private String line(final String[] cells, final int[] widths)
    {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++)
        {
            final String padding = " ".repeat(widths[i] - cells[i].length());
            line.append(i == 0 ? "" : GAP);
            line.append(isRight[i] ? padding + cells[i] : cells[i] + padding);
        }

        return line.toString().stripTrailing();
    }
}
