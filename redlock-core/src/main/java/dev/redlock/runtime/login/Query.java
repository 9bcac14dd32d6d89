// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import dev.redlock.spi.Transport;

/**
 * What an attempt to connect wants to know first. Engine or operators' thread, except where it says
 * otherwise.
 */
final class Query implements Runnable
{
    final Asked<?> asked;

    private final Transport transport;
    private volatile boolean isAnswered;

    Query(final Asked<?> asked, final Transport transport)
    {
        this.asked = asked;
        this.transport = transport;
    }

    void begin()
    {
        isAnswered = false;
        if (asked.ask(this))
        {
            run();
        }
    }

    boolean isAnswered()
    {
        return isAnswered;
    }

    /**
     * Waits no longer. The question goes on.
     */
    void leave()
    {
        asked.leave(this);
    }

    /**
     * Nobody will ask again.
     */
    void end()
    {
        asked.leave(this);
        asked.end();
    }

    /**
     * What was thrown in place of an answer; null if nothing was.
     */
    Throwable thrown()
    {
        try
        {
            asked.latest();

            return null;
        }
        catch (final Throwable ex)
        {
            return ex;
        }
    }

    /**
     * There is an answer. Any thread.
     */
    @Override
    public void run()
    {
        isAnswered = true;
        transport.wakeup();
    }
}
