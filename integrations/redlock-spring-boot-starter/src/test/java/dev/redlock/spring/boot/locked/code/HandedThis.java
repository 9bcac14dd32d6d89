// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.code;

import dev.redlock.spring.boot.Locked;

/**
 * Keeps itself, not its proxy, in a field of the class, which only this file can write. Another field may be
 * given the proxy.
 */
public class HandedThis
{
    private static HandedThis instance;
    private HandedThis self = this;

    HandedThis()
    {
        instance = this;
    }

    static void byStatic()
    {
        instance.work();
    }

    @Locked(name = "k")
    public void work()
    {
    }

    public void setSelf(final HandedThis given)
    {
        self = given;
    }

    public void byProxy()
    {
        self.work();
    }
}
