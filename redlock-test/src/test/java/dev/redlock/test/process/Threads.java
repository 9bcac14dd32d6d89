// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Which threads of ours are alive.
 */
public final class Threads
{
    private Threads()
    {
    }

    public static List<String> named(final String prefix)
    {
        return Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName).filter((name) -> name.startsWith(prefix)).collect(Collectors.toList());
    }
}
