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

import org.agrona.concurrent.NanoClock;

/**
 * The system's monotonic clock, which a test can stop, move on by an exact amount, and let run again. It
 * never goes back.
 */
final class TestClock implements NanoClock
{
    private long aheadNs;
    private long stoppedNs;
    private boolean isStopped;

    @Override
    public synchronized long nanoTime()
    {
        return isStopped ? stoppedNs : System.nanoTime() + aheadNs;
    }

    synchronized void stop()
    {
        stoppedNs = nanoTime();
        isStopped = true;
    }

    synchronized void advance(final long ns)
    {
        if (!isStopped || ns < 0)
        {
            throw new IllegalStateException("only a stopped clock is moved, and only forwards");
        }
        stoppedNs += ns;
    }

    synchronized void run()
    {
        aheadNs = stoppedNs - System.nanoTime();
        isStopped = false;
    }
}
