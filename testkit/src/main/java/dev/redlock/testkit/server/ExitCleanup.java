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
package dev.redlock.testkit.server;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What remains to be done when the JVM exits: kill servers that nobody closed, then delete their directories.
 */
final class ExitCleanup
{
    private static final Map<Object, Runnable> ACTIONS = new LinkedHashMap<>();

    static
    {
        Runtime.getRuntime().addShutdownHook(new Thread(ExitCleanup::run, "redlock-testkit-exit"));
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
     * The youngest first, as a server is younger than the directory it runs in. Taken one by one, because
     * actions may remove themselves and others.
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
