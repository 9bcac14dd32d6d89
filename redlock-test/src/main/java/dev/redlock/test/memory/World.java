// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/**
 * What all parts of a network share: true time and what is to happen in it, chance, fair weather, and an
 * observer.
 */
final class World
{
    private static final long HASH_START = 0xCBF29CE484222325L;
    private static final long HASH_FACTOR = 0x100000001B3L;
    private static final long USUAL_DELAY_NS = 50_000;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final long seed;
    private long nowNs;
    private long planned;
    private ObjLongConsumer<String> observer;
    private long usualDelayNs = USUAL_DELAY_NS;
    private long usualSpreadNs;

    World(final long seed)
    {
        this.seed = seed;
    }

    long seed()
    {
        return seed;
    }

    SplittableRandom fork(final String component)
    {
        long hash = HASH_START;
        for (int i = 0; i < component.length(); i++)
        {
            hash = (hash ^ component.charAt(i)) * HASH_FACTOR;
        }

        return new SplittableRandom(new SplittableRandom(seed ^ hash).nextLong());
    }

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

    boolean runUntil(final long timeNs, final BooleanSupplier condition)
    {
        boolean isHolding = condition.getAsBoolean();
        while (!isHolding && step(timeNs))
        {
            isHolding = condition.getAsBoolean();
        }

        return isHolding;
    }

    private boolean step(final long limitNs)
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

    void observe(final ObjLongConsumer<String> newObserver)
    {
        observer = newObserver;
    }

    void note(final Supplier<String> words)
    {
        if (observer != null)
        {
            observer.accept(words.get(), nowNs());
        }
    }

    void usualDelay(final long atLeastNs, final long spreadNs)
    {
        usualDelayNs = atLeastNs;
        usualSpreadNs = spreadNs;
    }

    long usualDelayNs()
    {
        return usualDelayNs;
    }

    long usualSpreadNs()
    {
        return usualSpreadNs;
    }

    /**
     * In the order of the instants, and of planning for equal instants.
     */
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
