// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts votes by hand: complete when a quorum has granted or no longer can.
 */
final class QuorumFuture extends CompletableFuture<Boolean>
{
    private final AtomicInteger granted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final int nodes;
    private final int quorum;

    QuorumFuture(final int nodes, final int quorum)
    {
        this.nodes = nodes;
        this.quorum = quorum;
    }

    void vote(final boolean isGranted)
    {
        if (isGranted)
        {
            if (granted.incrementAndGet() == quorum)
            {
                complete(true);
            }
        }
        else if (refused.incrementAndGet() == nodes - quorum + 1)
        {
            complete(false);
        }
    }
}
