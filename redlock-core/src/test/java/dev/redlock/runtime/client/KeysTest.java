// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.PreparedKey;

class KeysTest
{
    private final Keys keys = new Keys(key -> new TestKey(key.length));

    private record TestKey(int length) implements PreparedKey
    {
    }

    private Keys.Line take(final String key)
    {
        return keys.take(key.getBytes(UTF_8));
    }

    @Test
    void shouldHaveOneLinePerKeyUntilAllHaveGivenItBack()
    {
        final Keys.Line line = take("h\u00e9");

        assertThat(take("h\u00e9")).isSameAs(line);
        keys.giveBack(line);
        assertThat(take("h\u00e9")).isSameAs(line);
        keys.giveBack(line);
        keys.giveBack(line);
        assertThat(take("h\u00e9")).isNotSameAs(line);
    }

    /**
     * A line that others wait for stays, until others take its room.
     */
    @Test
    void shouldKeepSomeLinesThatOthersWaitFor()
    {
        final Keys.Line line = take("wanted");
        line.want(true);
        keys.giveBack(line);
        assertThat(take("wanted")).isSameAs(line);
        keys.giveBack(line);

        for (int i = 0; i < 10_000; i++)
        {
            final Keys.Line other = take("other" + i);
            other.want(true);
            keys.giveBack(other);
        }
        assertThat(take("wanted")).isNotSameAs(line);
        assertThat(keys.count()).isLessThanOrEqualTo(1 + 64);
    }

    @Test
    void shouldForgetAKeptLineThatNobodyWaitsForAnyMore()
    {
        final Keys.Line line = take("wanted");
        line.want(true);
        keys.giveBack(line);
        line.want(false);
        keys.giveBack(take("wanted"));

        assertThat(keys.count()).isZero();
    }

    /**
     * "Aa" and "BB" have one hash, and so has all that is made of them.
     */
    @Test
    void shouldTellKeysApartThatShareAHash()
    {
        final List<String> names = IntStream.range(0, 1 << 8).mapToObj(bits -> IntStream.range(0, 8)
            .mapToObj(bit -> (bits & 1 << bit) == 0 ? "Aa" : "BB").reduce("", String::concat)).toList();
        final List<Keys.Line> lines = names.stream().map(this::take).toList();

        assertThat(lines).doesNotHaveDuplicates();
        assertThat(names.stream().map(this::take)).containsExactlyElementsOf(lines);
    }
}
