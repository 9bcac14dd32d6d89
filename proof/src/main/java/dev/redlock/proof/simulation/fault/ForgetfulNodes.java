// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.fault;

import java.util.Arrays;

/**
 * The budget of forgetful nodes. Two quorums share at least 2Q - N nodes, so exclusion holds as long as fewer
 * of them forget within the life of a lease: 2Q - N - 1 nodes within the longest promise.
 */
public final class ForgetfulNodes
{
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final long[] forgotNs;
    private final int margin;
    private final long windowNs;

    public ForgetfulNodes(final int nodeCount, final int margin, final long windowNs)
    {
        this.margin = margin;
        this.windowNs = windowNs;
        forgotNs = new long[nodeCount];
        Arrays.fill(forgotNs, NEVER);
    }

    /**
     * Asks for leave to make a node forget now.
     *
     * @return whether the budget allows it; then it is used.
     */
    public boolean take(final int nodeIndex, final long nowNs)
    {
        int others = 0;
        for (int i = 0; i < forgotNs.length; i++)
        {
            others += i != nodeIndex && nowNs - forgotNs[i] <= windowNs ? 1 : 0;
        }
        if (others >= margin)
        {
            return false;
        }
        forgotNs[nodeIndex] = nowNs;

        return true;
    }
}
