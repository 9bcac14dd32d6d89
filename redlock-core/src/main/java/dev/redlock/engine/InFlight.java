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

/**
 * The operations of one node that are sent and not answered, by correlation id. A bounded ring: ids are its
 * sequence, and an id is good for one answer.
 */
final class InFlight
{
    static final int NOT_FOUND = -1;

    private final OperationKind[] kinds;
    private final Attempt[] attempts;
    private final int[] rounds;
    private final long[] roundStartsNs;
    private final long[] ttlsNs;
    private final long[] sentNs;
    private final int mask;
    private long head;
    private long tail;

    InFlight(final int capacity)
    {
        kinds = new OperationKind[capacity];
        attempts = new Attempt[capacity];
        rounds = new int[capacity];
        roundStartsNs = new long[capacity];
        ttlsNs = new long[capacity];
        sentNs = new long[capacity];
        mask = capacity - 1;
    }

    int capacity()
    {
        return mask + 1;
    }

    int size()
    {
        return (int)(tail - head);
    }

    boolean isEmpty()
    {
        return head == tail;
    }

    /**
     * The id that the next operation will have.
     */
    long nextId()
    {
        return tail;
    }

    void add(final OperationKind kind, final Attempt attempt, final long nowNs)
    {
        final int slot = (int)tail & mask;

        kinds[slot] = kind;
        attempts[slot] = attempt;
        sentNs[slot] = nowNs;
        if (attempt != null)
        {
            rounds[slot] = attempt.round;
            roundStartsNs[slot] = attempt.roundStartNs;
            ttlsNs[slot] = attempt.roundTtlNs;
        }
        tail++;
    }

    int find(final long correlationId)
    {
        final int slot = (int)correlationId & mask;

        final boolean isInRing = correlationId - head >= 0 && correlationId - tail < 0;

        return isInRing && kinds[slot] != null ? slot : NOT_FOUND;
    }

    void remove(final int slot)
    {
        kinds[slot] = null;
        attempts[slot] = null;
        while (head != tail && kinds[(int)head & mask] == null)
        {
            head++;
        }
    }

    OperationKind kind(final int slot)
    {
        return kinds[slot];
    }

    Attempt attempt(final int slot)
    {
        return attempts[slot];
    }

    int round(final int slot)
    {
        return rounds[slot];
    }

    long roundStartNs(final int slot)
    {
        return roundStartsNs[slot];
    }

    long ttlNs(final int slot)
    {
        return ttlsNs[slot];
    }

    long sentNs(final int slot)
    {
        return sentNs[slot];
    }

    /**
     * When the operation that waits longest was sent; defined only if not empty.
     */
    long oldestSentNs()
    {
        return sentNs[(int)head & mask];
    }
}
