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
package dev.redlock.testkit.story;

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
