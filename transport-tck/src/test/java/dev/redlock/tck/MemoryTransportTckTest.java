// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import dev.redlock.tck.harness.TckHarness;

class MemoryTransportTckTest extends TransportTck
{
    @Override
    protected TckHarness newHarness()
    {
        return new MemoryHarness();
    }
}
