/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

    private NodeList()
    {
    }

    static List<String> of(final String text)
    {
        return SEPARATOR.splitAsStream(text.strip()).map(String::strip).filter((uri) -> !uri.isEmpty())
            .collect(Collectors.toUnmodifiableList());
    }

    static List<String> ofLines(final List<String> lines)
    {
        final Stream<String> wanted =
            lines.stream().map((line) -> COMMENT.matcher(line.strip()).replaceAll(""));

        return wanted.flatMap((line) -> of(line).stream()).collect(Collectors.toUnmodifiableList());
    }
}
