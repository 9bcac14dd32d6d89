// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.spi.Answer;

/**
 * A place in line, as a node has it.
 *
 * @param token   of who waits: the right to the lock, so a secret.
 * @param sinceUs when it came, in microseconds of the nodes' time, which may be no sensible number.
 */
record Place(byte[] token, double sinceUs)
{
    /**
     * What a node lists: pairs in RESP3, in RESP2 two elements each.
     *
     * @param line the answer to ZRANGE.
     */
    static List<Place> of(final Answer line)
    {
        final List<Place> places = new ArrayList<>();
        final List<Answer> elements = line.elements();
        for (int i = 0; i < elements.size(); i++)
        {
            final Answer element = elements.get(i);
            if (element.kind() == Answer.Kind.LIST)
            {
                add(places, element.elements());
            }
            else
            {
                add(places, elements.subList(i, Math.min(i + 2, elements.size())));
                i++;
            }
        }

        return places;
    }

    private static void add(final List<Place> places, final List<Answer> pair)
    {
        if (pair.size() == 2)
        {
            places.add(new Place(pair.get(0).bytes(), number(pair.get(1).text())));
        }
    }

    private static double number(final String score)
    {
        try
        {
            return Double.parseDouble(score);
        }
        catch (final NumberFormatException ignored)
        {
            return Double.NaN;
        }
    }

    /**
     * Without the token.
     */
    @Override
    public String toString()
    {
        return "place since " + sinceUs;
    }
}
