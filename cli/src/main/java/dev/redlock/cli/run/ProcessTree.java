// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.test.server.Signals;

/**
 * A command and what it has started: its descendants, as far as they were seen, for a process whose parent
 * has died is no longer found as a descendant; and those that carry its mark.
 * <p>
 * <b>Threads:</b> any.
 */
final class ProcessTree
{
    private static final int MAX_ROUNDS = 50;
    private static final long ROUND_NS = 2_000_000L;

    private final ProcessHandle root;
    private final Mark mark;
    private final Set<ProcessHandle> known = new LinkedHashSet<>();
    private Signal told;
    private boolean isToPassOn;

    ProcessTree(final ProcessHandle root, final Mark mark)
    {
        this.root = root;
        this.mark = mark;
        known.add(root);
    }

    /**
     * Sends a signal to the command alone, which knows best what to tell the processes that it has started.
     * When the command has ended, to what is left of them.
     */
    synchronized void signal(final Signal signal)
    {
        final List<ProcessHandle> living = note(signal);
        isToPassOn = living.contains(root);
        signal.send(isToPassOn ? List.of(root) : all());
    }

    /**
     * Notes that the command and what it has started get a signal from elsewhere.
     *
     * @return who lives now, and is found later, too, when the command has died and its children have no
     *         parent.
     */
    synchronized List<ProcessHandle> note(final Signal signal)
    {
        told = signal;
        isToPassOn = false;

        return living();
    }

    /**
     * Whether the command has died of the last signal that it got: it had no answer to it, so it has told
     * nobody either.
     *
     * @param status of the command.
     */
    synchronized boolean hasDiedOfSignal(final int status)
    {
        return told != null && status == told.status();
    }

    /**
     * Sends the last signal to those that the command has left behind, unless they have got it.
     */
    synchronized void passOn()
    {
        if (isToPassOn)
        {
            isToPassOn = false;
            told.send(all());
        }
    }

    /**
     * Sends SIGKILL to all that live, until none starts another, for at most a tenth of a second: a process
     * that cannot die (because it hangs in the kernel) cannot work either.
     */
    void kill()
    {
        for (int i = 0; i < MAX_ROUNDS; i++)
        {
            // Those with the mark take longer to find.
            if (killEach(living()) + killEach(mark.bearers()) == 0)
            {
                return;
            }
            LockSupport.parkNanos(ROUND_NS);
        }
    }

    /*
     * Not by a method reference, which the JVM would first have to link while they work without a lock.
     */
    private static int killEach(final List<ProcessHandle> processes)
    {
        for (final ProcessHandle process : processes)
        {
            process.destroyForcibly();
        }

        return processes.size();
    }

    boolean isGone()
    {
        return all().isEmpty();
    }

    private List<ProcessHandle> all()
    {
        final Set<ProcessHandle> all = new LinkedHashSet<>(living());
        all.addAll(mark.bearers());

        return List.copyOf(all);
    }

    /*
     * To look for descendants is to look at all processes of the machine: it is done for those alone that are
     * not descendants of another.
     */
    private synchronized List<ProcessHandle> living()
    {
        final Set<ProcessHandle> found = new LinkedHashSet<>();
        for (final ProcessHandle handle : known)
        {
            if (!found.contains(handle) && Signals.isRunning(handle))
            {
                found.add(handle);
                handle.descendants().forEach(found::add);
            }
        }
        found.removeIf((handle) -> !Signals.isRunning(handle));
        known.clear();
        known.addAll(found);

        return new ArrayList<>(found);
    }
}
