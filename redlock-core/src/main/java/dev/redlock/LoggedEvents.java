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
import dev.redlock.runtime.client.KeyText;
import dev.redlock.runtime.events.Log;

/**
 * The default: writes the news to the {@link System.Logger} named {@code dev.redlock}, on a thread of its
 * own, for which nobody waits; lines that the logger does not take are dropped and counted. A node that comes
 * up after it was reported missing gets a line; one that comes up at the start does not.
 * <p>
 * To hear of something and keep the lines, extend this class, and call {@code super} in what you override.
 * Each client needs one of its own.
 */
public class LoggedEvents implements RedlockEvents
{
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final Log log;
    private volatile byte[] keyPrefix = {};

    /**
     * Has written nothing yet; its thread starts with the first line.
     */
    public LoggedEvents()
    {
        this(new Log());
    }

    LoggedEvents(final Log log)
    {
        this.log = log;
    }

    final Log log()
    {
        return log;
    }

    final void serve(final byte[] prefixOfKeys)
    {
        keyPrefix = prefixOfKeys;
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
            "lease of {0} lost: {1} (term {2})", KeyText.shown(keyPrefix, key), reason, Long.toString(term));
    }

    @Override
    public void onError(final Throwable error)
    {
        log.write(ERROR, "an unexpected exception, see the trace: from a callback of the application it " +
            "harms no lock, from Redlock it ends the client", error);
    }
}
