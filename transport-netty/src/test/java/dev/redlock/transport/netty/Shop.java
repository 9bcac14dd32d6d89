// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.time.Duration;

import dev.redlock.Redlock;

public final class Shop
{
    private final Redlock redlock;    // one per process, shared by all threads

    public Shop(final Redlock redlock)
    {
        this.redlock = redlock;
    }

    public void sell(final String item, final Runnable sale) throws InterruptedException
    {
        redlock.run("stock:" + item, Duration.ofSeconds(1), (lease) -> sale.run());
    }
}
