// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Of lists that share a node, clients accept at most one that can win alone, whoever declares, repairs and
 * retires them at the same time and is killed anywhere.
 */
class DeclarationsTest
{
    @ParameterizedTest
    @EnumSource(names = {"REPAIR", "RETIRED_AND_DECLARED_AGAIN"})
    void shouldNotHaveTwoListsWithDisjointQuorums(final Declarations who)
    {
        check(who);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"REPAIR", "RETIRED_AND_DECLARED_AGAIN"})
    @Tag("proof")
    void shouldNotHaveThemOnLongerWaysEither(final Declarations who)
    {
        check(who);
    }

    private static void check(final Declarations who)
    {
        final Interleavings all = who.all();

        assertThat(all.complaint()).isNull();
        System.out.println(who + ": " + all.states() + " situations, in " + all.winners() + " a quorum");
        assertThat(all.winners()).isPositive();
    }
}
