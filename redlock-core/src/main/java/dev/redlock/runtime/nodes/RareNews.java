// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.DownReason;

/**
 * Which news of one node is told, and when: at most twelve in an hour, whatever it does. Engine thread.
 */
final class RareNews
{
    /*
     * Another state, or another reason for it, is told at once: six of them, and then one in ten minutes, for
     * a node may come and go all day. Other words for the same are told once, and then ever more rarely: a
     * name with two addresses has two, in turn. What was not told is told when its time has come, if it is
     * still so.
     */
    private static final int AT_ONCE = 6;
    private static final long ANOTHER_NS = 600_000_000_000L;
    private static final long FIRST_PAUSE_NS = 60_000_000_000L;

    private NodeStatus told;
    private DownReason toldReason;
    private long toldNs;
    private long pauseNs;
    private int left = AT_ONCE;
    private long countedNs;

    RareNews(final NodeStatus known, final long nowNs)
    {
        told = known;
        countedNs = nowNs;
    }

    /**
     * Takes a status as told, although nobody is: it is no news.
     */
    void know(final NodeStatus status, final DownReason reason)
    {
        told = status;
        toldReason = reason;
    }

    /**
     * Whether to tell a status now, which counts as told then.
     *
     * @param reason why the node is down; null if it is not.
     */
    boolean take(final NodeStatus status, final DownReason reason, final long nowNs)
    {
        while (left < AT_ONCE && nowNs - countedNs >= ANOTHER_NS)
        {
            left++;
            countedNs += ANOTHER_NS;
        }

        final boolean isSame = isSameInOtherWords(status, reason);
        if (status.equals(told) || left == 0 || isSame && nowNs - toldNs < pauseNs)
        {
            return false;
        }

        countedNs = left == AT_ONCE ? nowNs : countedNs;
        left--;
        pauseNs = !isSame ? 0 : pauseNs == 0 ? FIRST_PAUSE_NS : 2 * pauseNs;
        toldNs = nowNs;
        know(status, reason);

        return true;
    }

    private boolean isSameInOtherWords(final NodeStatus status, final DownReason reason)
    {
        return status.state() == told.state() && reason == toldReason &&
            status.isConfigurationError() == told.isConfigurationError() &&
            status.detail().isEmpty() == told.detail().isEmpty();
    }
}
