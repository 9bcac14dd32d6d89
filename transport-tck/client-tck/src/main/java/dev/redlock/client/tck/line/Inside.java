// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a lock protects: how many were there at the same time, at most.
 */
final class Inside
{
    private final AtomicInteger present = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    void visit()
    {
        most.accumulateAndGet(present.incrementAndGet(), Math::max);
        Thread.onSpinWait();
        present.decrementAndGet();
    }

    int most()
    {
        return most.get();
    }
}
