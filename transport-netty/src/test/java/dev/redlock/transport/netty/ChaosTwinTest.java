// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

import dev.redlock.testkit.chaos.ChaosSuite;
import dev.redlock.testkit.faults.TransportChoice;

/**
 * The simulator's twin with real processes, over this transport. It waits more than it works, so it runs
 * beside the others.
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("open files of this process")
class ChaosTwinTest extends ChaosSuite
{
    @Override
    protected TransportChoice transport()
    {
        return Netty.DEFAULT;
    }
}
