// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.test.server.RedisServers;

/**
 * The shop of docs/spring-boot.md over servers, with nothing else than what the page shows.
 */
@SpringBootTest
class TicketShopServersTest
{
    private static final RedisServers SERVERS = RedisServers.start(3);

    @DynamicPropertySource
    static void servers(final DynamicPropertyRegistry properties)
    {
        properties.add("redlock.nodes", () -> String.join(",", SERVERS.uris()));
        properties.add("redlock.assume-nodes-fresh", () -> true);
        properties.add("redlock.connect-timeout", () -> "30s");
        properties.add("redlock.start-timeout", () -> "60s");
        properties.add("redlock.min-node-timeout", () -> "10s");
        properties.add("redlock.max-node-timeout", () -> "10s");
    }

    @AfterAll
    static void stop()
    {
        SERVERS.close();
    }

    /**
     * Not by a sale: the shop is patient for half a second only, and a machine at work may stand still for longer.
     */
    @Test
    void shouldLock(@Autowired final Redlock redlock, @Autowired final TicketShop shop) throws Exception
    {
        try (Lease lease = redlock.acquire("seat:12A", Duration.ofSeconds(60)))
        {
            assertTrue(lease.isHeld());
            assertThrows(RedlockException.class, () -> shop.sell("12A"));
        }
        assertEquals(0, shop.report());
    }
}
