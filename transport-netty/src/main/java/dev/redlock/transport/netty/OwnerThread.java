// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Binds a transport to the first thread that drives it.
 */
final class OwnerThread
{
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    private final EngineLoop loop;

    OwnerThread(final EngineLoop loop)
    {
        this.loop = loop;
    }

    void check()
    {
        if (owner.get() != Thread.currentThread())
        {
            bind();
        }
    }

    /**
     * As {@link #check()}, but the place of a thread that has died is free. For the close only.
     */
    void checkOrInherit()
    {
        final Thread bound = owner.get();
        final Thread current = Thread.currentThread();
        if (bound != null && !bound.isAlive() && owner.compareAndSet(bound, current))
        {
            loop.inherit(current);
        }
        check();
    }

    private void bind()
    {
        final Thread current = Thread.currentThread();
        if (owner.compareAndSet(null, current))
        {
            loop.setOwningThread(current);

            return;
        }

        final Thread bound = owner.get();
        throw new IllegalStateException("this transport is driven by thread '" + bound.getName() +
            "' and was called from thread '" + current.getName() +
            "': call it from the thread that called it first (only prepare and wakeup may come from " +
            "others), or open a transport for each thread");
    }
}
