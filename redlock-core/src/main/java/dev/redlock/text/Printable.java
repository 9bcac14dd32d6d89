// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.text;

/**
 * Makes text from outside safe for our messages: hosts, names, keys, the words of servers. Characters that
 * break the line, steer a terminal or change the direction of reading are shown by their codes, so that
 * nobody can forge a log line by the choice of a key.
 */
public final class Printable
{
    private Printable()
    {
    }

    /**
     * The text with all invisible characters escaped.
     *
     * @param text from outside.
     * @return the text itself if there is nothing to escape.
     */
    public static String of(final String text)
    {
        return isPrintable(text) ? text : of(text, text.length());
    }

    /**
     * The beginning of a text, escaped in the same way.
     *
     * @param text       from outside.
     * @param mostLength characters to keep; an ellipsis replaces the rest.
     * @return one line.
     */
    public static String of(final String text, final int mostLength)
    {
        final StringBuilder escaped = new StringBuilder();
        final int end = Math.min(text.length(), mostLength);
        for (int i = 0; i < end; i += Character.charCount(text.codePointAt(i)))
        {
            append(escaped, text.codePointAt(i));
        }

        return end < text.length() ? escaped.append('…').toString() : escaped.toString();
    }

    /**
     * What was thrown, and where: the first place outside the JDK. Without its message, which may repeat what
     * a node or a user has said, a password among it.
     *
     * @param thrown by code that is not ours, or at what others have said.
     * @return such as {@code java.lang.IllegalStateException at com.example.Vault.password(Vault.java:17)}.
     */
    public static String of(final Throwable thrown)
    {
        for (final StackTraceElement frame : thrown.getStackTrace())
        {
            if (!isJdk(frame))
            {
                return thrown.getClass().getName() + " at " + frame.getClassName() + "." +
                    frame.getMethodName() + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
            }
        }

        return thrown.getClass().getName();
    }

    /*
     * Its packages have many names (java, javax, jdk, sun, com.sun), but its modules two.
     */
    private static boolean isJdk(final StackTraceElement frame)
    {
        final String module = frame.getModuleName();

        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /**
     * Whether a text is safe in a message as it is.
     *
     * @param text from outside.
     * @return false if there is anything to escape.
     */
    public static boolean isPrintable(final String text)
    {
        return text.codePoints().allMatch(Printable::isPrintable);
    }

    /*
     * FORMAT contains characters that turn the direction of reading, and those without width.
     */
    private static boolean isPrintable(final int codePoint)
    {
        return switch (Character.getType(codePoint))
        {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                Character.SURROGATE -> false;
            default -> true;
        };
    }

    private static void append(final StringBuilder escaped, final int codePoint)
    {
        if (isPrintable(codePoint))
        {
            escaped.appendCodePoint(codePoint);
        }
        else if (codePoint == '\n')
        {
            escaped.append("\\n");
        }
        else if (codePoint == '\r')
        {
            escaped.append("\\r");
        }
        else if (codePoint == '\t')
        {
            escaped.append("\\t");
        }
        else
        {
            for (final char unit : Character.toChars(codePoint))
            {
                escaped.append("\\u%04x".formatted((int)unit));
            }
        }
    }
}
