// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.Arrays;

/**
 * True time and the future: events in the order of their instants, and of planning for equal instants.
 */
final class EventQueue
{
    /*
     * A binary heap of numbers, as a simulation mainly plans events: no object per event, and actions stay in
     * their slots while the heap moves. The tag of an event is its sequence number above its slot, so tags
     * are in the order of planning.
     */
    private static final int FIRST_CAPACITY = 256;
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    private long[] timesNs = new long[FIRST_CAPACITY];
    private long[] tags = new long[FIRST_CAPACITY];
    private Runnable[] actions = new Runnable[FIRST_CAPACITY];
    private int[] freeSlots = new int[FIRST_CAPACITY];
    private int size;
    private long nowNs;
    private long sequence;

    EventQueue()
    {
        free(0);
    }

    long nowNs()
    {
        return nowNs;
    }

    int size()
    {
        return size;
    }

    /**
     * Plans an event. An event in the past happens next.
     */
    void at(final long timeNs, final Runnable action)
    {
        if (size == actions.length)
        {
            grow();
        }

        final int slot = freeSlots[size];
        actions[slot] = action;
        siftUp(size, Math.max(nowNs, timeNs), sequence << SLOT_BITS | slot);
        size++;
        sequence++;
    }

    /**
     * Lets the next event happen if it is due by a limit; otherwise moves the time to the limit.
     *
     * @return whether there was such an event.
     */
    boolean step(final long limitNs)
    {
        if (size == 0 || timesNs[0] > limitNs)
        {
            nowNs = Math.max(nowNs, limitNs);

            return false;
        }

        nowNs = timesNs[0];
        final int slot = (int)tags[0] & SLOT_MASK;
        final Runnable next = actions[slot];
        actions[slot] = null;
        size--;
        freeSlots[size] = slot;
        if (size > 0)
        {
            siftDown(timesNs[size], tags[size]);
        }
        next.run();

        return true;
    }

    private void siftUp(final int last, final long timeNs, final long tag)
    {
        int place = last;
        while (place > 0)
        {
            final int parent = place - 1 >>> 1;
            if (!isBefore(timeNs, tag, parent))
            {
                break;
            }
            move(parent, place);
            place = parent;
        }
        timesNs[place] = timeNs;
        tags[place] = tag;
    }

    private void siftDown(final long timeNs, final long tag)
    {
        int place = 0;
        for (int child = 1; child < size; child = 2 * place + 1)
        {
            final int right = child + 1;
            final int first = right < size && isBefore(timesNs[right], tags[right], child) ? right : child;
            if (isBefore(timeNs, tag, first))
            {
                break;
            }
            move(first, place);
            place = first;
        }
        timesNs[place] = timeNs;
        tags[place] = tag;
    }

    private boolean isBefore(final long timeNs, final long tag, final int place)
    {
        return timeNs < timesNs[place] || timeNs == timesNs[place] && tag < tags[place];
    }

    private void move(final int from, final int to)
    {
        timesNs[to] = timesNs[from];
        tags[to] = tags[from];
    }

    private void grow()
    {
        if (size > SLOT_MASK)
        {
            throw new IllegalStateException(size + " events are planned, and that is the limit");
        }
        timesNs = Arrays.copyOf(timesNs, 2 * size);
        tags = Arrays.copyOf(tags, 2 * size);
        actions = Arrays.copyOf(actions, 2 * size);
        freeSlots = Arrays.copyOf(freeSlots, 2 * size);
        free(size);
    }

    private void free(final int from)
    {
        for (int i = from; i < freeSlots.length; i++)
        {
            freeSlots[i] = i;
        }
    }
}
