// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotsTest
{
    @Test
    void shouldMakeRoomForEachNode()
    {
        final Slots slots = new Slots(7);

        assertThat(slots.longs()).hasSize(7);
        assertThat(slots.ints()).hasSize(7);
        assertThat(slots.bytes()).hasSize(7);
        assertThat(slots.booleans()).hasSize(7);
        assertThat(slots.of(String[]::new)).hasSize(7).containsOnlyNulls();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 32})
    void shouldHaveABitForEach(final int capacity)
    {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> new Slots(capacity));
    }
}
