// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ScriptTest
{
    /*
     * As real servers answered to SCRIPT LOAD "return 1".
     */
    private static final String DIGEST = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";

    @Test
    void shouldComputeTheDigestThatServersCompute()
    {
        assertThat(Script.of("one", "return 1").sha1()).isEqualTo(DIGEST);
    }

    @Test
    void shouldRefuseADigestOfAnotherText()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> new Script("two", "return 2", DIGEST))
            .withMessageContaining("script two").withMessageContaining("Script.of");
    }

    @Test
    void shouldShowNameAndDigestInsteadOfTheText()
    {
        assertThat(Script.of("one", "return 1")).hasToString("one " + DIGEST);
    }
}
