// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import dev.redlock.client.tck.ClientBehaviour;
import dev.redlock.client.tck.choice.ClientMode;

/**
 * The client's thread blocks in the selector, as it does by default.
 */
class NettyBlockingTest extends ClientBehaviour
{
    NettyBlockingTest()
    {
        super(Netty.DEFAULT, ClientMode.DEDICATED_BLOCKING);
    }
}
