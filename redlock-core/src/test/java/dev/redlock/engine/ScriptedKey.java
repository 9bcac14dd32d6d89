// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.spi.PreparedKey;

/**
 * A key as one caller has prepared it: by its identity we know whose operations are whose.
 */
final class ScriptedKey implements PreparedKey
{
    final String name;

    ScriptedKey(final String name)
    {
        this.name = name;
    }

    @Override
    public int length()
    {
        return name.length();
    }
}
