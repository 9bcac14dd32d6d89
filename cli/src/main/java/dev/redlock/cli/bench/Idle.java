// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/**
 * What an engine thread does when there is nothing to do.
 */
enum Idle
{
    /**
     * Sleeps in the selector: the library's default.
     */
    BLOCKING,

    /**
     * Lets others run, and looks again.
     */
    YIELDING,

    /**
     * Looks again at once: for a core of its own.
     */
    BUSY,

    /**
     * Spins, yields, then sleeps longer and longer.
     */
    BACKOFF;

    /**
     * A new strategy.
     *
     * @return null for the library's default.
     */
    IdleStrategy strategy()
    {
        return switch (this)
        {
            case YIELDING -> YieldingIdleStrategy.INSTANCE;
            case BUSY -> BusySpinIdleStrategy.INSTANCE;
            case BACKOFF -> new BackoffIdleStrategy();
            default -> null;
        };
    }
}
