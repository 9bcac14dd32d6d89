// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.junit.FakeNodesExtension;

@ExtendWith(FakeNodesExtension.class)
class AccountTest
{
    private static final LockOptions FENCED = LockOptions.DEFAULT.withFencing();
    private final AtomicLong highest = new AtomicLong();    // stands for the column of the database

    @Test
    void shouldRefuseAHolderThatStoodStill(final FakeNodes nodes, final Redlock redlock)
        throws InterruptedException
    {
        try (Lease stale = redlock.acquire("account:42", Duration.ofSeconds(10), FENCED))
        {
            assertThat(pay(stale.fencingToken())).isTrue();
            nodes.skip(Duration.ofMinutes(1));
            try (Lease theirs = nodes.holdElsewhere("account:42", FENCED))
            {
                assertThat(pay(theirs.fencingToken())).isTrue();
                assertThat(pay(stale.fencingToken())).isFalse();
            }
        }
    }

    /** Returns false if a later holder has paid already. */
    private boolean pay(final long fence)
    {
        return highest.accumulateAndGet(fence, Math::max) == fence;
    }
}
