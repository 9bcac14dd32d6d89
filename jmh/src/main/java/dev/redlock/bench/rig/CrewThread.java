// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.redlock.bench.contender.Contender;
import dev.redlock.bench.contender.Recording;

/**
 * A thread that makes load. Some clients belong to the thread that opened them, so it opens its own.
 */
final class CrewThread extends Thread
{
    /**
     * One measurement.
     */
    record Task(Recording recording, double rate, CompletableFuture<Recording> end)
    {
    }

    private static final Task CLOSE = new Task(null, 0, null);

    private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final Supplier<Contender> source;
    private final boolean isOwner;
    private final Function<Contender, Load> loads;

    /**
     * A thread that is not yet started.
     *
     * @param name    of the thread.
     * @param source  gives the client.
     * @param isOwner whether the client is this thread's own, to be closed by it.
     * @param loads   makes the load of a client.
     */
    CrewThread(
        final String name,
        final Supplier<Contender> source,
        final boolean isOwner,
        final Function<Contender, Load> loads)
    {
        super(name);
        setDaemon(true);
        this.source = source;
        this.isOwner = isOwner;
        this.loads = loads;
    }

    /**
     * Completed when load can be made; or with what hinders it.
     */
    CompletableFuture<Void> ready()
    {
        return ready;
    }

    CompletableFuture<Recording> measure(final Recording recording, final double rate)
    {
        final CompletableFuture<Recording> end = new CompletableFuture<>();
        tasks.add(new Task(recording, rate, end));

        return end;
    }

    void close()
    {
        tasks.add(CLOSE);
    }

    @Override
    public void run()
    {
        try
        {
            final Contender contender = source.get();
            try
            {
                final Load load = loads.apply(contender);
                ready.complete(null);
                work(load);
            }
            finally
            {
                if (isOwner)
                {
                    contender.close();
                }
            }
        }
        catch (final InterruptedException | RuntimeException ex)
        {
            ready.completeExceptionally(ex);
        }
    }

    private void work(final Load load) throws InterruptedException
    {
        for (Task task = tasks.take(); task != CLOSE; task = tasks.take())
        {
            try
            {
                load.run(task.recording(), task.rate());
                task.end().complete(task.recording());
            }
            catch (final RuntimeException ex)
            {
                task.end().completeExceptionally(ex);
            }
        }
    }
}
