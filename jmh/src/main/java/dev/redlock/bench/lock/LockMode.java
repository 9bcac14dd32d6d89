// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.time.Duration;

import org.agrona.concurrent.YieldingIdleStrategy;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;

/**
 * The engine's driver, and what it does when idle.
 */
public enum LockMode
{
    /**
     * The caller's thread drives.
     */
    INVOKER,

    /**
     * A thread of its own, which blocks in the selector; the default of the library.
     */
    DEDICATED,

    /**
     * A thread of its own, which yields.
     */
    DEDICATED_YIELDING;

    /*
     * JMH gives up at the first failure, so a machine that stands still for a moment must not be one.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    Redlock connect(final Servers servers, final String transport)
    {
        final RedlockBuilder builder = Redlock.builder().nodes(servers.uris().toArray(String[]::new))
            .transport(transport).minNodeTimeout(PATIENCE).maxNodeTimeout(PATIENCE)
            .connectTimeout(PATIENCE).startTimeout(PATIENCE.multipliedBy(2)).closeTimeout(PATIENCE);
        return switch (this)
        {
            case INVOKER -> builder.invoker().build();
            case DEDICATED_YIELDING -> builder.idleStrategy(new YieldingIdleStrategy()).build();
            default -> builder.build();
        };
    }
}
