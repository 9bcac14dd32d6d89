// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.Client;
import dev.redlock.runtime.client.Clients;

/**
 * Acquires and releases locks that nobody else wants, so that the JIT compiler has compiled the way to a lock
 * before the first one that matters.
 */
final class WarmUp
{
    /**
     * Enough for the last stage of the compiler.
     */
    static final int CYCLES = 10_000;

    private static final String KEY = "redlock:warm-up:";

    private final Clients clients;
    private final Acquirer acquirer;
    private final LockOptions options;

    WarmUp(final Clients clients, final Acquirer acquirer, final LockOptions options)
    {
        this.clients = clients;
        this.acquirer = acquirer;
        this.options = options;
    }

    void run(final long atMostNs)
    {
        final long startNs = clients.first().nowNs();
        final List<LockHandle> handles = new ArrayList<>();
        try
        {
            clients.all().forEach(client ->
                handles.add(acquirer.handle(keyOf(client), options, LockListener.NONE)));
            for (int i = 0; i < CYCLES && clients.first().nowNs() - startNs < atMostNs; i++)
            {
                if (Thread.currentThread().isInterrupted())
                {
                    return;
                }
                handles.forEach(this::cycle);
            }
        }
        finally
        {
            handles.forEach(LockHandle::close);
        }
    }

    /*
     * Drawn until it is a key of that client's.
     */
    private String keyOf(final Client client)
    {
        String key = KEY + UUID.randomUUID();
        while (clients.of(key) != client)
        {
            key = KEY + UUID.randomUUID();
        }

        return key;
    }

    private void cycle(final LockHandle handle)
    {
        final long term = handle.tryAcquire();
        if (term <= 0)
        {
            throw acquirer.diagnose(handle, Outcome.of(term), 0).toException(handle.key());
        }
        handle.release(term);
    }
}
