// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The commands for one engine, in the order in which they were put in: each one is either taken by the engine
 * or refused at its end, never forgotten. There is always room. Nobody allocates or waits.
 */
public final class Inbox extends InboxTop
{
    /*
     * Any thread puts a command on top of a chain; the engine takes the whole chain at once and turns it
     * round. Each command is a link, and is in the chain at most once: a call by its state, others by their
     * mark. So there are about as many as handles have calls, releases and cancellations on their way. (R. K.
     * Treiber's stack, 1986. Nobody takes a single command off its top, so a top that has come back means no
     * harm.)
     *
     * A caller that releases and then acquires does not find that it still holds, and a callback that always
     * asks for more comes behind the others.
     *
     * Two handshakes between the producers and the engine, both of the same form: each side first says what
     * it does, then looks at what the other has said, so at least one sees the other.
     *
     *   producer                       engine
     *   top moved, then isAsleep read  isAsleep set, then isEmpty asked     it sleeps on no command
     *   top moved, then hasEnded read  hasEnded set, then the chain taken   none waits for a dead engine
     */
    private static final VarHandle TOP = Fields.of(MethodHandles.lookup(), "top", Command.class);

    private Command oldest;
    private volatile boolean isAsleep;
    private volatile boolean hasEnded;

    /**
     * Any thread; {@link #refuseLeftovers()} must follow, but for the engine's own thread within a callback,
     * which goes on to take it.
     */
    public void add(final Command command)
    {
        assert command.next == null : "a command is in the chain once: let it set out first";

        Command below;
        do
        {
            below = top;
            command.next = below;
        }
        while (!TOP.compareAndSet(this, below, command));
    }

    /**
     * Engine thread: the next command, or null.
     */
    public Command poll()
    {
        if (oldest == null && top != null)
        {
            oldest = takeAll();
        }

        final Command command = oldest;
        if (command != null)
        {
            oldest = command.next;
            command.next = null;
        }

        return command;
    }

    /**
     * Engine thread: whether there is nothing to take.
     */
    public boolean isEmpty()
    {
        return oldest == null && top == null;
    }

    /**
     * Engine thread: how many there are to take.
     */
    public int size()
    {
        return length(oldest) + length(top);
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
     * Any thread, after it has added a command: whether the engine may be blocked and must be woken.
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
        isAsleep = false;
        hasEnded = true;
        final Command first = oldest;
        oldest = null;
        try
        {
            refuseAll(first);
        }
        finally
        {
            refuseAll(takeAll());
        }
    }

    /**
     * Any thread: answers what came too late, once the engine has ended.
     */
    public void refuseLeftovers()
    {
        if (hasEnded)
        {
            StackRoom.check();
            refuseAll(takeAll());
        }
    }

    /*
     * There may be no memory, and little room on the stack: whatever one throws, the others are answered.
     */
    private static void refuseAll(final Command first)
    {
        Throwable error = null;
        Command command = first;
        while (command != null)
        {
            final Command next = command.next;
            command.next = null;
            try
            {
                command.refuse();
            }
            catch (final Throwable ex)
            {
                error = error == null ? ex : error;
            }
            command = next;
        }
        FirstError.rethrow(error);
    }

    /*
     * The oldest first.
     */
    private Command takeAll()
    {
        Command before = null;
        Command command = (Command)TOP.getAndSet(this, null);
        while (command != null)
        {
            final Command next = command.next;
            command.next = before;
            before = command;
            command = next;
        }

        return before;
    }

    private static int length(final Command first)
    {
        int length = 0;
        for (Command command = first; command != null; command = command.next)
        {
            length++;
        }

        return length;
    }
}
