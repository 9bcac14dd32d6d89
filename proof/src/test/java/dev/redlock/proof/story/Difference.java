// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayList;
import java.util.List;

/**
 * Two lists of lines, one against the other: {@code -} stands before what is missing, {@code +} before what
 * is new.
 */
final class Difference
{
    private Difference()
    {
    }

    static List<String> between(final List<String> expected, final List<String> seen)
    {
        final int[][] common = commonLengths(expected, seen);
        final List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < expected.size() || j < seen.size())
        {
            if (i < expected.size() && j < seen.size() && expected.get(i).equals(seen.get(j)))
            {
                lines.add("  " + expected.get(i));
                i++;
                j++;
            }
            else if (j == seen.size() || i < expected.size() && common[i + 1][j] >= common[i][j + 1])
            {
                lines.add("- " + expected.get(i));
                i++;
            }
            else
            {
                lines.add("+ " + seen.get(j));
                j++;
            }
        }

        return lines;
    }

    /*
     * Length of the longest common part of what follows, from each pair of places.
     */
    private static int[][] commonLengths(final List<String> one, final List<String> other)
    {
        final int[][] common = new int[one.size() + 1][other.size() + 1];
        for (int i = one.size() - 1; i >= 0; i--)
        {
            for (int j = other.size() - 1; j >= 0; j--)
            {
                common[i][j] = one.get(i).equals(other.get(j)) ?
                    common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }

        return common;
    }
}
