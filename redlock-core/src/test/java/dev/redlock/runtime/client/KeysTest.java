// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.PreparedKey;

class KeysTest
{
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final int LOOKS = 20_000;
    private static final int MOST_BLOCKS = 20;

    private final Keys keys = new Keys(key -> new TestKey(key.length));

    private record TestKey(int length) implements PreparedKey
    {
    }

    private Keys.Line take(final String key)
    {
        return keys.take(key.getBytes(UTF_8));
    }

    private Keys.Line find(final String before, final String key, final String after)
    {
        final byte[] said = (before + key + after).getBytes(UTF_8);

        return keys.find(said, before.length(), key.getBytes(UTF_8).length);
    }

    @Test
    void shouldFindALineByTheBytesOfItsKeyInWhatANodeSays()
    {
        final Keys.Line orders = take("lock:orders");

        assertThat(find("*2\r\n$11\r\n", "lock:orders", "\r\n")).isSameAs(orders);
        assertThat(find("", "lock:orders", "")).isSameAs(orders);
        assertThat(find("lock:", "orders", "")).isNull();
        assertThat(find("", "lock:order", "s")).isNull();
        assertThat(find("lock:orders", "", "")).isNull();
    }

    @Test
    void shouldHaveOneLinePerKeyUntilAllHaveGivenItBack()
    {
        final Keys.Line line = take("h\u00e9");

        assertThat(take("h\u00e9")).isSameAs(line);
        keys.giveBack(line);
        assertThat(find("", "h\u00e9", "")).isSameAs(line);
        keys.giveBack(line);
        assertThat(find("", "h\u00e9", "")).isNull();
        assertThat(take("h\u00e9")).isNotSameAs(line);
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
        assertThat(names.stream().map(name -> find("a", name, "a"))).containsExactlyElementsOf(lines);
    }

    @Test
    void shouldAllocateNothingToFindALine()
    {
        final Keys.Line orders = take("lock:orders");
        final byte[] said = "message lock:orders".getBytes(UTF_8);
        long bytes = Long.MAX_VALUE;
        for (int block = 0; block < MOST_BLOCKS && bytes != 0; block++)
        {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            int found = 0;
            for (int i = 0; i < LOOKS; i++)
            {
                found += keys.find(said, 8, 11) == orders && keys.find(said, 0, 8) == null ? 1 : 0;
            }
            bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertThat(found).isEqualTo(LOOKS);
        }

        assertThat(bytes).as("bytes in %d looks", LOOKS).isZero();
    }
}
