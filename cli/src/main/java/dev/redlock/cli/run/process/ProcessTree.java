// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A command and what it has started: its descendants, as far as they were seen, for a process whose parent
 * has died is no longer found as a descendant; and those that a census finds.
 * <p>
 * <b>Threads:</b> any.
 */
public final class ProcessTree
{
    /*
     * To kill takes no monitor and waits for no census: the command is killed first, then who is known, then
     * who is found.
     */
    private static final long CENSUS_WITHIN_NS = TimeUnit.SECONDS.toNanos(1);

    private final ProcessHandle root;
    private final Census census;
    private final ControlGroup group;
    private final Set<ProcessHandle> known = ConcurrentHashMap.newKeySet();
    private final AtomicLong countSinceQuiet = new AtomicLong();
    private Signal told;
    private boolean isToPassOn;

    /**
     * A tree of one.
     *
     * @param root   the command.
     * @param census has been started.
     * @param group  that it was started in.
     */
    public ProcessTree(final ProcessHandle root, final Census census, final ControlGroup group)
    {
        this.group = group;
        this.root = root;
        this.census = census;
        known.add(root);
        // So that no class has to be loaded first when there is no time for it.
        living();
        look();
    }

    /**
     * Sends a signal to the command alone, which knows best what to tell the processes that it has started.
     * When the command has ended, to what is left of them.
     */
    public void signal(final Signal signal)
    {
        final List<ProcessHandle> living = living();
        final boolean isForRoot = living.contains(root);
        tell(signal, isForRoot);
        signal.send(isForRoot ? List.of(root) : living);
    }

    /**
     * Notes that the command and what it has started get a signal from elsewhere. Who lives now is found
     * later, too, when the command has died and its children have no parent.
     */
    public void note(final Signal signal)
    {
        living();
        tell(signal, false);
    }

    private synchronized void tell(final Signal signal, final boolean isForRootAlone)
    {
        told = signal;
        isToPassOn = isForRootAlone;
    }

    /**
     * Whether the command has died of the last signal that it got: it had no answer to it, so it has told
     * nobody either.
     *
     * @param status of the command.
     */
    public synchronized boolean hasDiedOfSignal(final int status)
    {
        return told != null && status == told.status();
    }

    /**
     * Sends the last signal to those that the command has left behind, unless they have got it. Waits for a
     * census, for a second at most.
     */
    public void passOn()
    {
        final Signal toPassOn;
        synchronized (this)
        {
            toPassOn = isToPassOn ? told : null;
            isToPassOn = false;
        }
        if (toPassOn != null)
        {
            census.await(census.ask(), CENSUS_WITHIN_NS);
            toPassOn.send(living());
        }
    }

    /**
     * Has the processes looked for that are no descendants; does not wait for it.
     */
    public void look()
    {
        census.ask();
    }

    /**
     * Sends SIGKILL to all that live, until none starts another, for some seconds at most.
     *
     * @return whether none is left.
     */
    public boolean kill()
    {
        Family.kill(List.of(root));
        Family.kill(known);
        group.kill();
        final boolean isNobodyFound = census.kill(known);

        return group.awaitEmpty() && isNobodyFound;
    }

    /**
     * Whether nobody is left. While it is not known, somebody may be: the first question has a census begin,
     * and is not answered by yes.
     */
    public boolean isGone()
    {
        if (!living().isEmpty())
        {
            countSinceQuiet.set(0);

            return false;
        }

        final long count = countSinceQuiet.get();
        if (count != 0 && census.foundNobody(count))
        {
            return true;
        }
        if (count == 0 || census.await(count, 0))
        {
            countSinceQuiet.set(census.ask());
        }

        return false;
    }

    private List<ProcessHandle> living()
    {
        known.addAll(census.found());
        known.addAll(Family.living(known));
        known.removeIf((process) -> !Family.isRunning(process));

        return List.copyOf(known);
    }
}
