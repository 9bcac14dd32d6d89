// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

/**
 * What one thread does to the nodes.
 */
@FunctionalInterface
public interface Load
{
    /**
     * Makes load until the window of a recording is over and nothing is in flight.
     *
     * @param recording of this thread, or of this thread's client.
     * @throws InterruptedException if the thread is interrupted.
     */
    void run(Recording recording) throws InterruptedException;
}
