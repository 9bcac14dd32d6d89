// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import dev.redlock.spi.PreparedKey;

/**
 * A copy of a key. Nothing needs encoding in advance.
 */
final class MemoryKey implements PreparedKey
{
    private final MemoryTransport owner;
    private final byte[] bytes;

    MemoryKey(final MemoryTransport owner, final byte[] bytes)
    {
        this.owner = owner;
        this.bytes = bytes.clone();
    }

    @Override
    public int length()
    {
        return bytes.length;
    }

    byte[] bytes()
    {
        return bytes;
    }

    boolean isOf(final MemoryTransport transport)
    {
        return owner == transport;
    }
}
