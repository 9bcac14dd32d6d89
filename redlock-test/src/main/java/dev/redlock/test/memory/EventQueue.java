// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.PriorityQueue;

/**
 * True time and the future: events in the order of their instants, and of planning for equal instants.
 */
final class EventQueue
{
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNs;
    private long planned;

    long nowNs()
    {
        return nowNs;
    }

    /**
     * Plans an action; an instant that is over means now.
     */
    void at(final long timeNs, final Runnable action)
    {
        events.add(new Event(Math.max(nowNs, timeNs), planned++, action));
    }

    /**
     * Goes on to the next event and runs it; to the limit if none is due before.
     *
     * @return whether there was one.
     */
    boolean step(final long limitNs)
    {
        if (events.isEmpty() || events.peek().timeNs > limitNs)
        {
            nowNs = Math.max(nowNs, limitNs);

            return false;
        }

        final Event next = events.poll();
        nowNs = next.timeNs;
        next.action.run();

        return true;
    }

    private record Event(long timeNs, long number, Runnable action) implements Comparable<Event>
    {
        @Override
        public int compareTo(final Event other)
        {
            final int byTime = Long.compare(timeNs, other.timeNs);

            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }
}
