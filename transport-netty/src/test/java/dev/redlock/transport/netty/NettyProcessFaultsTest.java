// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import dev.redlock.client.tck.ProcessFaults;

/**
 * With epoll where the system has it.
 */
class NettyProcessFaultsTest extends ProcessFaults
{
    NettyProcessFaultsTest()
    {
        super(Netty.DEFAULT);
    }
}
