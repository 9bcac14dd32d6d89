// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.tls;

import java.util.concurrent.Executor;

import dev.redlock.spi.DownReason;
import dev.redlock.transport.resp.link.Failure;

/**
 * Runs what the TLS of one connection does besides reading and writing, on the connection's own thread. The
 * code of trust and key managers is among it: it is the application's, or the platform's that asks which
 * certificates are revoked, and may wait for somebody.
 * <p>
 * <b>Thread:</b> any.
 */
public final class TlsTasks implements Executor
{
    private final Executor thread;
    private volatile boolean isRunning;

    /**
     * Nothing runs yet.
     *
     * @param thread on which tasks run one after the other; never the one that serves other nodes.
     */
    public TlsTasks(final Executor thread)
    {
        this.thread = thread;
    }

    @Override
    public void execute(final Runnable task)
    {
        thread.execute(() ->
        {
            isRunning = true;
            try
            {
                task.run();
            }
            finally
            {
                isRunning = false;
            }
        });
    }

    /**
     * Why a connection is not made although the node may be well.
     *
     * @return null if nothing runs.
     */
    public Failure hindrance()
    {
        return isRunning ? new Failure(DownReason.CREDENTIALS, "our own look at its certificate has not " +
            "ended: see in a thread dump what the managers for TLS wait for") : null;
    }
}
