// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class CaseRunTest
{
    @Test
    void shouldBeginEachRoundWithAnotherContender()
    {
        final List<String> contenders = List.of("a", "b", "c");

        assertThat(CaseRun.inTurn(contenders, 1)).containsExactly("a", "b", "c");
        assertThat(CaseRun.inTurn(contenders, 2)).containsExactly("b", "c", "a");
        assertThat(CaseRun.inTurn(contenders, 3)).containsExactly("c", "a", "b");
        assertThat(CaseRun.inTurn(contenders, 4)).containsExactly("a", "b", "c");
    }
}
