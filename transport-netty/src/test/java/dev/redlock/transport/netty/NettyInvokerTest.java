// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.ClientBehaviour;
import dev.redlock.client.tck.choice.ClientMode;

/**
 * The caller's thread drives the client.
 */
@Tag("proof")
class NettyInvokerTest extends ClientBehaviour
{
    NettyInvokerTest()
    {
        super(Netty.DEFAULT, ClientMode.INVOKER);
    }
}
