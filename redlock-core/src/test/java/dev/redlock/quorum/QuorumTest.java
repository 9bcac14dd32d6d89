// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuorumTest
{
    @ParameterizedTest
    @CsvSource(textBlock = """
        # nodes, majority, tolerated, margin
        1,  1,  0, 0
        2,  2,  0, 1
        3,  2,  1, 0
        4,  3,  1, 1
        5,  3,  2, 0
        6,  4,  2, 1
        7,  4,  3, 0
        31, 16, 15, 0
        """)
    void shouldKnowTheMajority(final int nodes, final int majority, final int tolerated, final int margin)
    {
        final Quorum quorum = Quorum.majorityOf(nodes);

        assertThat(quorum.required()).isEqualTo(majority).isEqualTo(Quorum.majority(nodes));
        assertThat(quorum.tolerated()).isEqualTo(tolerated);
        assertThat(quorum.safetyMargin()).isEqualTo(margin);
    }

    @ParameterizedTest
    @CsvSource({"5, 4, 1, 2", "5, 5, 0, 4", "7, 5, 2, 2", "4, 4, 0, 3"})
    void shouldTradeAvailabilityForMargin(
        final int nodes, final int required, final int tolerated, final int margin)
    {
        final Quorum quorum = Quorum.of(nodes, required);

        assertThat(quorum.tolerated()).isEqualTo(tolerated);
        assertThat(quorum.safetyMargin()).isEqualTo(margin);
    }

    @Test
    void shouldHaveAnyTwoQuorumsShareANode()
    {
        for (int nodes = 1; nodes <= Quorum.MAX_NODES; nodes++)
        {
            for (int required = Quorum.majority(nodes); required <= nodes; required++)
            {
                final Quorum quorum = Quorum.of(nodes, required);

                assertThat(2 * quorum.required()).isGreaterThan(nodes);
                assertThat(quorum.required() + quorum.tolerated()).isEqualTo(nodes);
            }
        }
    }

    /*
     * Every set of up to seven nodes, by the definition: enough of them, or not enough without them.
     */
    @Test
    void shouldDecideOverSetsOfNodes()
    {
        for (int nodes = 1; nodes <= 7; nodes++)
        {
            for (int required = Quorum.majority(nodes); required <= nodes; required++)
            {
                final Quorum quorum = Quorum.of(nodes, required);
                for (int set = 0; set < 1 << nodes; set++)
                {
                    final int others = (1 << nodes) - 1 & ~set;
                    final int size = Integer.bitCount(set);

                    assertThat(quorum.isMetBy(set)).isEqualTo(size >= required);
                    assertThat(quorum.isOutOfReachWithout(set)).isEqualTo(!quorum.isMetBy(others));
                }
            }
        }
    }

    @Test
    void shouldCountNoNodeThatDoesNotBelongToIt()
    {
        final Quorum quorum = new Threshold(0b1_0110, 2);

        assertThat(quorum.nodeCount()).isEqualTo(3);
        assertThat(quorum.isMetBy(0b1_0100)).isTrue();
        assertThat(quorum.isMetBy(0b0_1101)).isFalse();
        assertThat(quorum.isOutOfReachWithout(0b0_1101)).isFalse();
        assertThat(quorum.isOutOfReachWithout(0b1_0100)).isTrue();
        assertThat(quorum.deadlineNs(0b1_1111, new long[]{90, 10, 20, 80, 30}, new long[5])).isEqualTo(20);
        assertThat(quorum.atLeast(3).isMetBy(0b0_1111)).isFalse();
    }

    @Test
    void shouldWantMoreVotesWithinLimits()
    {
        final Quorum quorum = Quorum.majorityOf(5);

        assertThat(quorum.atLeast(0)).isSameAs(quorum);
        assertThat(quorum.atLeast(3)).isSameAs(quorum);
        assertThat(quorum.atLeast(4)).isEqualTo(Quorum.of(5, 4)).hasToString("4 of 5");
        assertThatIllegalArgumentException().isThrownBy(() -> quorum.atLeast(2))
            .withMessageContaining("no lock is won with fewer than a quorum");
        assertThatIllegalArgumentException().isThrownBy(() -> quorum.atLeast(6))
            .withMessageContaining("each node has one vote; ask for fewer");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "32"})
    void shouldRefuseANumberOfNodesOutOfBounds(final int nodes)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> Quorum.of(nodes, 1))
            .withMessage("number of nodes is " + nodes + " but must be 1 to 31; 5 is the usual choice");
    }

    @ParameterizedTest
    @CsvSource({"5, 2, 3", "4, 2, 3", "1, 0, 1"})
    void shouldRefuseAQuorumThatDoesNotExclude(final int nodes, final int required, final int majority)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> Quorum.of(nodes, required))
            .withMessage("quorum is " + required + " but for " + nodes + " nodes must be " + majority +
                " (the majority) to " + nodes +
                ": quorums that do not share a node do not exclude each other");
    }
}
