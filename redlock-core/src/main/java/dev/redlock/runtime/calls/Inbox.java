// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.util.ArrayDeque;

/**
 * The commands for one engine: each one is either taken by the engine or refused at its end, never forgotten.
 */
public final class Inbox
{
    /*
     * Two handshakes between the producers and the engine, both of the same form: each side first says what
     * it does, then looks at what the other has said, so at least one sees the other. A producer says it by
     * moving the tail of the ring. So the engine asks isEmpty() and never judges by a slot: a slot may still
     * be in the store buffer of its writer when its writer looks.
     *
     *   producer                         engine
     *   tail moved, then isAsleep read   isAsleep set, then isEmpty asked     it sleeps on no command
     *   tail moved, then hasEnded read   hasEnded set, then isEmpty asked     none waits for a dead engine
     *
     * The same goes for the top of the urgent commands, which are releases, cancellations and the close. They
     * need no room, so no caller ever waits to be rid of a lock, and they are taken before all others. A
     * caller that releases and then acquires must not find that it still holds: so the engine looks for an
     * ordinary command first, then for urgent ones, and takes those that are there by then before it.
     *
     * What a callback asks for goes into the same ring, behind what came before it: so the commands of one
     * handle keep their order on any thread, and a callback that always asks for more cannot starve other
     * threads. When the ring is full, the engine must not wait for itself: the rest goes to a list.
     */
    private final ArrayDeque<Command> overflow = new ArrayDeque<>();
    private final UrgentCommands urgent = new UrgentCommands();
    private final CommandRing ring;
    private volatile boolean isAsleep;
    private volatile boolean hasEnded;

    /**
     * Nothing in it yet.
     *
     * @param capacity for ordinary commands, a power of two.
     */
    public Inbox(final int capacity)
    {
        ring = new CommandRing(capacity);
    }

    /**
     * Any thread but the engine's; {@link #refuseLeftovers()} must follow.
     *
     * @return false if there is no room; never for urgent ones.
     */
    public boolean offer(final Command command, final boolean isUrgent)
    {
        if (isUrgent)
        {
            urgent.add(command);

            return true;
        }

        return ring.offer(command, false);
    }

    /**
     * Engine thread, from within a callback: there is always room.
     */
    public void addFromWithin(final Command command, final boolean isUrgent)
    {
        if (hasEnded)
        {
            command.refuse();
        }
        else if (isUrgent)
        {
            urgent.add(command);
        }
        else if (!overflow.isEmpty() || !ring.offer(command, true))
        {
            overflow.add(command);
        }
    }

    /**
     * Engine thread: the next command, or null.
     */
    public Command poll()
    {
        final boolean isOrdinaryThere = ring.isFilled();
        final Command first = urgent.poll();
        final Command command = first == null && isOrdinaryThere ? ring.poll() : first;
        if (!overflow.isEmpty() && ring.offer(overflow.peek(), true))
        {
            overflow.remove();
        }

        return command;
    }

    /**
     * Engine thread: whether there is nothing to take, now or in a moment.
     */
    public boolean isEmpty()
    {
        return urgent.isEmpty() && ring.isEmpty() && overflow.isEmpty();
    }

    /**
     * Engine thread: how many there are to take.
     */
    public int size()
    {
        return urgent.size() + ring.size() + overflow.size();
    }

    /**
     * Engine thread: it is going to block unless the inbox is not empty, which it must ask next.
     */
    public void fallAsleep()
    {
        isAsleep = true;
    }

    /**
     * Engine thread: it does not block any more.
     */
    public void wakeUp()
    {
        isAsleep = false;
    }

    /**
     * Any thread, after an offer: whether the engine may be blocked and must be woken.
     */
    public boolean isAsleep()
    {
        return isAsleep;
    }

    /**
     * Engine thread: nothing will be taken any more.
     */
    public void end()
    {
        final FirstError errors = new FirstError();
        isAsleep = false;
        hasEnded = true;
        for (Command command = urgent.poll(); command != null; command = urgent.poll())
        {
            command.refuseAsOneOfMany(errors);
        }
        for (Command command = overflow.poll(); command != null; command = overflow.poll())
        {
            command.refuseAsOneOfMany(errors);
        }
        refuseLeftovers(errors);
        errors.rethrow();
    }

    /**
     * Any thread: answers what came too late, once the engine has ended. Waits for the moment that a thread
     * needs to fill the slot it has claimed.
     */
    public void refuseLeftovers()
    {
        if (hasEnded)
        {
            final FirstError errors = new FirstError();
            refuseLeftovers(errors);
            errors.rethrow();
        }
    }

    private void refuseLeftovers(final FirstError errors)
    {
        urgent.refuseAll(errors);
        while (!ring.isEmpty())
        {
            final Command command = takeLeftover();
            if (command != null)
            {
                command.refuseAsOneOfMany(errors);
            }
            else
            {
                Thread.yield();
            }
        }
    }

    /*
     * Refusing calls back into the application, which must not happen under a lock.
     */
    private Command takeLeftover()
    {
        synchronized (ring)
        {
            return ring.poll();
        }
    }
}
