// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class IntervalCheckerTest
{
    private final IntervalChecker checker = new IntervalChecker();

    @Test
    void shouldAcceptClaimsThatTouchAndClaimsToOtherKeys()
    {
        add("alice", 1, 0, 10);
        add("bob", 1, 10, 20);
        add("carol", 2, 5, 15);

        assertThat(checker.isViolated()).isFalse();
        assertThat(checker.count()).isEqualTo(3);
    }

    @Test
    void shouldFindAnOverlapInAnyOrderOfClaims()
    {
        add("bob", 1, 100, 101);
        add("carol", 1, 102, 103);
        add("alice", 1, 0, 101);

        assertThat(checker.overlaps()).singleElement().satisfies(overlap ->
        {
            assertThat(overlap.earlier().holder()).isEqualTo("bob");
            assertThat(overlap.later().holder()).isEqualTo("alice");
        });
    }

    @Test
    void shouldFindTheShortClaimInsideALongOneThatBeganManyClaimsAgo()
    {
        add("alice", 1, 0, 1000);
        add("bob", 2, 10, 11);
        add("bob", 1, 990, 991);

        assertThat(checker.overlaps()).hasSize(1);
    }

    @Test
    void shouldFindAnInstantInsideAClaim()
    {
        add("alice", 1, 0, 10);
        add("bob", 1, 5, 5);
        add("carol", 1, 10, 10);

        assertThat(checker.overlaps()).hasSize(1);
    }

    @Test
    void shouldFindTwoClaimsThatBeganAtTheSameInstant()
    {
        add("alice", 1, 5, 10);
        add("bob", 1, 5, 6);

        assertThat(checker.overlaps()).hasSize(1);
    }

    @Test
    void shouldBeOfOneMindWithTheSimulatorsChecker()
    {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2_000; i++)
        {
            final long fromNs = random.nextLong(50_000);
            add("holder " + i, random.nextInt(3), fromNs, fromNs + random.nextLong(40));
        }

        assertThat(checker.judge()).isPositive().isEqualTo(checker.overlaps().size());
    }

    private void add(final String holder, final int key, final long fromNs, final long untilNs)
    {
        checker.add(new ClaimedInterval(holder, key, 1, fromNs, untilNs, "RELEASED"));
    }
}
