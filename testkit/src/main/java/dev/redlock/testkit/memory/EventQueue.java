/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.memory;

import java.util.PriorityQueue;

/**
 * True time and what is going to happen: events in the order of their instants, and of their coming where the
 * instants are the same.
 */
final class EventQueue
{
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNs;
    private long sequence;

    long nowNs()
    {
        return nowNs;
    }

    int size()
    {
        return events.size();
    }

    /**
     * Plans an event. One that should have happened already happens next.
     */
    void at(final long timeNs, final Runnable action)
    {
        events.add(new Event(Math.max(nowNs, timeNs), sequence++, action));
    }

    /**
     * Lets the next event happen if it is due by a limit; otherwise moves the time to the limit.
     *
     * @return whether there was such an event.
     */
    boolean step(final long limitNs)
    {
        final Event next = events.peek();
        if (next == null || next.timeNs > limitNs)
        {
            nowNs = Math.max(nowNs, limitNs);

            return false;
        }

        events.poll();
        nowNs = next.timeNs;
        next.action.run();

        return true;
    }

    private static final class Event implements Comparable<Event>
    {
        private final long timeNs;
        private final long sequence;
        private final Runnable action;

        private Event(final long timeNs, final long sequence, final Runnable action)
        {
            this.timeNs = timeNs;
            this.sequence = sequence;
            this.action = action;
        }

        @Override
        public int compareTo(final Event other)
        {
            return timeNs == other.timeNs ?
                Long.compare(sequence, other.sequence) : Long.compare(timeNs, other.timeNs);
        }
    }
}
