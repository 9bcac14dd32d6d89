// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a lock protects: how many were there at the same time, at most, and whether their fencing tokens grew.
 */
final class Inside
{
    private final AtomicInteger present = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicLong lastToken = new AtomicLong();
    private final AtomicInteger outOfOrder = new AtomicInteger();

    /**
     * @param fencingToken 0 for a plain lock.
     */
    void visit(final long fencingToken)
    {
        most.accumulateAndGet(present.incrementAndGet(), Math::max);
        outOfOrder.addAndGet(lastToken.getAndSet(fencingToken) >= fencingToken && fencingToken != 0 ? 1 : 0);
        present.decrementAndGet();
    }

    /**
     * How many came with a fencing token that was not above the one before.
     */
    int outOfOrder()
    {
        return outOfOrder.get();
    }

    int most()
    {
        return most.get();
    }
}
