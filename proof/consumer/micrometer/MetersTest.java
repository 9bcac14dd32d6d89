// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.micrometer.NamedLock;
import dev.redlock.micrometer.RedlockMeters;
import dev.redlock.test.junit.FakeNodesExtension;

@ExtendWith(FakeNodesExtension.class)
class MetersTest
{
    @Test
    void shouldShowWhatTheClientCounts(final Redlock redlock) throws InterruptedException
    {
        final SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new RedlockMeters(redlock).bindTo(registry);
        final NamedLock stock = NamedLock.of(redlock, registry, "stock").withHistogram();
        try (Lease lease = stock.acquire("stock:apples", Duration.ofSeconds(30)))
        {
            assertTrue(lease.isHeld());
        }

        assertEquals(1, registry.get("redlock.attempts.won").functionCounter().count());
        assertEquals(1, registry.get("redlock.lock.acquire.histogram")
            .tag("outcome", "acquired").timer().count());
    }
}
