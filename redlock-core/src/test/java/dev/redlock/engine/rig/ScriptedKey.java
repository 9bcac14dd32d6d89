// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import dev.redlock.spi.PreparedKey;

/**
 * A key as one caller has prepared it: by its identity we know whose operations are whose.
 */
public final class ScriptedKey implements PreparedKey
{
    public final String name;

    public ScriptedKey(final String name)
    {
        this.name = name;
    }

    @Override
    public int length()
    {
        return name.length();
    }
}
