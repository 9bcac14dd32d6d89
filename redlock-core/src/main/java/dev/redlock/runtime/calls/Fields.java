// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/**
 * Atomic access to fields in place: an atomic object of its own for each would be a good part of what a lock
 * that is held costs in memory.
 */
public final class Fields
{
    private Fields()
    {
    }

    /**
     * Access to a field of the class that asks.
     *
     * @param owner of the field, with its own rights.
     */
    public static VarHandle of(final Lookup owner, final String name, final Class<?> type)
    {
        try
        {
            return owner.findVarHandle(owner.lookupClass(), name, type);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }
}
