// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest
{
    @ParameterizedTest
    @CsvSource({
        "0, 0s", "1, 1ns", "999, 999ns", "1500, 1.5us", "999999, 999.999us", "2010000, 2.01ms",
        "500000000, 500ms", "1000000000, 1s", "1500000000, 1.5s", "1000000001, 1.000000001s",
        "90000000000, 90s", "120000000000, 2m", "5400000000000, 90m", "7200000000000, 2h",
        "86400000000000, 24h", "-1, -1ns", "-2500000, -2.5ms", "-500000, -500us", "-2000000000, -2s",
        "9223372036854775807, 9223372036.854775807s", "-9223372036854775808, -9223372036.854775808s"})
    void shouldWriteWhatTheCommandLineTakes(final long ns, final String expected)
    {
        assertThat(DurationText.of(ns)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"2010000, 2.01 ms", "2000000000, 2 s", "0, 0 s", "1010000, 1.01 ms"})
    void shouldSetTheUnitApartInASentence(final long ns, final String expected)
    {
        assertThat(DurationText.spaced(ns)).isEqualTo(expected);
    }
}
