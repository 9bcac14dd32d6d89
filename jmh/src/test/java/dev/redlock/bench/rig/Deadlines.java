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
package dev.redlock.bench.rig;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for a condition, up to a deadline.
 */
final class Deadlines
{
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final long LOOK_NS = 1_000_000L;

    private Deadlines()
    {
    }

    static void await(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + WITHIN.toNanos();
        while (!condition.getAsBoolean())
        {
            if (deadlineNs - System.nanoTime() < 0)
            {
                throw new AssertionError("not within " + WITHIN + ": " + what);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
