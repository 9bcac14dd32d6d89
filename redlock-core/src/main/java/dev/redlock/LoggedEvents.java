// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.Log;
import dev.redlock.spi.Printable;

/**
 * Writes the news to the platform's logger. A node that comes up after it was reported missing gets a line;
 * one that comes up at the start does not.
 */
final class LoggedEvents implements RedlockEvents
{
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final Log log;

    LoggedEvents(final Log log)
    {
        this.log = log;
    }

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        log.write(levelOf(status), "node {0}", status);
    }

    private System.Logger.Level levelOf(final NodeStatus status)
    {
        if (status.state() != NodeStatus.State.UP)
        {
            missing.add(status.node());

            return WARNING;
        }

        final System.Logger.Level usual = missing.remove(status.node()) ? INFO : DEBUG;

        return status.detail().isEmpty() ? usual : WARNING;
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        log.write(reason == LostReason.CLOSED ? DEBUG : WARNING,
            "lease of ''{0}'' lost: {1} (term {2})", Printable.of(key), reason, Long.toString(term));
    }

    @Override
    public void onError(final Throwable error)
    {
        log.write(ERROR, "an unexpected exception, see the trace: from a callback of the application it " +
            "harms no lock, from Redlock it ends the client", error);
    }
}
