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
package dev.redlock.bench.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts votes as one would by hand: complete when a quorum has granted, or cannot any more.
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
