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

import java.util.regex.Pattern;

/**
 * Writes the paths of a picture shorter: relative to the point before, in tenths without needless digits. The
 * charting library draws every letter as an outline, so that paths are most of a picture.
 */
final class SvgPath
{
    private static final Pattern DATA = Pattern.compile(" d=\"([^\"]*)\"");
    private static final Pattern SEPARATOR = Pattern.compile("[ ,]+");
    private static final String KNOWN = "MLQC";
    private static final int TENTHS = 10;

    private final StringBuilder out = new StringBuilder();
    private long x;
    private long y;
    private long startX;
    private long startY;
    private char written;

    private SvgPath()
    {
    }

    /**
     * Shortens all paths of a picture.
     */
    static String compactAll(final String svg)
    {
        return DATA.matcher(svg).replaceAll(path -> " d=\"" + compact(path.group(1)) + "\"");
    }

    /**
     * Shortens the data of one path of absolute moves, lines and curves.
     */
    static String compact(final String data)
    {
        final SvgPath path = new SvgPath();
        for (final String step : data.strip().split(" (?=[A-Z])"))
        {
            path.add(step.charAt(0), step.substring(1).strip());
        }

        return path.out.toString();
    }

    private void add(final char command, final String numbers)
    {
        if (command == 'Z')
        {
            out.append('Z');
            written = 'Z';
            x = startX;
            y = startY;

            return;
        }
        if (KNOWN.indexOf(command) < 0)
        {
            throw new IllegalArgumentException("path has a step " + command + numbers +
                " but may have M, L, Q, C and Z only: teach this class the step");
        }

        long toX = x;
        long toY = y;
        boolean isX = true;
        final StringBuilder relative = new StringBuilder();
        for (final String number : SEPARATOR.split(numbers))
        {
            final long value = Math.round(Double.parseDouble(number) * TENTHS);
            append(relative, value - (isX ? x : y));
            toX = isX ? value : toX;
            toY = isX ? toY : value;
            isX = !isX;
        }
        if (toX != x || toY != y || command == 'M')
        {
            take(Character.toLowerCase(command), relative);
            x = toX;
            y = toY;
        }
        if (command == 'M')
        {
            startX = x;
            startY = y;
        }
    }

    private void take(final char command, final StringBuilder relative)
    {
        if (command != written || command == 'm')
        {
            out.append(command);
        }
        else if (relative.charAt(0) != '-')
        {
            out.append(' ');
        }
        out.append(relative);
        written = command;
    }

    private static void append(final StringBuilder numbers, final long tenths)
    {
        if (tenths >= 0 && !numbers.isEmpty())
        {
            numbers.append(' ');
        }
        if (tenths < 0)
        {
            numbers.append('-');
        }
        final long size = Math.abs(tenths);
        if (size >= TENTHS || size == 0)
        {
            numbers.append(size / TENTHS);
        }
        if (size % TENTHS != 0)
        {
            numbers.append('.').append(size % TENTHS);
        }
    }
}
