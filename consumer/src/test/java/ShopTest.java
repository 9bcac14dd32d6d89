// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.server.RedisServers;

/**
 * The class of README's quick start, tested by a user's means: JUnit 5, and what Maven finds by itself.
 */
class ShopTest
{
    private final AtomicInteger sales = new AtomicInteger();

    @Test
    void shouldSellOverServers() throws Exception
    {
        try (RedisServers servers = RedisServers.start(3);
            Redlock redlock = Redlock.connect(servers.uris().toArray(String[]::new)))
        {
            new Shop(redlock).sell("apples", sales::incrementAndGet);
        }

        assertEquals(1, sales.get());
    }

    @Test
    void shouldSellOverTheFake() throws Exception
    {
        try (FakeNodes nodes = FakeNodes.of(3))
        {
            final Shop shop = new Shop(nodes.client());
            shop.sell("apples", sales::incrementAndGet);
            try (Lease theirs = nodes.holdElsewhere("stock:apples"))
            {
                assertTrue(theirs.isHeld());
                assertThrows(LockContendedException.class, () -> shop.sell("apples", sales::incrementAndGet));
            }
        }

        assertEquals(1, sales.get());
    }

    @Test
    void shouldBringNeitherAnotherJUnitNorAssertJ()
    {
        final String junit = Test.class.getPackage().getImplementationVersion();

        assertTrue(junit.startsWith("5."), junit);
        assertThrows(ClassNotFoundException.class, () -> Class.forName("org.assertj.core.api.Assertions"));
        assertThrows(ClassNotFoundException.class, () -> Class.forName("org.jspecify.annotations.NullMarked"));
    }

    @Test
    void shouldBringTheNettyThatIsTested()
    {
        final String expected = System.getProperty("expected.netty", "");
        assumeFalse(expected.isEmpty(), "a platform decides");

        io.netty.util.Version.identify().forEach((artifact, found) ->
            assertEquals(expected, found.artifactVersion(), artifact));
    }
}
