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
package dev.redlock.bench.contender;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Tries again after a random delay, as the description of Redlock has it.
 */
final class Retry
{
    private static final long LEAST_NS = 200_000L;
    private static final long MOST_NS = 2_000_000L;

    /**
     * One attempt, which takes back what it got when it fails.
     */
    @FunctionalInterface
    interface Attempt
    {
        boolean call() throws InterruptedException;
    }

    private Retry()
    {
    }

    static boolean until(final long withinNs, final Attempt attempt) throws InterruptedException
    {
        final long deadlineNs = System.nanoTime() + withinNs;
        while (!attempt.call())
        {
            if (deadlineNs - System.nanoTime() <= 0)
            {
                return false;
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LEAST_NS, MOST_NS));
        }

        return true;
    }
}
