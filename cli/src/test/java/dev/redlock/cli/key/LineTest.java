// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.KeyOnNode;
import dev.redlock.LockHolder;
import dev.redlock.LockLine;
import dev.redlock.LockLine.Part;
import dev.redlock.LockLine.Waiter;
import dev.redlock.outcome.KeyState;

class LineTest
{
    private static final Part TOLD = new Part("n0", 0, "");

    private static Waiter waiter(final int rank, final String name)
    {
        return new Waiter(
            rank, "1a2b3c4d", name, Instant.EPOCH, Duration.ofSeconds(100_000).plusMillis(rank * 100L), 31);
    }

    private static List<String> words(final List<Waiter> waiters, final List<Part> nodes,
        final KeyState... states)
    {
        return Line.words(new LockLine(waiters, nodes), new LockHolder("", Duration.ZERO, true,
            Stream.of(states).map((state) -> new KeyOnNode("n", state, "", Duration.ZERO, ""))
                .toList()));
    }

    @Test
    void shouldSayNothingWhereNobodyWaits()
    {
        assertThat(words(List.of(), List.of(TOLD), KeyState.FREE)).isEmpty();
    }

    @Test
    void shouldSayWhoWaits()
    {
        assertThat(words(List.of(waiter(1, "orders")), List.of(TOLD), KeyState.HELD)).containsExactly("",
            "1 waits in line for it:",
            "rank  name    waiter        waited  nodes",
            "   1  orders  1a2b3c4d  100000.1 s     31");
        assertThat(words(List.of(waiter(1, "orders"), waiter(2, "stock")), List.of(TOLD), KeyState.HELD))
            .contains("2 wait in line for it, first come first:");
    }

    @Test
    void shouldSayWhoTheFirstAreOnATerminalsWidth()
    {
        final List<Waiter> waiters = IntStream.rangeClosed(1, 1234)
            .mapToObj((rank) -> waiter(rank, "x".repeat(128))).toList();
        final List<String> words = words(waiters, List.of(TOLD), KeyState.HELD);

        assertThat(words).hasSize(13).contains("1,234 wait in line for it, first come first; the first 10:")
            .allMatch((line) -> line.length() <= 80);
        assertThat(words.get(12)).startsWith("  10  xxx").contains("x…  1a2b3c4d");
    }

    /**
     * A node that did not say who holds the lock has a line in the table.
     */
    @Test
    void shouldSayOnceWhichNodeDidNotTellAll()
    {
        final List<String> words = words(List.of(), List.of(new Part("n0", 0, "DOWN: gone"),
            new Part("n1", 0, "ZRANGE: NOPERM this user has no permissions to run the 'zrange' command")),
            KeyState.UNKNOWN, KeyState.FREE);

        assertThat(words).containsExactly(
            "others may wait in line: not all is known of n1 (ZRANGE: NOPERM this user has no",
            "  permissions to run the 'zrange' command)");
    }
}
