// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * A bounded first-in, first-out ring of attempts. Sized for all attempts of an engine and given each at most
 * once, it can never be full.
 */
final class AttemptRing
{
    private final Attempt[] ring;
    private int head;
    private int size;

    AttemptRing(final int capacity)
    {
        ring = new Attempt[capacity];
    }

    int size()
    {
        return size;
    }

    void add(final Attempt attempt)
    {
        ring[(head + size) % ring.length] = attempt;
        size++;
    }

    Attempt poll()
    {
        final Attempt attempt = ring[head];
        ring[head] = null;
        head = (head + 1) % ring.length;
        size--;

        return attempt;
    }
}
