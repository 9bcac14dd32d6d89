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
package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KeyTextTest
{
    @Test
    void shouldEncodeAsUtf8()
    {
        assertThat(KeyText.bytes("a\u00e9\ud83d\ude00")).containsExactly(
            'a', 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80);
    }

    @Test
    void shouldRefuseHalfOfASurrogatePair()
    {
        assertThatThrownBy(() -> KeyText.bytes("k\ud800"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("surrogate");
    }
}
