// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

import java.time.Duration;
import java.util.function.LongConsumer;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;

public final class Shop
{
    private static final LockOptions FENCED = LockOptions.DEFAULT.withFencing();

    private final Redlock redlock;    // one per process, shared by all threads

    public Shop(final Redlock redlock)
    {
        this.redlock = redlock;
    }

    public void sell(final String item, final LongConsumer sale) throws InterruptedException
    {
        try (Lease lease = redlock.acquire("stock:" + item, Duration.ofSeconds(1), FENCED))
        {
            sale.accept(lease.fencingToken());
        }
    }

    public static void main(final String[] args) throws InterruptedException
    {
        try (Redlock redlock = Redlock.builder()
            .nodes("redis://127.0.0.1:6379", "redis://127.0.0.1:6380", "redis://127.0.0.1:6381")
            .assumeNodesFresh()    // only for servers that were never used: see below
            .build())
        {
            new Shop(redlock).sell("apples", (token) -> System.out.println("sold, with token " + token));
        }
    }
}
