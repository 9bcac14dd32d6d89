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
package dev.redlock.testkit.faults;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import org.agrona.concurrent.YieldingIdleStrategy;

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

    RedlockBuilder apply(final RedlockBuilder builder)
    {
        switch (this)
        {
            case INVOKER:
                return builder.invoker();

            case DEDICATED_YIELDING:
                return builder.idleStrategy(new YieldingIdleStrategy());

            default:
                return builder;
        }
    }

    /**
     * How to wait for something that the client has to do.
     */
    Await awaiting(final Redlock redlock)
    {
        return this == INVOKER ? new Await(redlock::poll) : Await.parking();
    }

    boolean isDedicated()
    {
        return this != INVOKER;
    }
}
