// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.Locale;

/**
 * Text of an SVG.
 */
final class SvgText
{
    private final StringBuilder text = new StringBuilder();

    /**
     * Adds markup.
     *
     * @param format as {@link String#format} takes it; {@code %.1f} for what has no need of more digits.
     * @param values to fill in, escaped by {@link #escaped(String)} if anybody chose them.
     * @return this.
     */
    SvgText add(final String format, final Object... values)
    {
        text.append(String.format(Locale.ROOT, format, values));

        return this;
    }

    static String escaped(final String plain)
    {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public String toString()
    {
        return text.toString();
    }
}
