// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Clean-up when the JVM exits: kill open servers, then delete their directories.
 */
final class ExitCleanup
{
    private static final Map<Object, Runnable> ACTIONS = new LinkedHashMap<>();

    static
    {
        Runtime.getRuntime().addShutdownHook(new Thread(ExitCleanup::run, "redlock-test-exit"));
    }

    private ExitCleanup()
    {
    }

    static void add(final Object key, final Runnable action)
    {
        synchronized (ACTIONS)
        {
            ACTIONS.put(key, action);
        }
    }

    static void remove(final Object key)
    {
        synchronized (ACTIONS)
        {
            ACTIONS.remove(key);
        }
    }

    private static void run()
    {
        for (Runnable action = last(); action != null; action = last())
        {
            action.run();
        }
    }

    /*
     * Youngest first, as a server is younger than its directory. One by one, because actions may remove
     * themselves and others.
     */
    private static Runnable last()
    {
        synchronized (ACTIONS)
        {
            Object youngest = null;
            for (final Object key : ACTIONS.keySet())
            {
                youngest = key;
            }

            return youngest == null ? null : ACTIONS.remove(youngest);
        }
    }
}
