// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;

import org.junit.jupiter.api.Tag;

import dev.redlock.tck.TransportTck;
import dev.redlock.tck.harness.RealServerHarness;
import dev.redlock.tck.harness.TckHarness;

@Tag("jdk")
class EpollTransportTckTest extends TransportTck
{
    @Override
    protected TckHarness newHarness()
    {
        assumeTrue(EpollSockets.isAvailable(), "epoll is for Linux");

        return new RealServerHarness(new NettyTransportProvider(), Map.of("io", "epoll"));
    }
}
