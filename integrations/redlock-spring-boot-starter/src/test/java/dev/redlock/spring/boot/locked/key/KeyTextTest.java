// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values in keys, and their texts: the same in every process, and different ones for different things.
 */
class KeyTextTest
{
    private final KeyText texts = new KeyText(Set.of(OwnText.class.getName()));

    static List<Arguments> taken()
    {
        final UUID id = new UUID(1, 2);

        return List.of(Arguments.of("12A", "12A"), Arguments.of(7, "7"), Arguments.of(7L, "7"),
            Arguments.of((short)7, "7"), Arguments.of((byte)7, "7"), Arguments.of('c', "c"),
            Arguments.of(true, "true"), Arguments.of(new BigInteger("70000000000000000000"),
            "70000000000000000000"), Arguments.of(new AtomicLong(7), "7"), Arguments.of(id, id.toString()),
            Arguments.of(DayOfWeek.FRIDAY, "FRIDAY"), Arguments.of(Odd.ONE, "ONE"),
            Arguments.of(URI.create("a:b"), "a:b"), Arguments.of(Locale.UK, "en_GB"),
            Arguments.of(Duration.ofSeconds(1), "PT1S"), Arguments.of(Instant.EPOCH, "1970-01-01T00:00:00Z"),
            Arguments.of(LocalDate.of(2026, Month.MAY, 1), "2026-05-01"),
            Arguments.of(ZoneId.of("Europe/Rome"), "Europe/Rome"), Arguments.of(Optional.of(7), "7"),
            Arguments.of(OptionalInt.of(7), "7"), Arguments.of(List.of(1, 2), "[1, 2]"),
            Arguments.of(List.of("a, b"), "[a\\, b]"), Arguments.of(List.of("a", "b"), "[a, b]"),
            Arguments.of(List.of(List.of(1), List.of(2)), "[[1], [2]]"),
            Arguments.of(new long[] {1, 2}, "[1, 2]"),
            Arguments.of(new String[] {"a"}, "[a]"), Arguments.of(new Id("a", 1), "Id[name=a, number=1]"),
            Arguments.of(new Id("a, number=2", 1), "Id[name=a\\, number\\=2, number=1]"),
            Arguments.of(new StringBuilder("a"), "a"), Arguments.of(new OwnText(), "own"));
    }

    static Stream<Arguments> refused()
    {
        return Stream.of("", "  ", 1.5, 1.5f, new BigDecimal("1.0"), new Date(0), new java.sql.Timestamp(0),
            new GregorianCalendar(), Set.of("a", "b", "c", "d"), new LinkedHashSet<>(List.of(1)),
            Map.of("a", "b"), Map.of("a", 1).keySet(), new Object(), new Object[] {new Object()},
            new Object[0], List.of(), List.of(1.5), List.of(new Object()), Arrays.asList(1, null),
            Optional.empty(), OptionalInt.empty(), Optional.of(new Object()), new Holder(new Object()),
            new Holder(null), new Holder(Set.of(1, 2)), Path.of("a"), Object.class, Thread.currentThread(),
            (Runnable)() -> {}, new double[] {1}).map((one) -> Arguments.of(new Object[] {one}));
    }

    @ParameterizedTest
    @MethodSource("taken")
    void shouldTake(final Object value, final String text)
    {
        assertThat(texts.of(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuse(final Object value)
    {
        assertThatThrownBy(() -> texts.of(value)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSayWhatToWriteInstead()
    {
        assertThatThrownBy(() -> texts.of(null)).hasMessageContaining("#a?.b ?: 'none'");
        assertThatThrownBy(() -> texts.of(new Date(0))).hasMessageContaining("use #a.toInstant()");
        assertThatThrownBy(() -> texts.of(new java.sql.Date(0))).hasMessageContaining("use #a.toLocalDate()");
        assertThatThrownBy(() -> texts.of(new java.sql.Time(0))).hasMessageContaining("use #a.toLocalTime()");
        assertThatThrownBy(() -> texts.of(new java.sql.Timestamp(0)))
            .hasMessageContaining("use #a.toInstant()");
        for (final Object ordered : List.of(new TreeSet<>(Set.of(1)), new ArrayDeque<>(Set.of(1)),
            new LinkedHashSet<>(Set.of(1))))
        {
            assertThatThrownBy(() -> texts.of(ordered))
                .hasMessageContaining("T(java.util.List).copyOf(#a)")
                .hasMessageNotContaining("may be another");
        }
        assertThatThrownBy(() -> texts.of(1.5)).hasMessageContaining("use an integer");
        assertThatThrownBy(() -> texts.of(Set.of(1))).hasMessageContaining("a list in a certain order");
        assertThatThrownBy(() -> texts.of(new Object())).hasMessageContaining("redlock.locked.key-types");
    }

    @Test
    void shouldEndWhereAListContainsItself()
    {
        final List<Object> endless = new ArrayList<>();
        endless.add(endless);
        assertThatThrownBy(() -> texts.of(endless)).isInstanceOf(IllegalArgumentException.class);
    }

    enum Odd
    {
        ONE
        {
            @Override
            public String toString()
            {
                return "uno";
            }
        }
    }

    record Id(String name, int number)
    {
    }

    record Holder(Object value)
    {
    }

    static class OwnText
    {
        @Override
        public String toString()
        {
            return "own";
        }
    }
}
