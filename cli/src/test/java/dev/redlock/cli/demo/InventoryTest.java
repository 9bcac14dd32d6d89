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
package dev.redlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InventoryTest
{
    @Test
    void shouldAddUpWhenSalesAreMadeOneByOne()
    {
        final Inventory inventory = new Inventory(2, 3);
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
        final Inventory inventory = new Inventory(1, 3);

        // The second sale is made while the first one thinks.
        inventory.sell(0, () -> inventory.sell(0, () -> true));

        assertThat(inventory.sold()).isEqualTo(2);
        assertThat(inventory.missing()).isEqualTo(1);
        assertThat(inventory.addsUp()).isFalse();
    }

    @Test
    void shouldNotWriteWithoutLeave()
    {
        final Inventory inventory = new Inventory(1, 3);

        assertThat(inventory.sell(0, () -> false)).isFalse();
        assertThat(inventory.sold()).isZero();
        assertThat(inventory.addsUp()).isTrue();
    }
}
