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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long this machine keeps a thread waiting that has nothing to do but to wake up: what no thread of the
 * library can be better at, and what a test of punctuality has to allow for on a busy machine.
 */
final class Hiccups implements AutoCloseable
{
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Thread thread = new Thread(this::run, "hiccups");
    private volatile long worstNs;
    private volatile long lookNs = System.nanoTime();
    private volatile boolean isClosed;

    Hiccups()
    {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The worst so far, with the one that is not over yet.
     */
    long worstNs()
    {
        return Math.max(worstNs, System.nanoTime() - lookNs - INTERVAL_NS);
    }

    private void run()
    {
        while (!isClosed)
        {
            final long startNs = lookNs;
            LockSupport.parkNanos(INTERVAL_NS);
            final long nowNs = System.nanoTime();
            worstNs = Math.max(worstNs, nowNs - startNs - INTERVAL_NS);
            lookNs = nowNs;
        }
    }

    @Override
    public void close()
    {
        isClosed = true;
    }
}
