// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HolderCheckerTest
{
    private long nowNs = Long.MAX_VALUE - 50;
    private final HolderChecker checker = new HolderChecker(2, () -> nowNs);

    @Test
    void shouldAcceptHoldersOneAfterTheOther()
    {
        for (int i = 0; i < 3; i++)
        {
            final long stay = checker.enter(0, () -> 100);
            nowNs += 10;
            checker.leave(0, stay);
        }

        assertThat(checker.violations()).isZero();
    }

    @Test
    void shouldAcceptHoldersOfDifferentItems()
    {
        checker.enter(0, () -> 100);
        checker.enter(1, () -> 100);

        assertThat(checker.violations()).isZero();
    }

    @Test
    void shouldCountEveryEntryIntoAnOccupiedItem()
    {
        checker.enter(0, () -> 100);
        nowNs += 99;
        final long second = checker.enter(0, () -> 100);
        assertThat(checker.violations()).isEqualTo(1);

        checker.leave(0, second);
        checker.enter(0, () -> 100);
        assertThat(checker.violations()).isEqualTo(2);
    }

    @Test
    void shouldNotHoldASleeperAgainstItsSuccessor()
    {
        final long sleeper = checker.enter(0, () -> 100);
        nowNs += 100;
        checker.enter(0, () -> 100);
        checker.leave(0, sleeper);

        assertThat(checker.violations()).isZero();
    }

    @Test
    void shouldTakeOneOfTwoStaysThatEndTogether()
    {
        final long end = checker.enter(0, () -> 100);
        checker.enter(0, () -> 100);
        checker.leave(0, end);
        checker.enter(0, () -> 100);

        assertThat(checker.violations()).isEqualTo(2);
    }

    @Test
    void shouldNotCountAFormerHolder()
    {
        checker.enter(0, () -> 100);
        checker.enter(0, () -> 0);

        assertThat(checker.violations()).isZero();
    }
}
