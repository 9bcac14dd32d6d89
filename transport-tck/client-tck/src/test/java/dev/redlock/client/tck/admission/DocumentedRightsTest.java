// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/**
 * What the suites allow a user is what docs/operations.md tells operators to allow.
 */
class DocumentedRightsTest
{
    private static final Path DOCUMENT = Path.of("..", "..", "docs", "operations.md");
    private static final Pattern LINE = Pattern.compile("ACL SETUSER \\S+ on >\\S+ ([^`]+)```");
    private static final Pattern WHERE_KNOWN = Pattern.compile("only where they exist:\n([^\n]+)\n");
    private static final Pattern BARE = Pattern.compile("`([^`]+)` in place of `~lock:\\*`");
    private static final Pattern RIGHT = Pattern.compile("`(\\+[^`]+)`");

    @Test
    void shouldBeThoseOfTheSuites() throws IOException
    {
        final String document = Files.readString(DOCUMENT);

        assertThat(find(LINE, document).trim().split("\\s+")).containsExactlyElementsOf(LeastRights.ALWAYS);
        assertThat(RIGHT.matcher(find(WHERE_KNOWN, document)).results().map(result -> result.group(1)))
            .containsExactlyElementsOf(LeastRights.WHERE_KNOWN);
        assertThat(find(BARE, document).split(" ")).containsExactlyElementsOf(LeastRights.BARE_KEYS);
    }

    private static String find(final Pattern pattern, final String document)
    {
        final Matcher matcher = pattern.matcher(document);
        assertThat(matcher.find()).as("%s in %s", pattern, DOCUMENT).isTrue();

        return matcher.group(1);
    }
}
