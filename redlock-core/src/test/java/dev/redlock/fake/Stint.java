// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import java.util.concurrent.TimeUnit;

/**
 * How often a hammer strikes: as often as it was asked to, or as often as it can in one second where other
 * processes want the cores. Then whoever waits for its end waits for what hangs, and not for what is slow.
 */
public final class Stint
{
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(1);

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
