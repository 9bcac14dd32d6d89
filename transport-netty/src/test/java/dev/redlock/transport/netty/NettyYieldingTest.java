// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.ClientBehaviour;
import dev.redlock.client.tck.choice.ClientMode;

/**
 * The client's thread never sleeps.
 */
@Tag("proof")
class NettyYieldingTest extends ClientBehaviour
{
    NettyYieldingTest()
    {
        super(Netty.DEFAULT, ClientMode.DEDICATED_YIELDING);
    }
}
