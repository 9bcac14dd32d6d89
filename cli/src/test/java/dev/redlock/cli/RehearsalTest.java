// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RehearsalTest
{
    @Test
    void shouldRunEveryCommandToItsEnd()
    {
        assertThat(Rehearsal.run()).containsOnly(0);
    }
}
