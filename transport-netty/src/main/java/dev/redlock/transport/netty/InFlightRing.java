// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

/**
 * The askers of one node's replies, in the order of the replies. Allocated once.
 */
final class InFlightRing
{
    /*
     * An entry is either the id of an operation, or an asker: an inquiry or the dialogue. When all have
     * been answered, the ring begins anew: memory that was just in use is in the processor's cache.
     */
    private final long[] correlationIds;
    private final Object[] askers;
    private final int mask;
    private int head;
    private int tail;

    InFlightRing(final int capacity)
    {
        correlationIds = new long[capacity];
        askers = new Object[capacity];
        mask = capacity - 1;
    }

    boolean isEmpty()
    {
        return head == tail;
    }

    boolean isFull()
    {
        return tail - head > mask;
    }

    void add(final long correlationId)
    {
        assert !isFull() : "an entry would take the place of another one: ask isFull() first";
        correlationIds[tail++ & mask] = correlationId;
    }

    void add(final Object asker)
    {
        assert !isFull() : "an entry would take the place of another one: ask isFull() first";
        askers[tail++ & mask] = asker;
    }

    /**
     * The asker that waits longest.
     *
     * @return null for an operation.
     */
    Object asker()
    {
        return askers[head & mask];
    }

    /**
     * The operation that waits longest.
     *
     * @return its id; meaningless if there is an asker.
     */
    long correlationId()
    {
        return correlationIds[head & mask];
    }

    void remove()
    {
        assert !isEmpty() : "no reply is expected: ask isEmpty() first";
        askers[head++ & mask] = null;
        if (head == tail)
        {
            head = 0;
            tail = 0;
        }
    }
}
