// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * The lists that are open while a reply is read, and how many elements each still lacks.
 */
final class Levels
{
    private final int[] lacking;
    private final boolean[] attributes;
    private int depth;

    Levels(final int maxDepth)
    {
        lacking = new int[maxDepth];
        attributes = new boolean[maxDepth];
    }

    void clear()
    {
        depth = 0;
    }

    int depth()
    {
        return depth;
    }

    void open(final boolean isAttribute, final int count) throws RespException
    {
        if (depth == lacking.length)
        {
            throw new RespException("lists are nested deeper than the limit of " + lacking.length);
        }
        attributes[depth] = isAttribute;
        lacking[depth++] = count;
    }

    /**
     * Counts an element of the innermost list.
     *
     * @return true if it was the last.
     */
    boolean countDown()
    {
        return --lacking[depth - 1] == 0;
    }

    boolean isAttribute()
    {
        return attributes[depth - 1];
    }

    void close()
    {
        depth--;
    }
}
