// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.junit.FakeNodesExtension;

@ExtendWith(FakeNodesExtension.class)
class InventoryTest
{
    private final Runnable payment = () ->
    {
    };
    private Inventory inventory;

    @BeforeEach
    void fill(final Redlock redlock)
    {
        inventory = new Inventory(redlock, Duration.ofSeconds(1));
        inventory.put("apples", 3);
    }

    @Test
    void shouldNotSellWhatSomebodyElseIsSelling(final FakeNodes nodes) throws InterruptedException
    {
        try (Lease theirs = nodes.holdElsewhere("stock:apples"))
        {
            assertThat(inventory.sell("apples", payment)).isFalse();
            assertThat(theirs.isHeld()).isTrue();
        }
        assertThat(inventory.sell("apples", payment)).isTrue();
        assertThat(inventory.left("apples")).isEqualTo(2);
        assertThat(nodes.isHeld("stock:apples")).isFalse();
    }

    @Test
    void shouldSellWithoutAMinorityOnly(final FakeNodes nodes) throws InterruptedException
    {
        nodes.kill(0);
        nodes.kill(1);
        assertThat(inventory.sell("apples", payment)).isTrue();
        nodes.kill(2);
        assertThatThrownBy(() -> inventory.sell("apples", payment)).isInstanceOf(NoQuorumException.class);
        nodes.restart(2);
        nodes.skip(Duration.ofMinutes(2));    // it does not vote before
        assertThat(inventory.sell("apples", payment)).isTrue();
    }

    @Test
    void shouldNotCountASaleWhoseLockWasLost(final FakeNodes nodes)
    {
        assertThatThrownBy(() -> inventory.sell("apples", () -> nodes.skip(Duration.ofMinutes(1))))
            .isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> inventory.sell("apples", () -> nodes.takeAway("stock:apples")))
            .isInstanceOf(LeaseLostException.class);
        assertThat(inventory.left("apples")).isEqualTo(3);
    }
}
