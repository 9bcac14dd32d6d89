// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

/**
 * What one thread of the load does from the start of the window to its end.
 */
interface Load
{
    /**
     * Makes load until the window is over and nothing is under way any more.
     *
     * @param window when to begin and to end.
     * @throws InterruptedException if the thread is interrupted.
     */
    void run(Window window) throws InterruptedException;
}
