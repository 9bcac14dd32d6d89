// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded ring from many threads to one. Neither side allocates or blocks.
 */
final class CommandRing extends CommandRingHead
{
    /*
     * Producers claim a slot by moving the tail, then fill it; the consumer takes what is filled and stops at
     * the first slot that is claimed but empty. The producers' copy of the head may be old: they read the
     * head again only when the ring looks full. The copy is passed on with release and acquire, because a
     * producer that relies on it writes to a slot that the consumer has emptied before. (After D. Vyukov's
     * bounded queue, in the form that Agrona and JCTools use.)
     *
     * Head, tail and the cached head each have a cache line to themselves, by the padding in the
     * superclasses: the JVM lays out the fields of a superclass before those of its subclasses.
     */
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Command[].class);

    private final Command[] slots;
    private final int mask;
    private final int roomForOrdinary;

    CommandRing(final int capacity)
    {
        if (Integer.bitCount(capacity) != 1 || capacity < 16)
        {
            throw new IllegalArgumentException(
                "capacity of the command ring is " + capacity + " but must be a power of two, at least 16");
        }

        slots = new Command[capacity];
        mask = capacity - 1;
        roomForOrdinary = capacity - capacity / 4;
    }

    /**
     * Adds a command; any thread.
     *
     * @param mayUseAll may use the last quarter of the ring, which is kept for what callbacks ask for.
     * @return false if there is no room.
     */
    boolean offer(final Command command, final boolean mayUseAll)
    {
        final int room = mayUseAll ? slots.length : roomForOrdinary;
        long tail;

        do
        {
            tail = (long)TAIL.getVolatile(this);
            if (tail - (long)CACHED_HEAD.getAcquire(this) >= room)
            {
                final long head = (long)HEAD.getVolatile(this);
                if (tail - head >= room)
                {
                    return false;
                }
                CACHED_HEAD.setRelease(this, head);
            }
        }
        while (!TAIL.compareAndSet(this, tail, tail + 1));

        SLOTS.setRelease(slots, (int)tail & mask, command);

        return true;
    }

    /**
     * Whether the next command is there, whole; the consuming thread.
     */
    boolean isFilled()
    {
        return SLOTS.getAcquire(slots, (int)(long)HEAD.get(this) & mask) != null;
    }

    /**
     * Takes the next command; the one consuming thread, or one after another.
     *
     * @return null if there is none that is whole.
     */
    Command poll()
    {
        final long head = (long)HEAD.get(this);
        final int slot = (int)head & mask;
        final Command command = (Command)SLOTS.getAcquire(slots, slot);
        if (command != null)
        {
            assert head < (long)TAIL.getVolatile(this) :
                "a full slot that nobody has claimed: let one thread consume at a time";

            SLOTS.set(slots, slot, null);
            HEAD.setRelease(this, head + 1);
        }

        return command;
    }

    /**
     * Whether nothing is on its way, counting what is claimed but not yet filled; any thread, but only a hint
     * to those that do not consume.
     */
    boolean isEmpty()
    {
        return size() == 0;
    }

    /**
     * How many are on their way, with the same restrictions.
     */
    int size()
    {
        final long head = (long)HEAD.getVolatile(this);

        return (int)((long)TAIL.getVolatile(this) - head);
    }
}
