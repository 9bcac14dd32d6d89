// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjLongConsumer;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * What a listener was told; on the way it may do something with a lock that was acquired.
 */
public final class Diary implements LockListener
{
    /**
     * What became of acquisitions.
     */
    public final List<Outcome> verdicts = new CopyOnWriteArrayList<>();

    /**
     * The terms that were lost.
     */
    public final List<Long> lost = new CopyOnWriteArrayList<>();

    /**
     * Why nothing was acquired or held any more.
     */
    public final List<String> ends = new CopyOnWriteArrayList<>();

    private final ObjLongConsumer<LockHandle> action;

    public Diary()
    {
        this((handle, term) -> {});
    }

    /**
     * @param action with each handle and term that is acquired, within the callback.
     */
    public Diary(final ObjLongConsumer<LockHandle> action)
    {
        this.action = action;
    }

    @Override
    public void onAcquired(final LockHandle handle, final long term)
    {
        verdicts.add(Outcome.ACQUIRED);
        action.accept(handle, term);
    }

    @Override
    public void onDenied(final LockHandle handle, final Outcome outcome)
    {
        verdicts.add(outcome);
        ends.add(outcome.toString());
    }

    @Override
    public void onLost(final LockHandle handle, final long term, final LostReason reason)
    {
        lost.add(term);
        ends.add(reason.toString());
    }
}
