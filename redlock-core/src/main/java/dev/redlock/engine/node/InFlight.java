// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.wire.NodeCommand;

/**
 * The operations of one node that are sent and not answered, by correlation id. A bounded ring: ids are its
 * sequence; they only grow, and an id is good for one answer.
 */
public final class InFlight
{
    /**
     * On whose behalf a node was asked: a round of an attempt, an attempt outside of its rounds, or the watch
     * over the node, for no attempt.
     */
    public enum Asker
    {
        ROUND, ASIDE, NODE
    }

    static final int NOT_FOUND = -1;

    /*
     * If ids went round the whole ring, every operation would use cold memory; so whenever the ring is empty,
     * they skip to its beginning. A slot is half a cache line, and holds numbers only: a reference that is
     * stored into an old array costs a garbage collector's barrier.
     */
    private static final int STRIDE_SHIFT = 2;
    private static final int WHAT = 0;
    private static final int SENT = 1;
    private static final int UNTIL = 2;
    private static final int ATTEMPT = 3;

    private static final Asker[] ASKERS = Asker.values();
    private static final long EMPTY = 0;

    private final long[] slots;
    private final int mask;
    private long head;
    private long tail;
    private long flushed;

    InFlight(final int capacity)
    {
        slots = new long[capacity << STRIDE_SHIFT];
        mask = capacity - 1;
    }

    public int capacity()
    {
        return mask + 1;
    }

    public int size()
    {
        return (int)(tail - head);
    }

    public boolean isEmpty()
    {
        return head == tail;
    }

    /**
     * The id that the next operation will have.
     */
    public long nextId()
    {
        return tail;
    }

    /**
     * An operation has left, or is about to.
     *
     * @param attempt index of the attempt, if there is one.
     * @param round   number of its round, if there is one.
     * @param untilNs when a vote that it brings ends; without an attempt what is to be known of it when it is
     *                answered.
     */
    public void add(final Asker asker, final NodeCommand command, final int attempt, final int round,
        final long untilNs, final long nowNs)
    {
        final int slot = ((int)tail & mask) << STRIDE_SHIFT;

        slots[slot + WHAT] = (long)round << Integer.SIZE | command.template().id() + 1;
        slots[slot + SENT] = nowNs;
        slots[slot + UNTIL] = untilNs;
        slots[slot + ATTEMPT] = (long)asker.ordinal() << Integer.SIZE | attempt;
        tail++;
    }

    /**
     * The id of what waits longest; that of the next operation if there is none.
     */
    public long oldestId()
    {
        return head;
    }

    int find(final long correlationId)
    {
        final int slot = ((int)correlationId & mask) << STRIDE_SHIFT;

        final boolean isInRing = correlationId - head >= 0 && correlationId - tail < 0;

        return isInRing && slots[slot + WHAT] != EMPTY ? slot : NOT_FOUND;
    }

    void remove(final int slot)
    {
        slots[slot + WHAT] = EMPTY;
        while (head != tail && slots[((int)head & mask) << STRIDE_SHIFT | WHAT] == EMPTY)
        {
            head++;
        }
        if (head == tail)
        {
            tail = tail + mask & ~mask;
            head = tail;
            flushed = tail;
        }
    }

    /**
     * The id of the command.
     */
    int command(final int slot)
    {
        return (int)slots[slot + WHAT] - 1;
    }

    Asker asker(final int slot)
    {
        return ASKERS[(int)(slots[slot + ATTEMPT] >> Integer.SIZE)];
    }

    /**
     * Index of the attempt; undefined for an operation that belongs to none.
     */
    int attempt(final int slot)
    {
        return (int)slots[slot + ATTEMPT];
    }

    int round(final int slot)
    {
        return (int)(slots[slot + WHAT] >> Integer.SIZE);
    }

    /**
     * When a vote that this operation brings ends; for one that belongs to no attempt its mark.
     */
    long untilNs(final int slot)
    {
        return slots[slot + UNTIL];
    }

    /**
     * When the operation had left, as far as is known; until it has, when it was queued.
     */
    long sentNs(final int slot)
    {
        return slots[slot + SENT];
    }

    /**
     * What was queued has left by now: notes so, and tells the attempts whose rounds have left with it.
     */
    public void onFlushed(final AttemptPool attempts, final long nowNs)
    {
        for (long id = Math.max(flushed - head, 0) + head; id != tail; id++)
        {
            final int slot = ((int)id & mask) << STRIDE_SHIFT;
            if (slots[slot + WHAT] != EMPTY)
            {
                slots[slot + SENT] = nowNs;
                if (asker(slot) == Asker.ROUND)
                {
                    attempts.at(attempt(slot)).round.onFlushed(round(slot), nowNs);
                }
            }
        }
        flushed = tail;
    }

    /**
     * The votes that operations of attempts will bring end earlier.
     */
    public void shorten(final long byNs)
    {
        for (long id = head; id != tail; id++)
        {
            final int slot = ((int)id & mask) << STRIDE_SHIFT;
            slots[slot + UNTIL] -= asker(slot) == Asker.NODE ? 0 : byNs;
        }
    }

    /**
     * When the operation that waits longest was sent; defined only if not empty.
     */
    public long oldestSentNs()
    {
        return sentNs(((int)head & mask) << STRIDE_SHIFT);
    }
}
