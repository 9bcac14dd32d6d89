// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * Places of claims in the order in which they came. The list runs through the places themselves, so a place
 * is in one list at a time.
 */
public class ClaimList<T extends ClaimList.Link<T>>
{
    private T first;
    private T last;

    public void add(final T place)
    {
        assert place.list == null : "a place is in two lists at a time: its links would tear both";

        place.list = this;
        place.previous = last;
        if (last == null)
        {
            first = place;
        }
        else
        {
            last.next = place;
        }
        last = place;
    }

    void remove(final T place)
    {
        if (place.previous == null)
        {
            first = place.next;
        }
        else
        {
            place.previous.next = place.next;
        }
        if (place.next == null)
        {
            last = place.previous;
        }
        else
        {
            place.next.previous = place.previous;
        }
        place.list = null;
        place.next = null;
        place.previous = null;
    }

    public boolean has(final T place)
    {
        return place.list == this;
    }

    public T first()
    {
        return first;
    }

    /**
     * What a list needs of its elements.
     */
    abstract static class Link<T extends Link<T>>
    {
        ClaimList<T> list;
        T next;
        T previous;

        public T next()
        {
            return next;
        }
    }
}
