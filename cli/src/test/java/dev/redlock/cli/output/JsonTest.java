// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.redlock.cli.common.StrictJson;

class JsonTest
{
    @Test
    void shouldWriteEveryKindOfValueInOrder()
    {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("b", 1);
        object.put("a", Arrays.asList("x", null, true, 2.5, Long.MAX_VALUE));
        object.put("none", Map.of());
        object.put("empty", List.of());

        assertThat(Json.of(object)).isEqualTo("""
            {
              "b": 1,
              "a": [
                "x",
                null,
                true,
                2.5,
                9223372036854775807
              ],
              "none": {},
              "empty": []
            }
            """);
        assertThat(StrictJson.read(Json.of(object))).isInstanceOf(Map.class);
    }

    @Test
    void shouldEscapeWhateverAStringContains()
    {
        final StringBuilder all = new StringBuilder("\"\\/'<>");
        for (char character = 0; character < 0x120; character++)
        {
            all.append(character);
        }
        all.append("\u2028\u2029\ud83d\ude00\ud800");

        assertThat(StrictJson.read(Json.of(all))).isEqualTo(all.toString());
        assertThat(Json.of(all).chars()).allMatch((character) -> character < 0x7f);
    }

    @Test
    void shouldWriteNullForNumbersThatAreNotFinite()
    {
        assertThat(Json.of(Double.NaN)).isEqualTo("null\n");
        assertThat(Json.of(Double.POSITIVE_INFINITY)).isEqualTo("null\n");
    }

    @Test
    void shouldRoundToThreeDecimals()
    {
        assertThat(Json.of(1.23456)).isEqualTo("1.235\n");
        assertThat(Json.of(-0.0004)).isEqualTo("0.0\n");
        assertThat(StrictJson.read(Json.of(12_345_678_901.5))).isEqualTo(12_345_678_901.5);
    }

    @Test
    void shouldWriteNumbersTheSameInEveryLocale()
    {
        final Locale before = Locale.getDefault();
        try
        {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

            assertThat(Json.of(1234.5)).isEqualTo("1234.5\n");
            assertThat(Json.of("\u00e9")).isEqualTo("\"\\u00e9\"\n");
            assertThat(Prose.format("%,d %.1f", 1234, 1.5)).isEqualTo("1,234 1.5");
        }
        finally
        {
            Locale.setDefault(before);
        }
    }
}
