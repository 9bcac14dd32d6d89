// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Redlock;
import dev.redlock.test.junit.RedisServersExtension;
import dev.redlock.test.server.RedisServers;

@ExtendWith(RedisServersExtension.class)
class InventoryServersTest
{
    private static Inventory inventory;

    @BeforeAll
    static void open(final Redlock redlock)
    {
        inventory = new Inventory(redlock, Duration.ofSeconds(30));
        inventory.put("apples", 3);
    }

    @Test
    void shouldSellWhileANodeIsDown(final RedisServers servers) throws InterruptedException
    {
        servers.server(4).kill();
        assertThat(inventory.sell("apples", servers.server(4)::start)).isTrue();
        assertThat(inventory.left("apples")).isEqualTo(2);
    }
}
