// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import java.io.Console;

/**
 * Whether a person sits at the other end.
 */
public final class Terminal
{
    private static final boolean IS_INTERACTIVE = isInteractive(System.console());
    private static final boolean HAS_COLOURS =
        IS_INTERACTIVE && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));

    /**
     * The colours there are need for.
     */
    public enum Colour
    {
        /**
         * All is well.
         */
        GREEN("\u001b[32m"),

        /**
         * Worth a look.
         */
        YELLOW("\u001b[33m"),

        /**
         * Wrong.
         */
        RED("\u001b[31m");

        private static final String RESET = "\u001b[0m";

        private final String code;

        Colour(final String code)
        {
            this.code = code;
        }

        /**
         * Colours a text, if standard output is a terminal that wants colours.
         *
         * @param text to be printed.
         * @return the text, perhaps between control sequences.
         */
        public String paint(final String text)
        {
            return HAS_COLOURS ? code + text + RESET : text;
        }
    }

    private Terminal()
    {
    }

    /**
     * Whether standard input and standard output are a terminal.
     *
     * @return false for pipes and files.
     */
    public static boolean isInteractive()
    {
        return IS_INTERACTIVE;
    }

    /*
     * Until Java 22 there is a console only where there is a terminal. Then came one for pipes, too, and with
     * it a method to ask, which the language level of this library does not know.
     */
    private static boolean isInteractive(final Console console)
    {
        if (console == null)
        {
            return false;
        }
        try
        {
            return (Boolean)Console.class.getMethod("isTerminal").invoke(console);
        }
        catch (final ReflectiveOperationException ignored)
        {
            // An older Java: a console is a terminal.
            return true;
        }
    }
}
