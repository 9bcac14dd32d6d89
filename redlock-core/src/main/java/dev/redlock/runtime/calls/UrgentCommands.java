// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Commands that always find room, as each is a link of the chain. From many threads to one, in the order in
 * which they were put in. Neither side allocates, waits or refuses.
 */
final class UrgentCommands
{
    /*
     * Any thread puts a command on top of a stack; the engine takes the whole stack at once and turns it
     * round. A command is in here at most once, which its own mark ensures, so there are at most as many as
     * handles have releases and cancellations on their way.
     */
    private static final VarHandle TOP = Fields.of(MethodHandles.lookup(), "top", Command.class);

    private volatile Command top;
    private Command oldest;

    /**
     * Any thread.
     */
    void add(final Command command)
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
    Command poll()
    {
        if (oldest == null && top != null)
        {
            oldest = reversed((Command)TOP.getAndSet(this, null));
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
    boolean isEmpty()
    {
        return oldest == null && top == null;
    }

    /**
     * Engine thread: how many there are to take.
     */
    int size()
    {
        return length(oldest) + length(top);
    }

    /**
     * Any thread, once the engine has ended: refuses what was put in and will not be taken.
     */
    void refuseAll(final FirstError errors)
    {
        Command command = reversed((Command)TOP.getAndSet(this, null));
        while (command != null)
        {
            final Command next = command.next;
            command.next = null;
            command.refuseAsOneOfMany(errors);
            command = next;
        }
    }

    private static Command reversed(final Command newest)
    {
        Command before = null;
        Command command = newest;
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
