// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.runtime.operators.LineSighting;
import dev.redlock.runtime.operators.SeenTicket;

class LockLineTest
{
    private static SeenTicket ticket(final char who, final long sinceUs, final long agedUs)
    {
        return new SeenTicket(String.valueOf(who).repeat(32), "client-" + who, sinceUs, agedUs, 100);
    }

    private static LineSighting node(final String detail, final SeenTicket... tickets)
    {
        return new LineSighting("n", List.of(tickets), detail);
    }

    /**
     * The first has come to a node whose clock is behind, which puts it before its time.
     */
    @Test
    void shouldPutTogetherWhatNodesHave()
    {
        final LockLine line = LockLine.of(List.of(
            node("", ticket('b', 1_000_000, 9_000_000), ticket('a', 3_000_000, 7_000_000)),
            node("", ticket('b', 4_000_000, 6_000_000), ticket('c', 5_000_000, -1)),
            node("", ticket('a', 3_000_000, 7_000_001), ticket('b', 4_000_000, 6_000_001))));

        assertThat(line.waiters()).containsExactly(
            new LockLine.Waiter(
                1, "aaaaaaaa", "client-a", Instant.ofEpochSecond(3), Duration.ofSeconds(7), 2),
            new LockLine.Waiter(
                2, "bbbbbbbb", "client-b", Instant.ofEpochSecond(4), Duration.ofSeconds(6), 3),
            new LockLine.Waiter(3, "cccccccc", "client-c", Instant.ofEpochSecond(5), Duration.ZERO, 1));
        assertThat(line.nodes()).extracting(LockLine.Part::waiting).containsExactly(2, 2, 2);
        assertThat(line.isComplete()).isTrue();
    }

    @Test
    void shouldSayWhichNodeDidNotTellAll()
    {
        final LockLine line = LockLine.of(List.of(node("DOWN: gone"), node("", ticket('a', 1, 1))));

        assertThat(line.waiters()).hasSize(1);
        assertThat(line.isComplete()).isFalse();
        assertThat(line.nodes()).containsExactly(
            new LockLine.Part("n", 0, "DOWN: gone"), new LockLine.Part("n", 1, ""));
    }
}
