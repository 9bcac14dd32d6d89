// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.calls.FirstError;

/**
 * The handles that the engine still works for, owes an answer or keeps a lock for, even after the application
 * has closed them. They are told when the engine ends. Engine thread.
 */
public final class BusyHandles
{
    private Busy first;

    /**
     * A handle has become busy.
     */
    public void add(final Busy handle)
    {
        assert !handle.isBusy : "a handle is in the list once: ask isBusy before";

        handle.isBusy = true;
        handle.previous = null;
        handle.next = first;
        if (first != null)
        {
            first.previous = handle;
        }
        first = handle;
    }

    /**
     * A handle is busy no more.
     */
    public void remove(final Busy handle)
    {
        assert handle.isBusy : "only what was added can be removed: ask isBusy before";

        handle.isBusy = false;
        if (handle.previous == null)
        {
            first = handle.next;
        }
        else
        {
            handle.previous.next = handle.next;
        }
        if (handle.next != null)
        {
            handle.next.previous = handle.previous;
        }
        handle.previous = null;
        handle.next = null;
    }

    /**
     * Makes the engine end the handles' work; it answers.
     *
     * @param isSparing whether those that keep a lock go on.
     */
    void shedAll(final Engine engine, final boolean isSparing, final long nowNs)
    {
        final List<Busy> handles = new ArrayList<>();
        for (Busy handle = first; handle != null; handle = handle.next)
        {
            if (!isSparing || !handle.isKeeping())
            {
                handles.add(handle);
            }
        }

        handles.forEach(handle -> handle.shed(engine, nowNs));
    }

    /**
     * How many keep a lock. Takes no memory.
     */
    int countKeeping()
    {
        int count = 0;
        for (Busy handle = first; handle != null; handle = handle.next)
        {
            count += handle.isKeeping() ? 1 : 0;
        }

        return count;
    }

    /**
     * The keys of the locks that are kept, for people.
     */
    List<String> keptKeys()
    {
        final List<String> keys = new ArrayList<>();
        for (Busy handle = first; handle != null; handle = handle.next)
        {
            if (handle.isKeeping())
            {
                keys.add(handle.shownKey());
            }
        }

        return keys;
    }

    /**
     * Answers in place of an ended engine. One that throws, as for lack of memory, keeps no other from its
     * answers, and is told at the end.
     */
    void abandonAll(final LostReason reason)
    {
        final FirstError errors = new FirstError();
        while (first != null)
        {
            final Busy handle = first;
            try
            {
                handle.abandon(reason);
            }
            catch (final Throwable ex)
            {
                errors.add(ex);
            }
            if (handle.isBusy)
            {
                remove(handle);
            }
        }
        errors.rethrow();
    }

    /**
     * A handle as this list knows it: a link of a chain, so that to be busy takes no memory.
     */
    public abstract static class Busy
    {
        private Busy next;
        private Busy previous;
        private boolean isBusy;

        /**
         * Whether the handle is in the list.
         */
        protected final boolean isBusy()
        {
            return isBusy;
        }

        /**
         * Whether the engine keeps a lock for the handle.
         */
        protected abstract boolean isKeeping();

        /**
         * The key of the lock, for people.
         */
        protected abstract String shownKey();

        /**
         * At the close of the client: ends whatever the handle is doing. The engine will answer.
         */
        protected abstract void shed(Engine engine, long nowNs);

        /**
         * The engine has ended, and will not answer. Must leave the list by this.
         */
        protected abstract void abandon(LostReason reason);
    }
}
