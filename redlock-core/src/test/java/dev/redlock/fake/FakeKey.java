// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import java.nio.ByteBuffer;

import dev.redlock.spi.PreparedKey;

record FakeKey(ByteBuffer bytes) implements PreparedKey
{
    @Override
    public int length()
    {
        return bytes.remaining();
    }
}
