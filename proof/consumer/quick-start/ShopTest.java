// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.junit.FakeNodesExtension;
import dev.redlock.test.junit.RedisServersExtension;
import dev.redlock.test.server.RedisServers;

/**
 * The class of README's quick start, tested by a user's means: JUnit 5, and what Maven finds by itself.
 */
class ShopTest
{
    private final AtomicInteger sales = new AtomicInteger();

    @Test
    void shouldSellOverServersOfItsOwn() throws Exception
    {
        try (RedisServers servers = RedisServers.start(3);
            Redlock redlock = Redlock.builder().nodes(servers.uris().toArray(String[]::new))
                .assumeNodesFresh().build())
        {
            sell(new Shop(redlock));
        }

        assertEquals(1, sales.get());
    }

    @Nested
    @ExtendWith(FakeNodesExtension.class)
    class OverTheFake
    {
        @Test
        void shouldNotSellWhatAnotherIsSelling(final FakeNodes nodes, final Redlock redlock) throws Exception
        {
            final Shop shop = new Shop(redlock);
            sell(shop);
            try (Lease theirs = nodes.holdElsewhere("stock:apples"))
            {
                assertTrue(theirs.isHeld());
                assertThrows(RedlockException.class,
                    () -> shop.sell("apples", (token) -> sales.incrementAndGet()));
            }

            assertEquals(1, sales.get());
        }
    }

    @Nested
    @ExtendWith(RedisServersExtension.class)
    class OverServers
    {
        @Test
        void shouldSell(final Redlock redlock) throws Exception
        {
            sell(new Shop(redlock));

            assertEquals(1, sales.get());
        }
    }

    @Test
    void shouldBringNeitherAnotherJUnitNorAssertJ()
    {
        final String expected = expected("junit");
        final String found = Test.class.getPackage().getImplementationVersion();

        assertTrue(found.startsWith(expected), found);
        assertThrows(ClassNotFoundException.class, () -> Class.forName("org.assertj.core.api.Assertions"));
        assertThrows(ClassNotFoundException.class, () -> Class.forName("org.jspecify.annotations.NullMarked"));
    }

    @Test
    void shouldBringTheNettyThatIsTested()
    {
        final String expected = expected("netty");

        io.netty.util.Version.identify().forEach((artifact, found) ->
            assertEquals(expected, found.artifactVersion(), artifact));
    }

    /**
     * The shop is patient for a second; a machine at work may stand still for longer.
     */
    private void sell(final Shop shop) throws InterruptedException
    {
        final long startedNs = System.nanoTime();
        while (true)
        {
            try
            {
                shop.sell("apples", (token) -> sales.incrementAndGet());
                return;
            }
            catch (final RedlockException ex)
            {
                if (System.nanoTime() - startedNs > 60_000_000_000L)
                {
                    throw ex;
                }
            }
        }
    }

    private static String expected(final String library)
    {
        final String version = System.getProperty("expected." + library, "");
        assumeFalse(version.isBlank(), "a platform decides");

        return version;
    }
}
