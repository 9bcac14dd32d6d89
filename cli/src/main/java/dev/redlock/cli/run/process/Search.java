// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Looks for the processes that bear a mark, among all of the machine. For one thread.
 */
public final class Search implements Census.Source
{
    /*
     * Work that is handed from process to process is caught only by a look that is quicker than they are. So
     * a quick look passes over whom an earlier one has found to be a stranger, and begins with the youngest.
     * It is no guess whether such work goes on: the system lists processes in the order of their numbers, so
     * a list always has one that was born while it was made, and whoever ended before it was looked at leaves
     * the look unsure. (Numbers begin anew at pid_max; a list made at that moment may miss one.)
     *
     * Who has nothing to read twice is a zombie or belongs to the kernel. A number that another process has
     * had meanwhile is passed over for too long; the full look at the end is for that.
     */
    private static final Path PROCESSES = Path.of("/proc");

    private final Mark mark;
    private Set<String> strangers = new HashSet<>();
    private Set<String> silent = new HashSet<>();

    public Search(final Mark mark)
    {
        this.mark = mark;
    }

    @Override
    public boolean look(final boolean isFull, final Consumer<ProcessHandle> listener)
    {
        final String[] names = PROCESSES.toFile().list();
        if (names == null)
        {
            return true;
        }

        final Set<String> nowStrangers = new HashSet<>();
        final Set<String> nowSilent = new HashSet<>();
        boolean isSure = true;
        for (int i = names.length - 1; i >= 0; i--)
        {
            final String name = names[i];
            if (!isProcess(name))
            {
                continue;
            }
            if (!isFull && strangers.contains(name))
            {
                nowStrangers.add(name);
                continue;
            }

            switch (mark.isOn(PROCESSES.resolve(name)))
            {
                case YES -> tell(name, listener);
                case NO -> nowStrangers.add(name);
                default ->
                {
                    final boolean isSilent = silent.contains(name);
                    (isSilent && !isFull ? nowStrangers : nowSilent).add(name);
                    isSure &= isSilent;
                }
            }
        }
        strangers = nowStrangers;
        silent = nowSilent;

        return isSure;
    }

    private static boolean isProcess(final String name)
    {
        return name.charAt(0) >= '1' && name.charAt(0) <= '9';
    }

    private static void tell(final String name, final Consumer<ProcessHandle> listener)
    {
        final Optional<ProcessHandle> handle = ProcessHandle.of(Long.parseLong(name));
        handle.filter(Family::isRunning).ifPresent(listener);
    }
}
