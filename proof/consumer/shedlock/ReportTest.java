// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.shedlock.RedlockLockProvider;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.junit.FakeNodesExtension;

@ExtendWith(FakeNodesExtension.class)
class ReportTest
{
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void shouldSkipWhatRunsElsewhere(final FakeNodes nodes, final Redlock redlock)
    {
        final LockProvider provider =
            new RedlockLockProvider(redlock).checkLockAtMostFor(Duration.ofSeconds(30));
        report(provider);
        try (Lease theirs = nodes.holdElsewhere("shedlock:report"))
        {
            report(provider);
            assertTrue(theirs.isHeld());
        }

        assertEquals(1, runs.get());
    }

    private void report(final LockProvider provider)
    {
        final Runnable report = runs::incrementAndGet;
        new DefaultLockingTaskExecutor(provider).executeWithLock(report, new LockConfiguration(
            Instant.now(), "report", Duration.ofSeconds(30), Duration.ZERO));
    }
}
