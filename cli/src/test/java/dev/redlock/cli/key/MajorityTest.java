// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.KeyOnNode;
import dev.redlock.LockHolder;
import dev.redlock.outcome.KeyState;
import dev.redlock.quorum.Quorum;

class MajorityTest
{
    private static final KeyOnNode FREE = node(KeyState.FREE);
    private static final KeyOnNode UNKNOWN = node(KeyState.UNKNOWN);

    private static KeyOnNode node(final KeyState state)
    {
        return new KeyOnNode("n", state, "", Duration.ZERO, "down");
    }

    private static KeyOnNode by(final String holder, final Duration remaining)
    {
        return new KeyOnNode("n", KeyState.HELD, holder, remaining, "");
    }

    private static String verdict(
        final String holder, final Duration remaining, final boolean isCertain, final KeyOnNode... nodes)
    {
        return Majority.verdict(
            new LockHolder(holder, remaining, isCertain, List.of(nodes)), Quorum.majorityOf(nodes.length));
    }

    private static String verdictOnNobody(final boolean isCertain, final KeyOnNode... nodes)
    {
        return verdict("", Duration.ZERO, isCertain, nodes);
    }

    @Test
    void shouldSayWhoHoldsALock()
    {
        final KeyOnNode held = by("a", Duration.ofMillis(7040));

        assertThat(verdict("a", held.remaining(), true,
            held, FREE, held, by("b", Duration.ofSeconds(99)), held))
            .isEqualTo("is held by a on 3 of 5 nodes, for 7.0 s more unless it is extended");
        assertThat(verdict("a", KeyOnNode.ENDLESS, true, by("a", KeyOnNode.ENDLESS)))
            .contains("without an end");
    }

    @Test
    void shouldSayWhyALockIsFree()
    {
        assertThat(verdictOnNobody(true, FREE, FREE, FREE))
            .isEqualTo("is free: no node has the key as a lock");
        assertThat(verdictOnNobody(true, FREE, FREE, UNKNOWN, FREE, FREE))
            .isEqualTo("is free: none of the 4 that answered has the key as a lock");
        assertThat(verdictOnNobody(true, by("a", Duration.ZERO), by("b", Duration.ZERO), FREE))
            .startsWith("is free: nobody has a majority, which is 2 of 3 nodes");
    }

    @Test
    void shouldSayWhatIsMissing()
    {
        assertThat(verdictOnNobody(false, FREE, FREE, UNKNOWN, UNKNOWN, UNKNOWN))
            .isEqualTo("may be held or free: 3 nodes could not say, and a majority is 3 of 5");
    }
}
