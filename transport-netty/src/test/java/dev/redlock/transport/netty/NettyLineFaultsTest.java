// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import dev.redlock.client.tck.LineFaults;

/**
 * With epoll where the system has it.
 */
class NettyLineFaultsTest extends LineFaults
{
    NettyLineFaultsTest()
    {
        super(Netty.DEFAULT);
    }
}
