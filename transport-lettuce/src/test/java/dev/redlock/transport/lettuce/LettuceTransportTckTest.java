// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.Map;

import org.junit.jupiter.api.Tag;

import dev.redlock.tck.TransportTck;
import dev.redlock.tck.harness.RealServerHarness;
import dev.redlock.tck.harness.TckHarness;

@Tag("proof")
class LettuceTransportTckTest extends TransportTck
{
    @Override
    protected TckHarness newHarness()
    {
        return new RealServerHarness(new LettuceTransportProvider(), Map.of());
    }
}
