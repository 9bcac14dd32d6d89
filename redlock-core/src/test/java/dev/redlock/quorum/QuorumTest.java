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
        # nodes, majority, blocking, margin
        1,  1,  1, 0
        2,  2,  1, 1
        3,  2,  2, 0
        4,  3,  2, 1
        5,  3,  3, 0
        6,  4,  3, 1
        7,  4,  4, 0
        31, 16, 16, 0
        """)
    void shouldKnowTheMajority(final int nodes, final int majority, final int blocking, final int margin)
    {
        final Quorum quorum = Quorum.majorityOf(nodes);

        assertThat(quorum.required()).isEqualTo(majority).isEqualTo(Quorum.majority(nodes));
        assertThat(quorum.blocking()).isEqualTo(blocking);
        assertThat(quorum.safetyMargin()).isEqualTo(margin);
    }

    @ParameterizedTest
    @CsvSource({"5, 4, 2, 2", "5, 5, 1, 4", "7, 5, 3, 2", "4, 4, 1, 3"})
    void shouldTradeAvailabilityForMargin(
        final int nodes, final int required, final int blocking, final int margin)
    {
        final Quorum quorum = new Quorum(nodes, required);

        assertThat(quorum.blocking()).isEqualTo(blocking);
        assertThat(quorum.safetyMargin()).isEqualTo(margin);
    }

    @Test
    void shouldHaveAnyTwoQuorumsShareANode()
    {
        for (int nodes = 1; nodes <= Quorum.MAX_NODES; nodes++)
        {
            for (int required = Quorum.majority(nodes); required <= nodes; required++)
            {
                final Quorum quorum = new Quorum(nodes, required);

                assertThat(2 * quorum.required()).isGreaterThan(nodes);
                assertThat(quorum.required() + quorum.blocking()).isEqualTo(nodes + 1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "32"})
    void shouldRefuseANumberOfNodesOutOfBounds(final int nodes)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> new Quorum(nodes, 1))
            .withMessage("number of nodes is " + nodes + " but must be 1 to 31; 5 is the usual choice");
    }

    @ParameterizedTest
    @CsvSource({"5, 2, 3", "4, 2, 3", "1, 0, 1"})
    void shouldRefuseAQuorumThatDoesNotExclude(final int nodes, final int required, final int majority)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> new Quorum(nodes, required))
            .withMessage("quorum is " + required + " but for " + nodes + " nodes must be " + majority +
                " (the majority) to " + nodes +
                ": quorums that do not share a node do not exclude each other");
    }
}
