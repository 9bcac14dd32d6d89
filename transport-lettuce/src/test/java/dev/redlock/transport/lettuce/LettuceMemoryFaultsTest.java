// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import dev.redlock.client.tck.MemoryFaults;

/**
 * Over clients of Lettuce that are this transport's own.
 */
class LettuceMemoryFaultsTest extends MemoryFaults
{
    LettuceMemoryFaultsTest()
    {
        super(Lettuce.DEFAULT);
    }
}
