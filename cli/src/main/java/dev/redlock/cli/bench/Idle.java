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
        switch (this)
        {
            case YIELDING:
                return YieldingIdleStrategy.INSTANCE;

            case BUSY:
                return BusySpinIdleStrategy.INSTANCE;

            case BACKOFF:
                return new BackoffIdleStrategy();

            default:
                return null;
        }
    }
}
