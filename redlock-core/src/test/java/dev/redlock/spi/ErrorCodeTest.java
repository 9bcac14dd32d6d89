// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorCodeTest
{
    @ParameterizedTest
    @MethodSource("captured")
    void shouldClassifyWhatServersSay(final ErrorCode expected, final String server, final String text)
    {
        assertThat(ErrorCode.of(text)).as(server).isEqualTo(expected);
    }

    @Test
    void shouldKnowALiveWordingOfEveryError()
    {
        assertThat(captured().map((row) -> row.get()[0]).distinct())
            .containsExactlyInAnyOrderElementsOf(
                Stream.of(ErrorCode.values()).filter((code) -> code != ErrorCode.NONE).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "ar-EG", "hi-IN"})
    void shouldClassifyTheSameInEveryLocale(final String locale)
    {
        final List<Arguments> rows = captured().toList();
        final Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try
        {
            assertThat(rows).allSatisfy(
                (row) -> assertThat(ErrorCode.of((String)row.get()[2])).isEqualTo(row.get()[0]));
        }
        finally
        {
            Locale.setDefault(before);
        }
    }

    /*
     * Servers of earlier and other makes, whose wording is known from their sources.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        CLUSTER         | MOVED 3999 127.0.0.1:6381
        CLUSTER         | ASK 3999 127.0.0.1:6381
        CLUSTER         | TRYAGAIN Multiple keys request during rehashing of slot
        MAXCLIENTS      | ERR max number of clients + cluster connections reached
        UNKNOWN_COMMAND | ERR unknown command `HELLO`, with args beginning with: `3`, `AUTH`,
        WRONGPASS       | ERR invalid password
        WRONGPASS       | ERR Client sent AUTH, but no password is set
        OTHER           | EXECABORT Transaction discarded because of previous errors.
        OTHER           | ERR This instance has Lua scripting support disabled
        """)
    void shouldClassifyWhatOtherServersSay(final ErrorCode expected, final String text)
    {
        assertThat(ErrorCode.of(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        OOM   | OOM
        OTHER | OOMPH is not a code
        OTHER | oom in lower case
        OTHER | ERR the value has -OOM in it
        OTHER | ERR LOADING is not the first word
        OTHER | ERR Error running script (call to f_0): @user_script:1: ERR the value has -OOM in it
        OTHER | ERR Error running script (call to f_0):
        OTHER | ERR
        """)
    void shouldTakeACodeOnlyFromItsPlace(final ErrorCode expected, final String text)
    {
        assertThat(ErrorCode.of(text)).isEqualTo(expected);
    }

    @Test
    void shouldMakeNothingOfNothing()
    {
        assertThat(ErrorCode.of("")).isEqualTo(ErrorCode.OTHER);
    }

    static Stream<Arguments> captured()
    {
        try (InputStream in = ErrorCodeTest.class.getResourceAsStream("errors.tsv"))
        {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter((line) -> !line.startsWith("#"))
                .map((line) -> line.split("\t", 3))
                .map((row) -> Arguments.of(ErrorCode.valueOf(row[0]), row[1], row[2])).toList().stream();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
