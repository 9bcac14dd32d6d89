// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import java.util.List;

import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.port.Trouble;
import dev.redlock.outcome.Suspicion;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;

/**
 * Writes down what the engine tells of nodes.
 */
record NodeNews(List<String> news) implements NodeEvents
{
    @Override
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        news.add("n" + nodeIndex + (restarted ? " restarted" : " up"));
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        news.add("n" + nodeIndex + " down " + reason + ": " + detail);
    }

    @Override
    public void onNodeQuarantined(final int nodeIndex, final Suspicion suspicion, final long untilNs)
    {
        news.add("n" + nodeIndex + " quarantined: " + suspicion);
    }

    @Override
    public void onNodeQuarantineOver(final int nodeIndex)
    {
        news.add("n" + nodeIndex + " out of quarantine");
    }

    @Override
    public void onNodeTrouble(final int nodeIndex, final Trouble trouble, final String detail)
    {
        news.add("n" + nodeIndex + " trouble: " + detail);
    }

    /*
     * A memory without a policy cannot be judged.
     */
    @Override
    public String objectionToMemory(final int nodeIndex, final Reply reply)
    {
        final String memory = Replies.textOf(reply);
        if (!memory.contains("maxmemory_policy:"))
        {
            throw new IllegalStateException(memory);
        }

        return memory.contains("maxmemory_policy:noeviction") ? null : "is set to evict";
    }
}
