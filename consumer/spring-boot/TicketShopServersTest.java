// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import dev.redlock.RedlockException;
import dev.redlock.test.Await;
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
    }

    @AfterAll
    static void stop()
    {
        SERVERS.close();
    }

    @Test
    void shouldSell(@Autowired final TicketShop shop)
    {
        Await.parking().until("a sale", Duration.ofSeconds(60), () -> isSold(shop));
    }

    /**
     * The shop is patient for half a second; a machine at work may stand still for longer.
     */
    private static boolean isSold(final TicketShop shop)
    {
        try
        {
            shop.sell("12A");
            return true;
        }
        catch (final RedlockException ex)
        {
            return false;
        }
    }
}
