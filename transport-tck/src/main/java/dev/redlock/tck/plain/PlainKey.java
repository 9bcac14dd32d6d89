// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.plain;

import dev.redlock.spi.PreparedKey;

/**
 * A key as its bytes.
 */
record PlainKey(byte[] bytes) implements PreparedKey
{
    @Override
    public int length()
    {
        return bytes.length;
    }
}
