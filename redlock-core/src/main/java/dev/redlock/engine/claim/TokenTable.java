// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import java.util.Arrays;

import dev.redlock.engine.settings.WaitRule;

/**
 * Finds attempts by their owner tokens, for what nodes say of these unasked. Open addressing with linear
 * probing, in twice as many places as there are attempts.
 */
final class TokenTable
{
    private static final int EMPTY = -1;
    private static final int BITS = 8;

    private final Attempt[] attempts;
    private final int[] places;
    private final int mask;

    TokenTable(final Attempt[] attempts)
    {
        this.attempts = attempts;
        places = new int[Integer.highestOneBit(attempts.length) << 2];
        mask = places.length - 1;
        Arrays.fill(places, EMPTY);
    }

    void put(final Attempt attempt)
    {
        int place = homeOf(attempt.token, 0);
        while (places[place] != EMPTY)
        {
            assert places[place] != attempt.index : attempt + " has a place already";

            place = place + 1 & mask;
        }
        places[place] = attempt.index;
    }

    /*
     * What follows moves up, so that no search ends too early; nothing is left that would make later ones
     * long.
     */
    void remove(final Attempt attempt)
    {
        int hole = homeOf(attempt.token, 0);
        while (places[hole] != attempt.index)
        {
            assert places[hole] != EMPTY : attempt + " has no place";

            hole = hole + 1 & mask;
        }
        for (int place = hole + 1 & mask; places[place] != EMPTY; place = place + 1 & mask)
        {
            final int home = homeOf(attempts[places[place]].token, 0);
            if ((place - home & mask) >= (place - hole & mask))
            {
                places[hole] = places[place];
                hole = place;
            }
        }
        places[hole] = EMPTY;
    }

    /**
     * The attempt whose token is at an offset of an array; null if it is nobody's.
     */
    Attempt find(final byte[] bytes, final int offset)
    {
        for (int place = homeOf(bytes, offset); places[place] != EMPTY; place = place + 1 & mask)
        {
            final Attempt attempt = attempts[places[place]];
            if (Arrays.equals(attempt.token, 0, OwnerTokens.LENGTH,
                bytes, offset, offset + OwnerTokens.LENGTH))
            {
                return attempt;
            }
        }

        return null;
    }

    /*
     * By bytes that are random: all tokens begin alike.
     */
    private int homeOf(final byte[] bytes, final int offset)
    {
        int home = 0;
        for (int i = 0; i < Integer.BYTES; i++)
        {
            home = home << BITS | bytes[offset + WaitRule.MAILBOX_BYTES + i] & 0xFF;
        }

        return home & mask;
    }
}
