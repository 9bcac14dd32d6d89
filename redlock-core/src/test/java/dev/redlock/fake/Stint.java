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
package dev.redlock.fake;

import java.util.concurrent.TimeUnit;

/**
 * How often a hammer strikes: as often as it was asked to, or as often as it can in five seconds where other
 * processes want the cores. Then whoever waits for its end waits for what hangs, and not for what is slow.
 */
public final class Stint
{
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(5);

    private final long startNs = System.nanoTime();
    private final int cycles;
    private int begun;

    /**
     * Begins now.
     */
    public Stint(final int cycles)
    {
        this.cycles = cycles;
    }

    /**
     * Whether there is to be another cycle. One at least.
     */
    public boolean goesOn()
    {
        return begun++ == 0 || begun <= cycles && System.nanoTime() - startNs < LONGEST_NS;
    }
}
