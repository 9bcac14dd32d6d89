// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.text;

import java.io.FileNotFoundException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message of a socket's exception in plain words, the same for the JDK and for Netty's native calls. For
 * transports.
 */
public final class SocketWords
{
    private static final Pattern SYSTEM_CALL =
        Pattern.compile("[\\w:.]+\\(\\.*\\) failed(?: with error\\(-?[0-9]+\\))?: (.+)", Pattern.DOTALL);

    /**
     * Begins what is said where the process that runs us is to blame, and no node.
     */
    public static final String OURS = "this process has no ";

    private SocketWords()
    {
    }

    /**
     * The words of the innermost cause, which is the plainest.
     *
     * @param failure of a lookup, of an attempt to connect, or of a connection.
     * @return such as {@code connection refused}, {@code no such file} or {@code unknown host}; with a remedy
     *         if this process is to blame, as for too many open files.
     */
    public static String of(final Throwable failure)
    {
        Throwable innermost = failure;
        while (innermost.getCause() != null)
        {
            innermost = innermost.getCause();
        }
        final String message = innermost.getMessage();

        if (innermost instanceof UnknownHostException)
        {
            // The message is the name that was asked for, sometimes followed by the system's words.
            final int colon = message == null ? -1 : message.indexOf(": ");
            return colon < 0 ? "unknown host" : plain(message.substring(colon + 2));
        }
        if (innermost instanceof OutOfMemoryError)
        {
            return "this process has no memory left (" + message +
                "): give it more (-Xmx, -XX:MaxDirectMemorySize), or let it start more threads";
        }
        if (message != null && message.contains("Too many open files"))
        {
            return "this process has no descriptor left (too many open files): raise its limit " +
                "(ulimit -n), or look for what it does not close";
        }
        if (innermost instanceof FileNotFoundException)
        {
            return "no such file";
        }
        if (message == null)
        {
            // Netty uses this exception for ENETUNREACH, without words.
            return innermost instanceof NoRouteToHostException ?
                "network is unreachable" : innermost.getClass().getSimpleName();
        }

        return plain(message);
    }

    private static String plain(final String message)
    {
        final Matcher call = SYSTEM_CALL.matcher(message);
        final String words = call.matches() ? call.group(1) : message;
        if (words.equals("No such file or directory"))
        {
            return "no such file";
        }

        final boolean isSentence = words.length() > 1 && Character.isLowerCase(words.charAt(1));

        return isSentence ? Character.toLowerCase(words.charAt(0)) + words.substring(1) : words;
    }
}
