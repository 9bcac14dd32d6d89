// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

class MajorityTest
{
    private static final String A = Holder.of("a".getBytes(StandardCharsets.UTF_8));

    private static Sighting by(final String token, final long ttlMs)
    {
        return Sighting.held("n", token.getBytes(StandardCharsets.UTF_8), ttlMs);
    }

    private static Sighting free()
    {
        return Sighting.free("n");
    }

    private static Sighting unknown()
    {
        return Sighting.unknown("n", "down");
    }

    @Test
    void shouldShowTheBeginningOfADigest()
    {
        // Of the published test vector for "abc": ba7816bf 8f01cfea …
        assertThat(Holder.of("abc".getBytes(StandardCharsets.UTF_8))).isEqualTo("ba7816bf");
    }

    @Test
    void shouldCountOnlyThoseThatAnswered()
    {
        assertThat(new Majority(List.of(free(), free(), unknown(), free(), free())).verdict())
            .isEqualTo("free: none of the 4 that answered has the key as a lock");
        assertThat(new Majority(List.of(free(), free(), free())).verdict())
            .isEqualTo("free: no node has the key as a lock");
    }

    @Test
    void shouldNameTheHolderOfAMajority()
    {
        final Majority majority =
            new Majority(List.of(by("a", 9000), free(), by("a", 7000), by("b", 99_000), by("a", 8000)));

        // With the third of the three votes the majority ends.
        assertThat(majority.verdict())
            .isEqualTo("held by " + A + " on 3 of 5 nodes, for 7.0 s more unless it is extended");
        assertThat(majority.isConclusive()).isTrue();
    }

    @Test
    void shouldCountTheTimeOfTheVotesThatAreNeeded()
    {
        final Majority majority =
            new Majority(List.of(by("a", 1000), by("a", 2000), by("a", 3000), by("a", 4000), by("a", 5000)));

        assertThat(majority.verdict()).contains("on 5 of 5 nodes, for 3.0 s more");
    }

    @Test
    void shouldBeSureOfAMajorityWhateverTheOthersSay()
    {
        assertThat(new Majority(List.of(by("a", 1000), by("a", 1000), by("a", 1000), unknown(), unknown()))
            .isConclusive()).isTrue();
    }

    @Test
    void shouldCallALockFreeIfNobodyHasAMajority()
    {
        assertThat(new Majority(List.of(free(), free(), free())).verdict()).isEqualTo(
            "free: no node has the key as a lock");
        assertThat(new Majority(List.of(by("a", 1000), by("b", 1000), by("c", 1000))).verdict())
            .startsWith("free: nobody has a majority, which is 2 of 3 nodes");
        assertThat(new Majority(List.of(free(), free(), unknown())).isConclusive()).isTrue();
    }

    @Test
    void shouldNotGuessWhatSilentNodesHave()
    {
        final Majority oneShort =
            new Majority(List.of(by("a", 1000), by("a", 1000), free(), free(), unknown()));
        final Majority silent = new Majority(List.of(free(), free(), unknown(), unknown(), unknown()));

        assertThat(oneShort.isConclusive()).isFalse();
        assertThat(silent.isConclusive()).isFalse();
        assertThat(silent.verdict()).isEqualTo(
            "held or free is unknown: 3 nodes did not answer, and a majority is 3 of 5");
    }

    @Test
    void shouldNotCountKeysOfAnotherType()
    {
        assertThat(new Majority(List.of(Sighting.foreign("n", "list"), Sighting.foreign("n", "list"), free()))
            .verdict()).startsWith("free");
    }

    @Test
    void shouldRemarkOnAKeyWithoutAnEnd()
    {
        assertThat(new Majority(List.of(by("a", Sighting.NEVER))).verdict()).contains("without an end");
        assertThat(new Majority(List.of(by("a", Sighting.NEVER), by("a", 1000), by("a", 500))).verdict())
            .contains("for 1.0 s more");
    }
}
