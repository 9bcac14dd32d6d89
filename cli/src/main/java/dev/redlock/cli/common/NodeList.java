// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes lists of addresses apart.
 */
final class NodeList
{
    /*
     * A comma counts only where another address follows: a password may contain one, and half a password in
     * a complaint would be half a secret told.
     */
    private static final Pattern SEPARATOR = Pattern.compile("[\\s,]+(?=[A-Za-z]+://)|[\\s,]+$");

    /*
     * Behind a blank, and nothing that may still be a password: that ends at an @.
     */
    private static final Pattern COMMENT = Pattern.compile("^#.*|\\s#[^@]*$");

    /*
     * Editors of Windows write it at the beginning of a file.
     */
    private static final Pattern BYTE_ORDER_MARK = Pattern.compile("^\uFEFF");

    private NodeList()
    {
    }

    static List<String> of(final String text)
    {
        return SEPARATOR.splitAsStream(withoutMark(text).strip()).map(String::strip)
            .filter((uri) -> !uri.isEmpty()).collect(Collectors.toUnmodifiableList());
    }

    static List<String> ofLines(final List<String> lines)
    {
        final Stream<String> wanted =
            lines.stream().map((line) -> COMMENT.matcher(withoutMark(line).strip()).replaceAll(""));

        return wanted.flatMap((line) -> of(line).stream()).collect(Collectors.toUnmodifiableList());
    }

    private static String withoutMark(final String text)
    {
        return BYTE_ORDER_MARK.matcher(text).replaceFirst("");
    }
}
