// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.cli.common.DurationConverter;

class ProseTest
{
    @ParameterizedTest
    @CsvSource({
        "0, 0 us", "999, 1 us", "83000, 83 us", "1200000, 1.2 ms", "99900000, 99.9 ms", "667000000, 667 ms",
        "12500000000, 12.5 s", "-1500000, -1.5 ms"})
    void shouldShowATimeInTheUnitThatSuitsIt(final long ns, final String expected)
    {
        assertThat(Prose.time(ns)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s", "PT0.5S, 500ms", "PT1.5S, 1.5s", "PT30S, 30s", "PT90S, 90s", "PT2M, 2m", "PT3H, 3h",
        "PT90M, 90m"})
    void shouldWriteADurationThatCanBeReadAgain(final Duration duration, final String expected)
    {
        assertThat(Prose.duration(duration)).isEqualTo(expected);
        assertThat(new DurationConverter().convert(expected)).isEqualTo(duration);
    }

    @Test
    void shouldBreakLinesBetweenWords()
    {
        assertThat(Prose.wrap("one two three\n  four five", 9, 2))
            .containsExactly("one two", "  three", "  four", "  five");
        assertThat(Prose.wrap("a wordthatislonger than a line", 9, 0))
            .containsExactly("a", "wordthatislonger", "than a", "line");
        assertThat(Prose.wrap("", 9, 2)).containsExactly("");
        assertThat(Prose.wrap("123456789", 9, 2)).containsExactly("123456789");
    }

    @ParameterizedTest
    @CsvSource({"0, 0 nodes", "1, 1 node", "5, 5 nodes", "1234, '1,234 nodes'"})
    void shouldCountThings(final long count, final String expected)
    {
        assertThat(Prose.plural(count, "node")).isEqualTo(expected);
    }
}
