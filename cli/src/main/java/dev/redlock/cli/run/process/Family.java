// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Processes and their descendants.
 */
public final class Family
{
    /*
     * Where Linux lists the children of each thread, no other process is looked at, however many there are,
     * and nothing is read that waits for the memory of a process. Elsewhere the JDK looks at all processes.
     */
    private static final Path PROCESSES = Path.of("/proc");
    private static final boolean IS_LISTED = Files.exists(PROCESSES.resolve("thread-self/children"));

    private Family()
    {
    }

    /**
     * The processes that run, of these and of all that descend from them.
     *
     * @param heads in any order.
     */
    public static Set<ProcessHandle> living(final Collection<ProcessHandle> heads)
    {
        final Set<ProcessHandle> found = new LinkedHashSet<>();
        final Deque<ProcessHandle> next = new ArrayDeque<>(heads);
        while (!next.isEmpty())
        {
            final ProcessHandle process = next.poll();
            if (isRunning(process) && found.add(process))
            {
                next.addAll(children(process));
            }
        }

        return found;
    }

    /**
     * Sends SIGKILL to these processes and to all that descend from them, each right after its children are
     * known: when it has died nobody finds them as its descendants.
     *
     * @param heads in the order in which they are to die.
     * @return how many ran.
     */
    public static int kill(final Collection<ProcessHandle> heads)
    {
        final Set<ProcessHandle> killed = new LinkedHashSet<>();
        final Deque<ProcessHandle> next = new ArrayDeque<>(heads);
        while (!next.isEmpty())
        {
            final ProcessHandle process = next.poll();
            if (isRunning(process) && killed.add(process))
            {
                final List<ProcessHandle> children = children(process);
                process.destroyForcibly();
                next.addAll(children);
            }
        }

        return killed.size();
    }

    /**
     * Whether a process runs. A zombie does not.
     */
    public static boolean isRunning(final ProcessHandle process)
    {
        return process.isAlive() && !isZombie(process);
    }

    private static boolean isZombie(final ProcessHandle process)
    {
        try
        {
            final String stat = Files.readString(PROCESSES.resolve(process.pid() + "/stat"));

            return stat.charAt(stat.lastIndexOf(')') + 2) == 'Z';
        }
        catch (final IOException ignored)
        {
            // It has ended, as the JDK will say, or the system has no such files.
            return false;
        }
    }

    private static List<ProcessHandle> children(final ProcessHandle process)
    {
        if (!IS_LISTED)
        {
            return process.children().toList();
        }

        final List<ProcessHandle> children = new ArrayList<>();
        try (Stream<Path> threads = Files.list(PROCESSES.resolve(process.pid() + "/task")))
        {
            for (final Path thread : (Iterable<Path>)threads::iterator)
            {
                for (final String pid : Files.readString(thread.resolve("children")).split(" "))
                {
                    final Optional<ProcessHandle> child =
                        pid.isEmpty() ? Optional.empty() : ProcessHandle.of(Long.parseLong(pid));
                    child.ifPresent(children::add);
                }
            }
        }
        catch (final IOException ignored)
        {
            // It has ended.
        }

        return children;
    }
}
