// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandingTest
{
    private final Standing standing = of(Quorum.majorityOf(5));

    private static Standing of(final Quorum quorum)
    {
        final Slots slots = new Slots(quorum.nodeCount());
        final Standing standing = new Standing(slots, slots.longs());
        standing.judgeBy(quorum);

        return standing;
    }

    private void grant(final long untilNs, final int... nodes)
    {
        Arrays.stream(nodes).forEach((node) -> standing.grant(node, untilNs));
    }

    @Test
    void shouldNeedAQuorum()
    {
        grant(100, 0, 4);
        assertThat(standing.isQuorum()).isFalse();
        assertThat(standing.count()).isEqualTo(2);

        standing.grant(2, 100);
        assertThat(standing.isQuorum()).isTrue();
        assertThat(standing.stands(2)).isTrue();
        assertThat(standing.stands(1)).isFalse();
    }

    @Test
    void shouldKeepTheVotesOfAsManyNodesApartAsThereMayBe()
    {
        final Standing large = of(Quorum.majorityOf(Quorum.MAX_NODES));
        for (int node = Quorum.MAX_NODES - 1; node >= 15; node--)
        {
            assertThat(large.isQuorum()).isFalse();
            large.grant(node, 1_000 - node);
        }
        assertThat(large.isQuorum()).isTrue();
        assertThat(large.deadlineNs()).isEqualTo(1_000 - 30);

        large.grant(0, 5_000);
        assertThat(large.deadlineNs()).isEqualTo(1_000 - 29);
        large.drop(29);
        assertThat(large.deadlineNs()).isEqualTo(1_000 - 30);
        large.drop(30);
        assertThat(large.isQuorum()).isFalse();
    }

    @Test
    void shouldEndAtTheThirdLatestOfFive()
    {
        standing.grant(0, 50);
        standing.grant(1, 10);
        standing.grant(2, 40);
        standing.grant(3, 20);
        standing.grant(4, 30);

        assertThat(standing.deadlineNs()).isEqualTo(30);
    }

    @Test
    void shouldMoveOnlyWhenAQuorumHasExtended()
    {
        grant(100, 0, 1, 2, 3, 4);

        grant(200, 0, 1);
        assertThat(standing.deadlineNs()).isEqualTo(100);

        standing.grant(2, 200);
        assertThat(standing.deadlineNs()).isEqualTo(200);
    }

    @Test
    void shouldFallBackWhenAVoteIsDropped()
    {
        grant(200, 0, 1, 2);
        grant(100, 3, 4);
        assertThat(standing.deadlineNs()).isEqualTo(200);

        standing.drop(1);
        assertThat(standing.deadlineNs()).isEqualTo(100);

        standing.drop(3);
        assertThat(standing.isQuorum()).isTrue();
        standing.drop(4);
        assertThat(standing.isQuorum()).isFalse();
    }

    @Test
    void shouldNotShortenAVote()
    {
        grant(100, 0, 1, 2);

        standing.grant(0, 50);

        assertThat(standing.deadlineNs()).isEqualTo(100);
    }

    @Test
    void shouldTakeAnEarlierInstantAfterADrop()
    {
        grant(100, 0, 1, 2);

        standing.drop(0);
        standing.grant(0, 50);

        assertThat(standing.deadlineNs()).isEqualTo(50);
    }

    @Test
    void shouldForgetEverything()
    {
        standing.grant(0, 100);
        standing.clear();

        assertThat(standing.count()).isZero();
        assertThat(standing.stands(0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, Long.MAX_VALUE - 500, Long.MIN_VALUE, Long.MIN_VALUE + 500})
    void shouldAgreeWithTheDefinitionWhereverTheClockStands(final long aroundNs)
    {
        final SplittableRandom random = new SplittableRandom(aroundNs);

        for (int i = 0; i < 2_000; i++)
        {
            final int nodes = 1 + random.nextInt(i < 1_500 ? 7 : Quorum.MAX_NODES);
            final Quorum quorum = Quorum.of(
                nodes, Quorum.majority(nodes) + random.nextInt(nodes - Quorum.majority(nodes) + 1));
            final Standing some = of(quorum);
            final List<Long> ends = new ArrayList<>();
            for (int node = 0; node < nodes; node++)
            {
                if (random.nextInt(4) > 0)
                {
                    final long endNs = random.nextLong(2_000) - 1_000;
                    some.grant(node, aroundNs + endNs);
                    ends.add(endNs);
                }
            }

            ends.sort((a, b) -> Long.compare(b, a));
            assertThat(some.isQuorum()).isEqualTo(ends.size() >= quorum.required());
            if (some.isQuorum())
            {
                assertThat(some.deadlineNs() - aroundNs).isEqualTo(ends.get(quorum.required() - 1));
            }
        }
    }
}
