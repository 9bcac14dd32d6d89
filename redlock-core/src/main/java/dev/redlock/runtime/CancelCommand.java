// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import dev.redlock.engine.Engine;

/**
 * Tells the engine that an acquisition of a handle is not wanted any more. On its way once at a time: one
 * that is, will see later wishes, too.
 */
final class CancelCommand extends Command
{
    private static final VarHandle IS_ON_ITS_WAY =
        Fields.of(MethodHandles.lookup(), "isOnItsWay", boolean.class);

    private final AcquireCommand acquisition;
    private final EngineSide side;
    private volatile boolean isOnItsWay;

    CancelCommand(final AcquireCommand acquisition, final EngineSide side)
    {
        this.acquisition = acquisition;
        this.side = side;
    }

    /**
     * Any thread, after the wish was noted.
     */
    void submit(final Driver driver)
    {
        if (IS_ON_ITS_WAY.compareAndSet(this, false, true))
        {
            driver.submit(this, true);
        }
    }

    @Override
    void run(final Engine engine, final long nowNs)
    {
        isOnItsWay = false;
        if (acquisition.isCancelled())
        {
            side.cancel(engine, nowNs);
        }
    }

    @Override
    void refuse()
    {
        isOnItsWay = false;
    }
}
