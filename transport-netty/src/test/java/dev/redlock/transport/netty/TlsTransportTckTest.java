// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.Map;

import org.junit.jupiter.api.Tag;

import dev.redlock.tck.TransportTck;
import dev.redlock.tck.harness.RealServerHarness;
import dev.redlock.tck.harness.TckHarness;

/**
 * The same rules with TLS between the transport and the servers, with the I/O that users get.
 */
@Tag("proof")
class TlsTransportTckTest extends TransportTck
{
    @Override
    protected TckHarness newHarness()
    {
        return RealServerHarness.withTls(new NettyTransportProvider(), Map.of());
    }
}
