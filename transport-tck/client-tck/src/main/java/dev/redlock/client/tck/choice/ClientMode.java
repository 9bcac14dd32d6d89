// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.choice;

import org.agrona.concurrent.YieldingIdleStrategy;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.test.Await;

/**
 * The ways to drive a client.
 */
public enum ClientMode
{
    /**
     * On the caller's own thread.
     */
    INVOKER,

    /**
     * On a thread of its own that blocks in the selector when there is nothing to do.
     */
    DEDICATED_BLOCKING,

    /**
     * On a thread of its own that yields when there is nothing to do.
     */
    DEDICATED_YIELDING;

    /**
     * Has a client be driven so.
     *
     * @param builder of the client.
     * @return the same builder.
     */
    public RedlockBuilder apply(final RedlockBuilder builder)
    {
        return switch (this)
        {
            case INVOKER -> builder.invoker();
            case DEDICATED_YIELDING -> builder.idleStrategy(new YieldingIdleStrategy());
            default -> builder;
        };
    }

    /**
     * How to wait for something that the client has to do.
     *
     * @param redlock the client.
     * @return polls the client if nothing else does.
     */
    public Await awaiting(final Redlock redlock)
    {
        return this == INVOKER ? new Await(redlock::poll) : Await.parking();
    }

    /**
     * Whether the client has a thread of its own.
     *
     * @return false for {@link #INVOKER}.
     */
    public boolean isDedicated()
    {
        return this != INVOKER;
    }
}
