// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

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

    private final EventQueue events = new EventQueue();
    private final long seed;
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
        return events.nowNs();
    }

    void at(final long timeNs, final Runnable action)
    {
        events.at(timeNs, action);
    }

    boolean runUntil(final long timeNs, final BooleanSupplier condition)
    {
        boolean isHolding = condition.getAsBoolean();
        while (!isHolding && events.step(timeNs))
        {
            isHolding = condition.getAsBoolean();
        }

        return isHolding;
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
}
