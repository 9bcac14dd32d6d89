// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * Claims in the order in which they came. The list runs through the claims themselves, so a claim is in one
 * list at a time.
 */
public class ClaimList<T extends ClaimList.Link<T>>
{
    private T first;
    private T last;

    public ClaimList()
    {
    }

    public void add(final T claim)
    {
        claim.nextInLine = null;
        claim.previousInLine = last;
        if (last == null)
        {
            first = claim;
        }
        else
        {
            last.nextInLine = claim;
        }
        last = claim;
    }

    public void remove(final T claim)
    {
        if (claim.previousInLine == null)
        {
            first = claim.nextInLine;
        }
        else
        {
            claim.previousInLine.nextInLine = claim.nextInLine;
        }
        if (claim.nextInLine == null)
        {
            last = claim.previousInLine;
        }
        else
        {
            claim.nextInLine.previousInLine = claim.previousInLine;
        }
        claim.nextInLine = null;
        claim.previousInLine = null;
    }

    public T first()
    {
        return first;
    }

    /**
     * What a list needs of its elements.
     */
    abstract static class Link<T> extends Timed
    {
        public T nextInLine;
        T previousInLine;
    }
}
