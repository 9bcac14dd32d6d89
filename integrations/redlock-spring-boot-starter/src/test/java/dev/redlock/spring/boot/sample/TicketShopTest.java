// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.spring.FakeRedlock;

@SpringBootTest(properties = "redlock.key-prefix=lock:")
@FakeRedlock
class TicketShopTest
{
    @Autowired
    private FakeNodes nodes;
    @Autowired
    private TicketShop shop;

    @Test
    void shouldSellASeatThatNobodyElseIsSelling()
    {
        try (Lease theirs = nodes.holdElsewhere("lock:seat:12A"))
        {
            assertThatThrownBy(() -> shop.sell("12A")).isInstanceOf(LockContendedException.class);
            shop.sell("12B");
            assertThat(theirs.isHeld()).isTrue();
        }
        shop.sell("12A");
        assertThat(shop.report()).isEqualTo(2);
    }
}
