// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.testkit.memory;

import dev.redlock.testkit.tck.MemoryHarness;
import dev.redlock.testkit.tck.TckHarness;
import dev.redlock.testkit.tck.TransportTck;

class MemoryTransportTckTest extends TransportTck
{
    @Override
    protected TckHarness newHarness()
    {
        return new MemoryHarness();
    }
}
