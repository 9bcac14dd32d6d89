// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * Claims in the order in which they came. The list runs through the claims themselves, so a claim is in one
 * list at a time.
 */
class ClaimList
{
    private Claim first;
    private Claim last;

    ClaimList()
    {
    }

    void add(final Claim claim)
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

    void remove(final Claim claim)
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

    Claim first()
    {
        return first;
    }
}
