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
package dev.redlock.engine;

import java.util.concurrent.TimeUnit;

import org.agrona.DeadlineTimerWheel;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Timers on a wheel, and the instant until which a thread may sleep.
 */
final class Timers
{
    /*
     * Agrona's wheel does not tell when the next timer is due, which a thread that blocks in its selector
     * must know, and walks tick by tick through time that has passed. So the timers per spoke are counted
     * beside it: the first spoke that is not empty bounds the sleep, and empty ones are jumped over. A spoke
     * may hold timers of a later revolution only; then we look for nothing, once per revolution (about a
     * second).
     */
    static final int RESOLUTION_SHIFT = 20;
    private static final int SPOKES = 1024;
    private static final int TIMERS_PER_SPOKE = 16;
    private static final int MAX_PER_POLL = 1024;
    private static final int NONE = -1;
    private static final long FAR_NS = 500_000_000L;

    private final DeadlineTimerWheel wheel;
    private final Long2ObjectHashMap<Timed> byId = new Long2ObjectHashMap<>(1024, 0.55f);
    private final int[] perSpoke = new int[SPOKES];
    private final long[] occupied = new long[SPOKES / Long.SIZE];
    private final DeadlineTimerWheel.TimerHandler handler = this::onExpiry;
    private final long startNs;

    Timers(final long startNs)
    {
        this.startNs = startNs;
        wheel = new DeadlineTimerWheel(
            TimeUnit.NANOSECONDS, startNs, 1L << RESOLUTION_SHIFT, SPOKES, TIMERS_PER_SPOKE);
    }

    /**
     * Makes sure that the timer fires no later than the deadline (and its tick).
     */
    void arm(final Timed timed, final long deadlineNs)
    {
        if (timed.isArmed())
        {
            if (timed.armedNs - deadlineNs <= 0)
            {
                return;
            }
            cancel(timed);
        }

        timed.timerId = wheel.scheduleTimer(deadlineNs);
        timed.armedNs = deadlineNs;
        final int spoke = spokeOf(timed.timerId);
        if (perSpoke[spoke]++ == 0)
        {
            occupied[spoke / Long.SIZE] |= 1L << spoke;
        }
        byId.put(timed.timerId, timed);
    }

    void cancel(final Timed timed)
    {
        if (timed.isArmed())
        {
            wheel.cancelTimer(timed.timerId);
            forget(timed);
        }
    }

    /**
     * To be called when a timer has no use for the time being. One that fires soon is left to find nothing to
     * do, which is cheaper than to take it off and put it on again with the next attempt; one that is far is
     * taken off.
     */
    void tidy(final Timed timed, final long nowNs)
    {
        if (timed.isArmed() && timed.armedNs - nowNs > FAR_NS)
        {
            cancel(timed);
        }
    }

    /**
     * Fires what is due.
     */
    int poll(final long nowNs)
    {
        final long nowTick = nowNs - startNs >> RESOLUTION_SHIFT;
        int fired = 0;

        while (fired < MAX_PER_POLL)
        {
            final long tick = nextOccupiedTick();
            if (tick == NONE || tick > nowTick)
            {
                wheel.currentTickTime(nowNs);
                break;
            }

            wheel.currentTickTime(startNs + (tick << RESOLUTION_SHIFT));
            final int expired = wheel.poll(nowNs, handler, MAX_PER_POLL);
            fired += expired;
            if (expired == 0 && currentTick() == tick)
            {
                break;
            }
        }

        return fired;
    }

    /**
     * The instant by which {@link #poll(long)} wants to be called again, no later than the limit.
     */
    long nextNs(final long limitNs)
    {
        final long tick = nextOccupiedTick();
        final long dueNs = startNs + (tick + 1 << RESOLUTION_SHIFT);

        return tick == NONE || limitNs - dueNs < 0 ? limitNs : dueNs;
    }

    int count()
    {
        return (int)wheel.timerCount();
    }

    private long currentTick()
    {
        return (wheel.currentTickTime() - startNs >> RESOLUTION_SHIFT) - 1;
    }

    private long nextOccupiedTick()
    {
        if (wheel.timerCount() == 0)
        {
            return NONE;
        }

        final long tick = currentTick();
        final int from = (int)tick & SPOKES - 1;
        final int words = occupied.length;
        for (int i = 0; i <= words; i++)
        {
            final int word = (from / Long.SIZE + i) % words;
            final long mask = i == 0 ? -1L << from : i == words ? ~(-1L << from) : -1L;
            final long hits = occupied[word] & mask;
            if (hits != 0)
            {
                final int spoke = word * Long.SIZE + Long.numberOfTrailingZeros(hits);

                return tick + (spoke - from & SPOKES - 1);
            }
        }

        return NONE;
    }

    private boolean onExpiry(final TimeUnit unit, final long nowNs, final long timerId)
    {
        final Timed timed = byId.get(timerId);
        forget(timed);
        timed.onTimer(nowNs);

        return true;
    }

    private void forget(final Timed timed)
    {
        final int spoke = spokeOf(timed.timerId);
        if (--perSpoke[spoke] == 0)
        {
            occupied[spoke / Long.SIZE] &= ~(1L << spoke);
        }
        byId.remove(timed.timerId);
        timed.timerId = Timed.NOT_ARMED;
    }

    private static int spokeOf(final long timerId)
    {
        return (int)(timerId >>> 32);
    }
}
