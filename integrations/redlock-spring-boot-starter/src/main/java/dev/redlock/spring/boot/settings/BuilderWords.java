// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.settings;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.redlock.spring.boot.RedlockSetupException;

/*
 * The client's messages name the methods of its builder, and who writes properties does not know those. Where
 * a message advises a setting it names the property, too; what complains of a value is translated here.
 */

/**
 * From the words of {@link dev.redlock.RedlockBuilder}, as its messages have them, to properties.
 */
public final class BuilderWords
{
    private static final List<Word> WORDS = List.of(
        new Word("\\S+ \\(in Spring Boot (redlock\\.[a-z.=-]+)\\)", "$1"),
        new Word("\\blongestTtl\\b", "redlock.longest-ttl"),
        new Word("^time to live\\b", "redlock.ttl"),
        new Word("^maximum hold\\b", "redlock.auto-extend"),
        new Word("\\bminNodeTimeout\\b", "redlock.min-node-timeout"),
        new Word("\\bmaxNodeTimeout\\b", "redlock.max-node-timeout"),
        new Word("\\bconnectTimeout\\b", "redlock.connect-timeout"),
        new Word("\\bstartTimeout\\b", "redlock.start-timeout"),
        new Word("\\bcloseTimeout\\b", "redlock.close-timeout"),
        new Word("^key prefix\\b", "redlock.key-prefix"),
        new Word("^quorum(?= is)", "redlock.quorum"),
        new Word("^client name\\b", "redlock.name"),
        new Word("^number of nodes\\b", "redlock.nodes"));
    private static final Pattern PROPERTY = Pattern.compile("(?<![\\w.])redlock\\.[a-z]+(?:-[a-z]+)*");

    private static final Pattern ADVICE = Pattern.compile("; redlock\\.auto-extend holds .*");

    private BuilderWords()
    {
    }

    /**
     * A message of the client, in the words of properties.
     */
    public static String translate(final String message)
    {
        String text = message;
        for (final Word word : WORDS)
        {
            text = word.builder.matcher(text).replaceAll(word.property);
        }

        return text;
    }

    /**
     * What the application is told if the builder refuses a setting.
     */
    public static RedlockSetupException refusal(final RuntimeException cause)
    {
        final String text = translate(String.valueOf(cause.getMessage()));
        final Set<String> named = new LinkedHashSet<>();
        PROPERTY.matcher(ADVICE.matcher(text).replaceFirst("")).results()
            .forEach((property) -> named.add(property.group()));

        return new RedlockSetupException(text, named.isEmpty() ?
            "the properties are those of redlock.*, such as redlock.nodes or redlock.transport" :
            "correct " + String.join(" or ", named), cause);
    }

    private record Word(Pattern builder, String property)
    {
        private Word(final String builder, final String property)
        {
            this(Pattern.compile(builder), property);
        }
    }
}
