// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

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
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("surrogate");
    }
}
