// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.util.Locale;

/**
 * Reads the code out of a server's error text.
 */
final class ErrorText
{
    /*
     * Redis before 7.0 wraps an error raised inside a script, and names the place once or twice: ERR Error
     * running script (call to f_<sha>): @user_script:1: @user_script: 1: -OOM command not … ERR Error running
     * script (call to f_<sha>): @user_script:1: WRONGTYPE Operation against a key … ERR Error running script
     * (call to f_<sha>): @user_script:1: @user_script: 1: The user executing … The error itself starts at the
     * first word after that which does not end with a colon.
     */
    private static final String WRAPPING = "ERR Error running script (call to ";

    /*
     * A server that does not know a command repeats its arguments, such as an owner token or a password.
     */
    private static final String REPEATED_ARGUMENTS = ", with args beginning with";

    private ErrorText()
    {
    }

    static String withoutArguments(final String text)
    {
        final int repeated = text.indexOf(REPEATED_ARGUMENTS);

        return repeated < 0 ? text : text.substring(0, repeated);
    }

    static ErrorCode classify(final String text)
    {
        return byFirstWord(text.startsWith(WRAPPING) ? unwrap(text) : text);
    }

    private static String unwrap(final String text)
    {
        int start = WRAPPING.length();
        int space = text.indexOf(' ', start);
        while (space >= 0 && text.charAt(space - 1) == ':')
        {
            start = space + 1;
            space = text.indexOf(' ', start);
        }

        return text.substring(text.startsWith("-", start) ? start + 1 : start);
    }

    private static ErrorCode byFirstWord(final String text)
    {
        final int space = text.indexOf(' ');
        final String word = space < 0 ? text : text.substring(0, space);

        return switch (word)
        {
            case "NOSCRIPT", "WRONGTYPE", "NOAUTH", "WRONGPASS", "NOPERM", "NOPROTO", "READONLY", "LOADING",
                "BUSY", "MISCONF", "OOM", "MASTERDOWN", "NOREPLICAS" -> ErrorCode.valueOf(word);
            case "MOVED", "ASK", "CLUSTERDOWN", "TRYAGAIN", "CROSSSLOT" -> ErrorCode.CLUSTER;
            default -> byPhrase(text);
        };
    }

    private static ErrorCode byPhrase(final String text)
    {
        final String lower = text.toLowerCase(Locale.ROOT);

        if (lower.contains("unknown command") || lower.contains("unknown subcommand") ||
            lower.contains("unknown redis command"))
        {
            return ErrorCode.UNKNOWN_COMMAND;
        }
        if (lower.contains("max number of clients"))
        {
            return ErrorCode.MAXCLIENTS;
        }
        if (lower.contains("can't run this command") || lower.contains("acl failure"))
        {
            return ErrorCode.NOPERM;
        }
        if (lower.contains("without any password configured") || lower.contains("but no password is set") ||
            lower.contains("invalid password"))
        {
            return ErrorCode.WRONGPASS;
        }

        return ErrorCode.OTHER;
    }
}
