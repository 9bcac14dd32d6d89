// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TallyTest
{
    private final Tally tally = of(Quorum.majorityOf(5));

    private static Tally of(final Quorum quorum)
    {
        final Tally tally = new Tally();
        tally.reset(quorum);

        return tally;
    }

    static List<Quorum> quorums()
    {
        final List<Quorum> quorums = new ArrayList<>();
        for (int nodes = 1; nodes <= 7; nodes++)
        {
            for (int required = Quorum.majority(nodes); required <= nodes; required++)
            {
                quorums.add(Quorum.of(nodes, required));
            }
        }

        return quorums;
    }

    /*
     * The truth table: every way in which N nodes can vote (or not), in the order of nodes and in the reverse
     * order, against the definition: won with Q grants; lost when Q grants have become impossible; pending
     * otherwise.
     */
    @ParameterizedTest
    @MethodSource("quorums")
    void shouldDecideAtTheFirstCertainty(final Quorum quorum)
    {
        final int nodes = quorum.nodeCount();
        final int combinations = (int)Math.pow(4, nodes);

        for (int combination = 0; combination < combinations; combination++)
        {
            final Vote[] votes = votesOf(combination, nodes);

            assertDecisions(quorum, votes, 0, 1);
            assertDecisions(quorum, votes, nodes - 1, -1);
        }
    }

    private static Vote[] votesOf(final int combination, final int nodes)
    {
        final Vote[] votes = new Vote[nodes];
        for (int node = 0, rest = combination; node < nodes; node++, rest /= 4)
        {
            votes[node] = rest % 4 == 0 ? null : Vote.values()[rest % 4 - 1];
        }

        return votes;
    }

    private static void assertDecisions(
        final Quorum quorum, final Vote[] votes, final int first, final int step)
    {
        final Tally tally = of(quorum);
        TallyState expected = TallyState.PENDING;
        int grants = 0;
        int others = 0;

        for (int i = 0, node = first; i < votes.length; i++, node += step)
        {
            if (votes[node] != null)
            {
                grants += votes[node] == Vote.GRANTED ? 1 : 0;
                others += votes[node] == Vote.GRANTED ? 0 : 1;
                if (expected == TallyState.PENDING)
                {
                    final int possible = quorum.nodeCount() - others;
                    expected = grants >= quorum.required() ? TallyState.WON :
                        possible < quorum.required() ? TallyState.LOST : TallyState.PENDING;
                }

                if (after(tally, node, votes[node]) != expected)
                {
                    throw new AssertionError(quorum + " " + Arrays.toString(votes) + " from node " + first +
                        " to node " + node + ": expected " + expected + " but was " + tally);
                }
            }
        }
    }

    @Test
    void shouldCountTheSameNodeOnce()
    {
        for (int i = 0; i < 5; i++)
        {
            assertThat(after(tally, 2, Vote.GRANTED)).isEqualTo(TallyState.PENDING);
        }
        assertThat(tally).hasToString("1 granted, 0 refused, 0 faulted of 5: PENDING");

        for (int i = 0; i < 5; i++)
        {
            assertThat(after(tally, 3, Vote.REFUSED)).isEqualTo(TallyState.PENDING);
            assertThat(after(tally, 4, Vote.FAULTED)).isEqualTo(TallyState.PENDING);
        }
    }

    @Test
    void shouldNotChangeWhatIsCertain()
    {
        tally.add(0, Vote.GRANTED);
        tally.add(0, Vote.REFUSED);
        tally.add(0, Vote.FAULTED);
        assertThat(tally).hasToString("1 granted, 0 refused, 0 faulted of 5: PENDING");

        tally.add(1, Vote.REFUSED);
        tally.add(1, Vote.GRANTED);
        tally.add(1, Vote.FAULTED);
        assertThat(tally).hasToString("1 granted, 1 refused, 0 faulted of 5: PENDING");
    }

    @Test
    void shouldLetAFaultBecomeCertainWhilePending()
    {
        cast(Vote.FAULTED, Vote.FAULTED);
        assertThat(tally).hasToString("0 granted, 0 refused, 2 faulted of 5: PENDING");

        cast(Vote.GRANTED, Vote.REFUSED);
        assertThat(tally).hasToString("1 granted, 1 refused, 0 faulted of 5: PENDING");

        tally.add(2, Vote.GRANTED);
        assertThat(after(tally, 3, Vote.GRANTED)).isEqualTo(TallyState.WON);
    }

    @Test
    void shouldNotReviseALoss()
    {
        cast(Vote.FAULTED, Vote.FAULTED);
        assertThat(after(tally, 2, Vote.FAULTED)).isEqualTo(TallyState.LOST);

        for (int node = 0; node < 5; node++)
        {
            assertThat(after(tally, node, Vote.GRANTED)).isEqualTo(TallyState.LOST);
        }
        assertThat(tally).hasToString("0 granted, 0 refused, 3 faulted of 5: LOST");
    }

    @Test
    void shouldNotReviseAWin()
    {
        cast(Vote.GRANTED, Vote.GRANTED, Vote.GRANTED);

        assertThat(after(tally, 3, Vote.REFUSED)).isEqualTo(TallyState.WON);
        assertThat(after(tally, 4, Vote.REFUSED)).isEqualTo(TallyState.WON);
        tally.withdraw(0);
        assertThat(tally.state()).isEqualTo(TallyState.WON);
        assertThat(tally).hasToString("3 granted, 0 refused, 0 faulted of 5: WON");
    }

    @Test
    void shouldTakeBackWhatANodeHasForgotten()
    {
        cast(Vote.GRANTED, Vote.GRANTED);

        tally.withdraw(0);
        assertThat(tally.state()).isEqualTo(TallyState.PENDING);
        assertThat(tally.hasVoted(0)).isTrue();
        assertThat(after(tally, 2, Vote.GRANTED)).isEqualTo(TallyState.PENDING);
        assertThat(after(tally, 3, Vote.GRANTED)).isEqualTo(TallyState.WON);
    }

    @Test
    void shouldLoseWhenWhatIsTakenBackBlocks()
    {
        cast(Vote.GRANTED, Vote.REFUSED, Vote.FAULTED);

        tally.withdraw(0);
        assertThat(tally.state()).isEqualTo(TallyState.LOST);
        assertThat(tally).hasToString("0 granted, 1 refused, 2 faulted of 5: LOST");
    }

    @Test
    void shouldTakeBackGrantsOnly()
    {
        cast(Vote.REFUSED, Vote.FAULTED);

        tally.withdraw(0);
        tally.withdraw(1);
        tally.withdraw(2);

        assertThat(tally).hasToString("0 granted, 1 refused, 1 faulted of 5: PENDING");
        assertThat(tally.hasVoted(2)).isFalse();
    }

    /*
     * The bit of node 32 is that of node 0.
     */
    @Test
    void shouldNotTakeTheVoteOfANodeThatIsNotThere()
    {
        for (final int nodeIndex : new int[]{-1, 31, 32})
        {
            assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> tally.add(nodeIndex, Vote.GRANTED)).withMessageContaining("from 0");
        }
    }

    @Test
    void shouldForgetEverythingForANewRound()
    {
        cast(Vote.GRANTED, Vote.REFUSED, Vote.FAULTED, Vote.FAULTED);

        tally.reset(Quorum.majorityOf(5));

        assertThat(tally).hasToString("0 granted, 0 refused, 0 faulted of 5: PENDING");
        IntStream.range(0, 5).forEach((node) -> assertThat(tally.hasVoted(node)).isFalse());
    }

    @Test
    void shouldTakeTheQuorumOfTheRound()
    {
        tally.reset(Quorum.of(5, 4));

        cast(Vote.GRANTED, Vote.GRANTED, Vote.GRANTED);
        assertThat(tally.state()).isEqualTo(TallyState.PENDING);
        assertThat(after(tally, 3, Vote.GRANTED)).isEqualTo(TallyState.WON);

        tally.reset(Quorum.of(5, 4));
        cast(Vote.FAULTED, Vote.GRANTED, Vote.REFUSED);
        assertThat(tally.state()).isEqualTo(TallyState.LOST);
    }

    @Test
    void shouldTellWhetherFaultsAloneBlock()
    {
        cast(Vote.FAULTED, Vote.FAULTED, Vote.REFUSED);
        assertThat(tally.denied()).isEqualTo(0b111);
        assertThat(tally.isLostToFaultsWithout(0)).isFalse();

        tally.reset(Quorum.majorityOf(5));
        cast(Vote.FAULTED, Vote.FAULTED, Vote.FAULTED);
        assertThat(tally.isLostToFaultsWithout(0)).isTrue();
        assertThat(tally.isLostToFaultsWithout(0b1_1000)).isTrue();
        assertThat(tally.isLostToFaultsWithout(0b1)).isFalse();
    }

    @Test
    void shouldKeepTheVotesOfThirtyOneNodesApart()
    {
        final Tally large = of(Quorum.majorityOf(Quorum.MAX_NODES));

        for (int node = 30; node > 15; node--)
        {
            assertThat(after(large, node, Vote.GRANTED)).isEqualTo(TallyState.PENDING);
        }
        assertThat(after(large, 0, Vote.GRANTED)).isEqualTo(TallyState.WON);
        assertThat(large).hasToString("16 granted, 0 refused, 0 faulted of 31: WON");
    }

    private void cast(final Vote... votes)
    {
        IntStream.range(0, votes.length).forEach((node) -> tally.add(node, votes[node]));
    }

    private static TallyState after(final Tally tally, final int nodeIndex, final Vote vote)
    {
        tally.add(nodeIndex, vote);

        return tally.state();
    }
}
