// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * Timers on a wheel, and the instant until which a thread may sleep.
 */
public final class Timers
{
    /*
     * A hashed wheel of doubly linked lists that run through the timers themselves. So arming and tidying
     * take constant time and no memory, however many timers fall into one tick: ten thousand callers that
     * wait equally long do. Time is kept relative to the start, which lets the clock wrap around.
     *
     * Bits beside the wheel say which spokes are not empty, and bits beside those which words of them are:
     * the first spoke bounds the sleep, and time that has passed is crossed in jumps. A spoke may hold timers
     * of a later revolution only; then we look for nothing, once per revolution (about a second).
     *
     * What is due is first taken off the wheel into a list of its own, and then fired. A timer that is armed
     * again meanwhile goes on the wheel, so that a poll ends. If one throws, those behind it are left to the
     * next poll.
     */
    public static final int RESOLUTION_SHIFT = 20;
    private static final int SPOKES = 1024;
    private static final int WORDS = SPOKES / Long.SIZE;
    private static final int DUE = SPOKES;
    private static final int NONE = -1;
    private static final long FAR_NS = 500_000_000L;

    private final Timed[] firsts = new Timed[SPOKES + 1];
    private final Timed[] lasts = new Timed[SPOKES + 1];
    private final long[] occupied = new long[WORDS];
    private final long startNs;
    private int occupiedWords;
    private long tick;
    private int count;

    public Timers(final long startNs)
    {
        this.startNs = startNs;
    }

    /**
     * Makes sure that the timer fires no later than the deadline (and its tick).
     */
    public void arm(final Timed timed, final long deadlineNs)
    {
        if (timed.isArmed())
        {
            if (timed.armedNs - deadlineNs <= 0)
            {
                return;
            }
            unlink(timed);
        }

        timed.armedNs = deadlineNs;
        link(timed, (int)Math.max(tickOf(deadlineNs), tick) & SPOKES - 1);
    }

    /**
     * Call it when a timer is not needed at present. A timer that fires soon stays and finds nothing to do,
     * which is cheaper than removing and re-arming it; a far one is removed.
     */
    public void tidy(final Timed timed, final long nowNs)
    {
        if (timed.isArmed() && timed.armedNs - nowNs > FAR_NS)
        {
            unlink(timed);
        }
    }

    /**
     * Hands over what is due, in the order of ticks.
     */
    public int poll(final long nowNs, final Handler handler)
    {
        int fired = 0;

        collectDue(nowNs);
        for (Timed timed = firsts[DUE]; timed != null; timed = firsts[DUE])
        {
            unlink(timed);
            handler.onTimer(timed, nowNs);
            fired++;
        }

        return fired;
    }

    /**
     * The instant by which {@link #poll} wants to be called again, no later than the limit.
     */
    public long nextNs(final long limitNs)
    {
        if (firsts[DUE] != null)
        {
            return startNs + (tick << RESOLUTION_SHIFT);
        }

        final long next = nextOccupiedTick();
        final long dueNs = startNs + (next + 1 << RESOLUTION_SHIFT);

        return next == NONE || limitNs - dueNs < 0 ? limitNs : dueNs;
    }

    public int count()
    {
        return count;
    }

    /*
     * One revolution visits every spoke, however far the clock has jumped.
     */
    private void collectDue(final long nowNs)
    {
        final long nowTick = tickOf(nowNs);
        final long startTick = tick;
        final long endTick = Math.min(nowTick, startTick + SPOKES - 1);

        for (long next = nextOccupiedTick(); next != NONE && next <= endTick; next = nextOccupiedTick())
        {
            collectDue((int)next & SPOKES - 1, nowNs);
            tick = next + 1;
        }

        tick = Math.max(startTick, nowTick);
    }

    private void collectDue(final int spoke, final long nowNs)
    {
        Timed timed = firsts[spoke];
        while (timed != null)
        {
            final Timed next = timed.next;
            if (timed.armedNs - nowNs <= 0)
            {
                unlink(timed);
                link(timed, DUE);
            }
            timed = next;
        }
    }

    private void link(final Timed timed, final int list)
    {
        final Timed last = lasts[list];

        timed.list = (short)list;
        timed.previous = last;
        timed.next = null;
        lasts[list] = timed;
        if (last != null)
        {
            last.next = timed;
        }
        else
        {
            firsts[list] = timed;
            if (list != DUE)
            {
                occupied[list / Long.SIZE] |= 1L << list;
                occupiedWords |= 1 << list / Long.SIZE;
            }
        }
        count++;
    }

    private void unlink(final Timed timed)
    {
        final int list = timed.list;
        final Timed previous = timed.previous;
        final Timed next = timed.next;

        if (previous == null)
        {
            firsts[list] = next;
        }
        else
        {
            previous.next = next;
        }
        if (next == null)
        {
            lasts[list] = previous;
        }
        else
        {
            next.previous = previous;
        }
        if (firsts[list] == null && list != DUE)
        {
            free(list);
        }
        timed.list = Timed.NOT_ARMED;
        timed.previous = null;
        timed.next = null;
        count--;
    }

    private void free(final int spoke)
    {
        final int word = spoke / Long.SIZE;
        occupied[word] &= ~(1L << spoke);
        if (occupied[word] == 0)
        {
            occupiedWords &= ~(1 << word);
        }
    }

    private long tickOf(final long instantNs)
    {
        return instantNs - startNs >> RESOLUTION_SHIFT;
    }

    private long nextOccupiedTick()
    {
        if (occupiedWords == 0)
        {
            return NONE;
        }

        final int from = (int)tick & SPOKES - 1;
        final int word = from / Long.SIZE;
        final long ahead = occupied[word] & -1L << from;
        if (ahead != 0)
        {
            return tick + Long.numberOfTrailingZeros(ahead) - (from & Long.SIZE - 1);
        }

        final int later = Integer.numberOfTrailingZeros(wordsAfter(word));
        final int next = word + 1 + later & WORDS - 1;
        final int spoke = next * Long.SIZE + Long.numberOfTrailingZeros(occupied[next]);

        return tick + (spoke - from & SPOKES - 1);
    }

    /*
     * The words in the order in which time comes to them; the one it is in comes last.
     */
    private int wordsAfter(final int word)
    {
        return (occupiedWords | occupiedWords << WORDS) >>> word + 1;
    }

    /**
     * Knows what to do when a timer is due.
     */
    @FunctionalInterface
    public interface Handler
    {
        void onTimer(Timed timed, long nowNs);
    }
}
