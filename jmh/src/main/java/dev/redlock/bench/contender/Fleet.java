// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import dev.redlock.cli.bench.Recording;

/**
 * Many locks in flight: as soon as one is released, it is acquired again.
 */
public interface Fleet
{
    /**
     * Flies until the window is over and all have landed.
     *
     * @param recording of all locks together, with its window.
     * @throws InterruptedException if the thread is interrupted.
     */
    void run(Recording recording) throws InterruptedException;
}
