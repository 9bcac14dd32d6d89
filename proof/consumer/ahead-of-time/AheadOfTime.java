// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import java.time.Duration;

import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.test.server.RedisServers;

/**
 * The shop of docs/spring-boot.md, over servers of its own, from what was processed ahead of time.
 */
public final class AheadOfTime
{
    private AheadOfTime()
    {
    }

    /**
     * Sells, and says so. While it is processed this ends where the application begins.
     *
     * @param args go to the application.
     * @throws Exception if it does not sell, or sells what is locked.
     */
    public static void main(final String[] args) throws Exception
    {
        try (RedisServers servers = RedisServers.start(3))
        {
            System.setProperty("redlock.nodes", String.join(",", servers.uris()));
            System.setProperty("redlock.assume-nodes-fresh", "true");
            try (ConfigurableApplicationContext context = SpringApplication.run(TicketShop.class, args))
            {
                sell(context.getBean(Redlock.class), context.getBean(TicketShop.class));
            }
        }
    }

    private static void sell(final Redlock redlock, final TicketShop shop) throws Exception
    {
        shop.sell("12A");
        final Lease lease = redlock.acquireAsync("seat:13B", Duration.ofSeconds(10)).get();
        try
        {
            shop.sell("13B");
            throw new IllegalStateException("sold without its lock");
        }
        catch (final RedlockException ex)
        {
            System.out.println("sold " + shop.report() + ", ahead of time: " +
                AotDetector.useGeneratedArtifacts());
        }
        finally
        {
            lease.release();
        }
    }
}
