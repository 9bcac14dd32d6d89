// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import dev.redlock.LockListener;
import dev.redlock.Redlock;

/**
 * A plain thread of the load, with a client of its own where the mode wants it: in invoker mode a client
 * belongs to the thread that builds it.
 */
final class Worker extends Thread
{
    private final BenchSettings settings;
    private final KeySpace keys;
    private final int index;
    private final Supplier<Redlock> clients;
    private final boolean isOwner;
    private final CountDownLatch measured;
    private final Recording recording = new Recording();
    private final CompletableFuture<Redlock> client = new CompletableFuture<>();
    private final CompletableFuture<Window> window = new CompletableFuture<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    /**
     * A thread that is not yet started.
     *
     * @param settings of the run.
     * @param keys     of the run.
     * @param index    of this thread.
     * @param clients  gives the client.
     * @param isOwner  whether the client is this thread's own, to be closed by it.
     * @param measured opened when nothing of this thread is needed any more.
     */
    Worker(
        final BenchSettings settings,
        final KeySpace keys,
        final int index,
        final Supplier<Redlock> clients,
        final boolean isOwner,
        final CountDownLatch measured)
    {
        super("load-" + index);
        setDaemon(true);
        this.settings = settings;
        this.keys = keys;
        this.index = index;
        this.clients = clients;
        this.isOwner = isOwner;
        this.measured = measured;
    }

    /**
     * The client, when all is ready to begin; or why it is not.
     */
    CompletableFuture<Redlock> client()
    {
        return client;
    }

    /**
     * Lets the load begin.
     */
    void begin(final Window newWindow)
    {
        window.complete(newWindow);
    }

    /**
     * Ends the load as soon as may be, whether it has begun or not.
     */
    void abandon()
    {
        window.cancel(false);
        interrupt();
    }

    /**
     * Completed when the load is over; or with what broke it.
     */
    CompletableFuture<Void> end()
    {
        return end;
    }

    /**
     * What is being measured.
     */
    Recording recording()
    {
        return recording;
    }

    @Override
    public void run()
    {
        Redlock redlock = null;
        try
        {
            redlock = clients.get();
            final Load load = load(redlock);
            client.complete(redlock);

            final Window span = window.join();
            recording.begin(span);
            load.run(span);
            end.complete(null);
            measured.await();
        }
        catch (final InterruptedException | RuntimeException ex)
        {
            client.completeExceptionally(ex);
            end.completeExceptionally(ex);
        }
        finally
        {
            if (isOwner && redlock != null)
            {
                redlock.close();
            }
        }
    }

    private Load load(final Redlock redlock)
    {
        return settings.isAsynchronous() ?
            new FlyingLoad(redlock, keys, settings, index, recording) :
            new WaitingLoad(
                redlock, keys.handles(redlock, index, LockListener.NONE), settings, index, recording);
    }
}
