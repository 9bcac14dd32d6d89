// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest
{
    @ParameterizedTest
    @ValueSource(strings = {"", "lock:42", "Zürich", "鍵 は ここ", "a\\b", "\ud83d\udd12"})
    void shouldLeaveWhatCanBeRead(final String text)
    {
        assertThat(Printable.of(text)).isSameAs(text);
        assertThat(Printable.isPrintable(text)).isTrue();
    }

    /*
     * A line feed, a colour, DEL, the C1 form of an escape sequence, a turn of the direction of reading, the
     * other ends of a line, what takes no room, half a character.
     */
    @ParameterizedTest
    @CsvSource({
        "000a, \\n", "000d, \\r", "0009, \\t", "0000, \\u0000", "001b, \\u001b", "007f, \\u007f",
        "0085, \\u0085", "009b, \\u009b", "202e, \\u202e", "2066, \\u2066", "2028, \\u2028", "2029, \\u2029",
        "200b, \\u200b", "feff, \\ufeff", "d800, \\ud800"})
    void shouldShowTheRestByItsCode(final String code, final String escaped)
    {
        final String text = "a" + (char)Integer.parseInt(code, 16) + "[31mb";

        assertThat(Printable.isPrintable(text)).isFalse();
        assertThat(Printable.of(text)).isEqualTo("a" + escaped + "[31mb");
    }

    @Test
    void shouldEscapeBothHalvesOfAnInvisibleCharacter()
    {
        assertThat(Printable.of("a\udb40\udc01")).isEqualTo("a\\udb40\\udc01");
    }

    @Test
    void shouldEndALongTextWithAnEllipsis()
    {
        assertThat(Printable.of("a\nbcd", 3)).isEqualTo("a\\nb…");
        assertThat(Printable.of("a\nb", 3)).isEqualTo("a\\nb");
    }

    /*
     * The innermost frames are of javax.crypto, and of jdk.internal.
     */
    @Test
    void shouldNameTheFirstPlaceOutsideTheJdk()
    {
        final String here = " at " + PrintableTest.class.getName() + ".";

        assertThat(Printable.of(catchThrowable(() -> new SecretKeySpec(null, "AES"))))
            .startsWith("java.lang.IllegalArgumentException" + here);
        assertThat(Printable.of(catchThrowable(() -> Objects.checkIndex(5, 5))))
            .startsWith("java.lang.IndexOutOfBoundsException" + here);
    }
}
