// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.LostReason;

/**
 * The handles of which the engine has something to do, to answer or to keep, whether or not the application
 * has closed them meanwhile: those that have to be told when the engine ends. Engine thread.
 */
final class BusyHandles
{
    private EngineSide first;

    void add(final EngineSide handle)
    {
        handle.previousBusy = null;
        handle.nextBusy = first;
        if (first != null)
        {
            first.previousBusy = handle;
        }
        first = handle;
    }

    void remove(final EngineSide handle)
    {
        if (handle.previousBusy == null)
        {
            first = handle.nextBusy;
        }
        else
        {
            handle.previousBusy.nextBusy = handle.nextBusy;
        }
        if (handle.nextBusy != null)
        {
            handle.nextBusy.previousBusy = handle.previousBusy;
        }
        handle.previousBusy = null;
        handle.nextBusy = null;
    }

    /**
     * Has the engine end whatever the handles are doing; it will answer.
     */
    void shedAll(final Engine engine, final long nowNs)
    {
        final List<EngineSide> handles = new ArrayList<>();
        for (EngineSide handle = first; handle != null; handle = handle.nextBusy)
        {
            handles.add(handle);
        }

        handles.forEach(handle -> handle.shed(engine, nowNs));
    }

    /**
     * Answers in place of an engine that will not any more. No memory is needed for it.
     */
    void abandonAll(final LostReason reason)
    {
        while (first != null)
        {
            first.abandon(reason);
        }
    }
}
