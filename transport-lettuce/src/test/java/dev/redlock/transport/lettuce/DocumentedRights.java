// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rights of a user as docs/operations.md tells operators to grant them.
 */
final class DocumentedRights
{
    private static final Path DOCUMENT = Path.of("..", "docs", "operations.md");
    private static final Pattern LINE = Pattern.compile("ACL SETUSER \\S+ on >\\S+ ([^`]+)```");
    private static final Pattern WHERE_KNOWN = Pattern.compile("only where they exist:\n([^\n]+)\n");
    private static final Pattern RIGHT = Pattern.compile("`(\\+[^`]+)`");

    private DocumentedRights()
    {
    }

    static List<String> always()
    {
        return List.of(find(LINE).trim().split("\\s+"));
    }

    static List<String> whereKnown()
    {
        return RIGHT.matcher(find(WHERE_KNOWN)).results().map(result -> result.group(1)).toList();
    }

    private static String find(final Pattern pattern)
    {
        try
        {
            final Matcher matcher = pattern.matcher(Files.readString(DOCUMENT));
            if (!matcher.find())
            {
                throw new AssertionError(DOCUMENT + " has nothing like " + pattern);
            }

            return matcher.group(1);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("run the tests in the directory of their module", ex);
        }
    }
}
