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

import java.util.concurrent.atomic.AtomicLong;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.Outcome;

/**
 * Acquires for a handle. On its way or under way once at a time; the handle's call sees to that.
 */
final class AcquireCommand extends Command
{
    /*
     * Acquisitions are numbered, and cancelled up to a number: a cancellation may arrive when the one it was
     * meant for has ended and the next is under way, or before the one that it is meant for.
     */
    private final AtomicLong cancelledUpTo = new AtomicLong();
    private final Handle handle;
    private final EngineSide side;
    private volatile long number;
    private long runningNumber;
    private long waitNs;

    AcquireCommand(final Handle handle, final EngineSide side)
    {
        this.handle = handle;
        this.side = side;
    }

    /**
     * The next acquisition; whoever has opened the call.
     */
    void prepare(final long newWaitNs)
    {
        waitNs = newWaitNs;
        number++;
    }

    /**
     * Any thread: the present acquisition is not wanted any more.
     */
    void cancel()
    {
        final long upTo = number;
        cancelledUpTo.accumulateAndGet(upTo, Math::max);
    }

    /**
     * Engine thread: whether the acquisition that was taken last is not wanted any more.
     */
    boolean isCancelled()
    {
        return runningNumber <= cancelledUpTo.get();
    }

    @Override
    void run(final Engine engine, final long nowNs)
    {
        runningNumber = number;
        if (isCancelled() || handle.isClosed())
        {
            side.tellDenied(Outcome.CANCELLED);
        }
        else
        {
            side.acquire(engine, waitNs, nowNs);
        }
    }

    @Override
    void refuse()
    {
        side.tellDenied(Outcome.CLOSED);
    }
}
