// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.info;

import dev.redlock.text.Printable;

/**
 * Makes a server's words safe for our messages: one line, printable, short.
 */
public final class ServerWords
{
    private static final int MAX_LENGTH = 160;

    private ServerWords()
    {
    }

    public static String quoted(final String text)
    {
        return "'" + plain(text) + "'";
    }

    public static String plain(final String text)
    {
        return Printable.of(text, MAX_LENGTH);
    }
}
