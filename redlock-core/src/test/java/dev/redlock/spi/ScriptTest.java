/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
            .withMessageContaining("script two")
            .withMessageContaining("Script.of");
    }

    @Test
    void shouldShowNameAndDigestInsteadOfTheText()
    {
        assertThat(Script.of("one", "return 1")).hasToString("one " + DIGEST);
    }
}
