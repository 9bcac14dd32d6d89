// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

class ExclusionCheckerTest
{
    private final ExclusionChecker checker = new ExclusionChecker();

    @Test
    void shouldSeeTwoHoldersAtOnce()
    {
        assertThat(checker.hold("orders", "alice", 10, 30)).isNull();

        final Overlap overlap = checker.hold("orders", "bob", 29, 40);

        assertThat(overlap.atNs()).isEqualTo(29);
        assertThat(overlap).hasToString(
            "orders has two holders at 29 ns: alice from 10 to 30 ns, bob from 29 to 40 ns");
        assertThat(checker.overlaps()).containsExactly(overlap);
        assertThat(checker.holds()).isEqualTo(2);
    }

    @Test
    void shouldAllowOneToFollowTheOther()
    {
        checker.hold("orders", "alice", 10, 30);
        checker.hold("stock", "carol", 20, 30);
        checker.hold("orders", "bob", 30, 40);
        checker.letGo("orders", "bob");
        checker.hold("orders", "alice", 31, 50);

        assertThat(checker.overlaps()).isEmpty();
        assertThat(checker.isHeld("orders", 49)).isTrue();
        assertThat(checker.isHeld("orders", 50)).isFalse();
    }

    @Test
    void shouldTakeAnExtensionForTheSameHold()
    {
        checker.hold("orders", "alice", 10, 30);
        checker.hold("orders", "alice", 20, 60);

        assertThat(checker.hold("orders", "bob", 59, 60).first())
            .isEqualTo(new BelievedHold("orders", "alice", 10, 60));
        assertThat(checker.holds()).isEqualTo(2);
    }

    @Test
    void shouldNotMindABeliefThatIsOverWhenItIsTold()
    {
        checker.hold("orders", "alice", 10, 30);

        assertThat(checker.hold("orders", "bob", 20, 20)).isNull();
        assertThat(checker.holds()).isEqualTo(1);
    }

    @Test
    void shouldFindOverlapsInLogsOfAnyOrder()
    {
        final List<BelievedHold> holds = new ArrayList<>(List.of(
            new BelievedHold("orders", "alice", 0, 10), new BelievedHold("orders", "bob", 10, 20),
            new BelievedHold("stock", "alice", 0, 100), new BelievedHold("stock", "alice", 90, 120),
            new BelievedHold("stock", "bob", 119, 130)));
        Collections.shuffle(holds, new Random(5));

        assertThat(ExclusionChecker.overlaps(holds)).containsExactly(
            new Overlap(new BelievedHold("stock", "alice", 90, 120),
                new BelievedHold("stock", "bob", 119, 130)));
    }
}
