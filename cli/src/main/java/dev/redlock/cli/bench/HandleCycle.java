// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.function.IntSupplier;

import dev.redlock.LockHandle;
import dev.redlock.load.Cycle;
import dev.redlock.load.Pause;
import dev.redlock.outcome.Outcome;

/**
 * A cycle with handles of this library, each in its turn.
 */
final class HandleCycle implements Cycle
{
    private final LockHandle[] handles;
    private final IntSupplier poll;
    private final long patienceNs;
    private int next;
    private LockHandle handle;
    private long term;

    /**
     * A cycle that has not begun.
     *
     * @param handles    to use in turn.
     * @param poll       drives the client; null if a thread of its own does.
     * @param patienceNs how long to wait for a lock.
     */
    HandleCycle(final LockHandle[] handles, final IntSupplier poll, final long patienceNs)
    {
        this.handles = handles;
        this.poll = poll;
        this.patienceNs = patienceNs;
    }

    @Override
    public Outcome acquire() throws InterruptedException
    {
        handle = handles[next];
        next = next + 1 == handles.length ? 0 : next + 1;
        term = handle.acquireNs(patienceNs);

        return Outcome.of(term);
    }

    @Override
    public Outcome release()
    {
        return handle.release(term);
    }

    @Override
    public void waitUntil(final long instantNs)
    {
        Pause.until(instantNs, poll);
    }
}
