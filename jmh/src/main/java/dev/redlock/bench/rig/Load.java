// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import dev.redlock.bench.contender.Recording;

/**
 * What one thread does to the nodes.
 */
interface Load
{
    /**
     * Makes load until the window of a recording is over and nothing is under way any more.
     */
    void run(Recording recording, double rate) throws InterruptedException;
}
