/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.runtime;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/**
 * Atomic access to fields in place: an atomic object of its own for each would be a good part of what a lock
 * that is held costs in memory.
 */
final class Fields
{
    private Fields()
    {
    }

    /**
     * Access to a field of the class that asks.
     *
     * @param owner of the field, with its own rights.
     */
    static VarHandle of(final Lookup owner, final String name, final Class<?> type)
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
