/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
