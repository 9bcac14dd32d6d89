// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest
{
    @ParameterizedTest
    @CsvSource({"2, PT2S", "2s, PT2S", "1.5, PT1.5S", "500ms, PT0.5S", "2m, PT2M"})
    void shouldTakeANumberOfSecondsWithOrWithoutTheirUnit(final String text, final Duration expected)
    {
        assertThat(new SecondsConverter().convert(text)).isEqualTo(expected);
    }

    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({
        "30s, PT30S", "500ms, PT0.5S", "2m, PT2M", "1h, PT1H", "1d, PT24H", "250us, PT0.00025S",
        "7ns, PT0.000000007S", "1.5s, PT1.5S", "0, PT0S", "0s, PT0S", "3650d, PT87600H"})
    void shouldReadWhatPeopleWrite(final String text, final Duration expected)
    {
        assertThat(converter.convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "s", "-1s", "+1s", "1 s", "1,5s", "1e3s", ".5s", "5.s", "PT5S", "1s2", "0x1s"})
    void shouldRefuseWhatIsNoDuration(final String text)
    {
        assertThatThrownBy(() -> converter.convert(text))
            .isInstanceOf(TypeConversionException.class)
            .hasMessageContaining("'" + text + "' is not a duration")
            .hasMessageContaining("such as 500ms or 30s");
    }

    @Test
    void shouldNotGuessAUnit()
    {
        assertThatThrownBy(() -> converter.convert("30")).hasMessageContaining("'30' has no unit");
        assertThatThrownBy(() -> converter.convert("30sec")).hasMessageContaining("unknown unit 'sec'");
        assertThatThrownBy(() -> converter.convert("30S")).hasMessageContaining("is not a duration");
    }

    @Test
    void shouldRefuseWhatWouldOverflow()
    {
        assertThatThrownBy(() -> converter.convert("3651d")).hasMessageContaining("longer than ten years");
        assertThatThrownBy(() -> converter.convert("999999999999d"))
            .hasMessageContaining("longer than ten years");
    }
}
