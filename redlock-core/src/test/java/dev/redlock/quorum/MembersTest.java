// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class MembersTest
{
    private static final int FIRST_FIVE = 0b01_1111;
    private static final int LAST_FOUR = 0b11_1100;

    private final Members members = new Members(new Slots(6), new Threshold(FIRST_FIVE, 3));

    @Test
    void shouldSayWhatIsEnough()
    {
        assertThat(members.toKeep()).hasToString("3 of 5");
        assertThat(members.toWin(0)).isSameAs(members.toKeep());
        assertThat(members.toWin(3)).isSameAs(members.toKeep());
        assertThat(members.toWin(4)).hasToString("4 of 5").isSameAs(members.toWin(4));
        assertThat(members.toWin(5)).hasToString("5 of 5");
        assertThat(members.count()).isEqualTo(5);
        assertThat(members.majority()).isEqualTo(3);
    }

    @Test
    void shouldSayItAnewWhenOthersDecide()
    {
        final Quorum before = members.toKeep();

        members.become(new Threshold(LAST_FOUR, 4));

        assertThat(before.isMetBy(0b00_0111)).isTrue();
        assertThat(members.toKeep().isMetBy(0b11_1111)).isTrue();
        assertThat(members.toKeep().isMetBy(0b01_1111)).isFalse();
        assertThat(members.toWin(3)).as("fewer than a quorum").isSameAs(members.toKeep());
        assertThat(members.count()).isEqualTo(4);
    }

    @Test
    void shouldKnowNoQuorumOfMoreNodesThanThereAre()
    {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> members.toWin(6))
            .withMessageContaining("refuse the lock before it is tried");
    }
}
