// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.redlock.news.HandleListener;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * Keeps what a handle was told, and does something at each of it.
 */
public class Heard implements HandleListener<Object>
{
    public final List<String> all = new CopyOnWriteArrayList<>();
    private final Consumer<String> reaction;

    public Heard()
    {
        this(what ->
        {
        });
    }

    public Heard(final Consumer<String> reaction)
    {
        this.reaction = reaction;
    }

    /**
     * Throws at each of it, checked exceptions too.
     */
    static Heard throwing(final Throwable thrown)
    {
        return new Heard(what -> Heard.<RuntimeException>raise(thrown))
        {
            @Override
            public void onAttemptLost(final Object handle, final Outcome outcome)
            {
                raise(thrown);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(final Throwable thrown) throws T
    {
        throw (T)thrown;
    }

    private void hear(final String what)
    {
        all.add(what);
        reaction.accept(what);
    }

    @Override
    public void onAcquired(final Object handle, final long term)
    {
        hear("acquired " + term);
    }

    @Override
    public void onDenied(final Object handle, final Outcome outcome)
    {
        hear("denied " + outcome);
    }

    @Override
    public void onExtended(final Object handle, final long term, final Outcome outcome)
    {
        hear("extended " + term + " " + outcome);
    }

    @Override
    public void onReleased(final Object handle, final long term, final Outcome outcome)
    {
        hear("released " + term + " " + outcome);
    }

    @Override
    public void onLost(final Object handle, final long term, final LostReason reason)
    {
        hear("lost " + term + " " + reason);
    }
}
