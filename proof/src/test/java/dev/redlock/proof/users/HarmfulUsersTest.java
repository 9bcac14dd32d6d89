// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.users;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What code of users can cost that throws or stands still. {@code -Dredlock.users=N} for more histories.
 */
class HarmfulUsersTest
{
    private static final int HISTORIES = Integer.getInteger("redlock.users", 20);

    @Test
    @Tag("proof")
    void shouldAnswerAndTellEverythingWhateverUsersThrow()
    {
        for (long seed = 1; seed <= HISTORIES; seed++)
        {
            assertThat(HarmfulUsers.complaint(seed, "users")).as("seed %d", seed).isNull();
        }
    }
}
