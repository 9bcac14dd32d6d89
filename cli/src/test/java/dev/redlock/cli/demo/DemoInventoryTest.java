// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoInventoryTest
{
    @Test
    void shouldAddUpWhenSalesAreMadeOneByOne()
    {
        final DemoInventory inventory = new DemoInventory(2, 3);
        for (int i = 0; i < 4; i++)
        {
            assertThat(inventory.sell(0, () -> true)).isEqualTo(i < 3);
        }

        assertThat(inventory.sold()).isEqualTo(3);
        assertThat(inventory.missing()).isEqualTo(3);
        assertThat(inventory.total()).isEqualTo(6);
        assertThat(inventory.addsUp()).isTrue();
        assertThat(inventory.isSoldOut()).isFalse();
    }

    @Test
    void shouldLoseASaleThatIsOvertaken()
    {
        final DemoInventory inventory = new DemoInventory(1, 3);

        // The second sale is made while the first one thinks.
        inventory.sell(0, () -> inventory.sell(0, () -> true));

        assertThat(inventory.sold()).isEqualTo(2);
        assertThat(inventory.missing()).isEqualTo(1);
        assertThat(inventory.addsUp()).isFalse();
    }

    @Test
    void shouldNotWriteWithoutLeave()
    {
        final DemoInventory inventory = new DemoInventory(1, 3);

        assertThat(inventory.sell(0, () -> false)).isFalse();
        assertThat(inventory.sold()).isZero();
        assertThat(inventory.addsUp()).isTrue();
    }
}
