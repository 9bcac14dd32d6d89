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

import java.util.concurrent.locks.LockSupport;

/**
 * Waits for an instant: asleep while it is far, awake when it is near. Does not allocate.
 */
final class Pause
{
    /*
     * A sleeping thread is woken some 50 microseconds late, so the last part is spent awake.
     */
    private static final long NEAR_NS = 100_000L;

    private Pause()
    {
    }

    static void until(final long instantNs)
    {
        long leftNs = instantNs - System.nanoTime();
        while (leftNs > 0)
        {
            if (leftNs > NEAR_NS)
            {
                LockSupport.parkNanos(leftNs - NEAR_NS);
            }
            else
            {
                Thread.onSpinWait();
            }
            leftNs = instantNs - System.nanoTime();
        }
    }
}
