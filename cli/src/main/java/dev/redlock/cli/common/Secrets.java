// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.util.regex.Pattern;

/**
 * Keeps passwords out of what is printed. Addresses of nodes may carry one, and a mistyped command line is
 * repeated in the complaint about it.
 */
public final class Secrets
{
    /*
     * Except in our own explanations of addresses.
     */
    private static final Pattern LOGIN =
        Pattern.compile("://(?!\\[user\\[:password]@]host|(?:USER)?:PASSWORD@host(?!\\S*@))\\S*@");
    private static final Pattern LOGIN_OF_ARGUMENT = Pattern.compile("(:/*).*@", Pattern.DOTALL);

    private Secrets()
    {
    }

    /**
     * Hides what stands between {@code ://} and the last {@code @} of a word.
     *
     * @param text that may contain addresses.
     * @return the text fit to be printed.
     */
    public static String hide(final String text)
    {
        return LOGIN.matcher(text).replaceAll("://***@");
    }

    /**
     * Hides what may be a password in arguments that are repeated as they were typed, with blanks and fewer
     * slashes than an address has.
     *
     * @param text that may repeat arguments.
     * @param args of the command line.
     * @return the text without what may be secret of them.
     */
    static String hideIn(final String text, final String... args)
    {
        String hidden = text;
        for (final String arg : args)
        {
            final String value = arg.startsWith("-") ? arg.substring(arg.indexOf('=') + 1) : arg;
            if (LOGIN_OF_ARGUMENT.matcher(value).find())
            {
                hidden = hidden.replace(value, LOGIN_OF_ARGUMENT.matcher(value).replaceFirst("$1***@"));
            }
        }

        return hidden;
    }
}
