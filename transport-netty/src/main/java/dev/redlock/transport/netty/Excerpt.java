// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.transport.resp.RespException;

/**
 * Shows what a node that does not speak RESP said instead, and keeps what must not be shown.
 */
final class Excerpt
{
    /*
     * A node may repeat to us what we sent it. While the dialogue runs, all that was sent is known, so an
     * excerpt is shown unless it has something in common with it. Afterwards tokens have been sent, which are
     * not kept, so nothing is shown. A peer that does not speak RESP fails in the dialogue.
     */
    private static final int SHORTEST_WORD = 2;
    private static final int LONGEST_COMMON = 3;

    private final List<byte[]> sent = new ArrayList<>();
    private boolean isOpen;

    void begin()
    {
        sent.clear();
        isOpen = true;
    }

    void sent(final byte[][] question)
    {
        for (final byte[] word : question)
        {
            sent.add(word);
        }
    }

    void end()
    {
        sent.clear();
        isOpen = false;
    }

    String of(final byte[] near)
    {
        if (!isOpen || near.length == 0)
        {
            return "";
        }
        for (final byte[] word : sent)
        {
            final int length = Math.min(word.length, LONGEST_COMMON + 1);
            if (length >= SHORTEST_WORD && hasCommonPart(near, word, length))
            {
                return " (its words are hidden, because they repeat what was sent)";
            }
        }

        return " near '" + RespException.escaped(near) + "'";
    }

    private static boolean hasCommonPart(final byte[] a, final byte[] b, final int length)
    {
        for (int i = 0; i + length <= a.length; i++)
        {
            for (int j = 0; j + length <= b.length; j++)
            {
                int same = 0;
                while (same < length && a[i + same] == b[j + same])
                {
                    same++;
                }
                if (same == length)
                {
                    return true;
                }
            }
        }

        return false;
    }
}
