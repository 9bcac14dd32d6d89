// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A plain thread that makes load. Some clients belong to the thread that opens them, so it opens its own.
 *
 * @param <C> the client.
 */
public final class LoadThread<C> extends Thread
{
    private record Task(Recording recording, CompletableFuture<Recording> end)
    {
    }

    private static final Task CLOSE = new Task(null, null);

    private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private final CompletableFuture<C> client = new CompletableFuture<>();
    private final Supplier<C> source;
    private final Consumer<C> drain;
    private final Function<C, Load> loads;

    /**
     * A thread that is not yet started.
     *
     * @param index  of the thread.
     * @param source gives the client.
     * @param drain  gets it back at the end.
     * @param loads  makes the load of a client.
     */
    public LoadThread(
        final int index, final Supplier<C> source, final Consumer<C> drain, final Function<C, Load> loads)
    {
        super("load-" + index);
        setDaemon(true);
        this.source = source;
        this.drain = drain;
        this.loads = loads;
    }

    /**
     * The client, when load can be made; or what hinders it.
     *
     * @return completed by this thread.
     */
    public CompletableFuture<C> client()
    {
        return client;
    }

    /**
     * Has load made, after what is being made.
     *
     * @param recording of it, with its window.
     * @return the same when the load is over; or what broke it.
     */
    public CompletableFuture<Recording> measure(final Recording recording)
    {
        final CompletableFuture<Recording> end = new CompletableFuture<>();
        tasks.add(new Task(recording, end));

        return end;
    }

    /**
     * Ends the thread when its load is over.
     */
    public void close()
    {
        tasks.add(CLOSE);
    }

    @Override
    public void run()
    {
        try
        {
            final C own = source.get();
            try
            {
                final Load load = loads.apply(own);
                client.complete(own);
                work(load);
            }
            finally
            {
                drain.accept(own);
            }
        }
        catch (final InterruptedException | RuntimeException ex)
        {
            client.completeExceptionally(ex);
        }
    }

    private void work(final Load load) throws InterruptedException
    {
        for (Task task = tasks.take(); task != CLOSE; task = tasks.take())
        {
            try
            {
                load.run(task.recording());
                task.end().complete(task.recording());
            }
            catch (final InterruptedException | RuntimeException ex)
            {
                task.end().completeExceptionally(ex);
            }
        }
    }
}
