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
package dev.redlock.transport.netty;

/**
 * Who waits for the replies of one node, in the order in which they will come. Allocated once.
 */
final class InFlightRing
{
    /*
     * An entry is either the id of an operation, or an asker: an inquiry or the dialogue. Whenever all have
     * been answered, the ring begins anew: memory that was in use a moment ago is in the processor's cache.
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
        correlationIds[tail++ & mask] = correlationId;
    }

    void add(final Object asker)
    {
        askers[tail++ & mask] = asker;
    }

    /**
     * Who waits longest.
     *
     * @return null if it is an operation.
     */
    Object asker()
    {
        return askers[head & mask];
    }

    /**
     * Which operation waits longest.
     *
     * @return its id; of no meaning if there is an asker.
     */
    long correlationId()
    {
        return correlationIds[head & mask];
    }

    void remove()
    {
        askers[head++ & mask] = null;
        if (head == tail)
        {
            head = 0;
            tail = 0;
        }
    }
}
