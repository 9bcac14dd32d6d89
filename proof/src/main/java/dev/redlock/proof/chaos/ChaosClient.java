// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.agrona.concurrent.BackoffIdleStrategy;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.proof.chaos.claim.ClaimSink;

/**
 * One client instance with its workers, and a sampler that looks over their shoulders.
 */
final class ChaosClient
{
    private static final int WORKERS = 3;
    private static final long SAMPLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long END_WITHIN_MS = 30_000;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(1);
    private static final Duration START_WITHIN = Duration.ofSeconds(20);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final List<ChaosWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final String name;
    private final LoadSettings settings;
    private final ClaimSink sink;
    private final SplittableRandom random;
    private volatile boolean isStopped;

    /**
     * How a client is driven.
     */
    enum Mode
    {
        /**
         * Its engine thread blocks in the selector.
         */
        BLOCKING,

        /**
         * Its engine thread spins, yields and parks.
         */
        BACKING_OFF,

        /**
         * Its only worker drives it.
         */
        INVOKER;

        String label()
        {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private ChaosClient(
        final String name, final LoadSettings settings, final ClaimSink sink, final SplittableRandom random)
    {
        this.name = name;
        this.settings = settings;
        this.sink = sink;
        this.random = random;
    }

    /**
     * Starts a client and its load.
     */
    static ChaosClient start(final String name, final Mode mode, final TransportChoice transport,
        final List<String> uris, final LoadSettings settings, final ClaimSink sink, final long seed)
    {
        final ChaosClient client = new ChaosClient(name, settings, sink, new SplittableRandom(seed));
        final RedlockBuilder builder = transport.builder(uris)
            .name("chaos-" + name)
            .keyPrefix(settings.prefix())
            // Nodes that forget are kept away for the longest time to live, as operators have to without it.
            .quarantine(QuarantineLevel.OFF)
            .events(new Errors(name, sink))
            .connectTimeout(CONNECT_WITHIN).startTimeout(START_WITHIN).closeTimeout(CLOSE_WITHIN);
        switch (mode)
        {
            case INVOKER -> client.startThread(name, () -> client.runInvoker(builder.invoker()));
            case BACKING_OFF -> client.startDedicated(builder.idleStrategy(new BackoffIdleStrategy()));
            default -> client.startDedicated(builder);
        }

        return client;
    }

    private void startDedicated(final RedlockBuilder builder)
    {
        final Redlock redlock = builder.build();
        for (int i = 0; i < WORKERS; i++)
        {
            workers.add(new ChaosWorker(redlock, name + "/" + i, settings, sink, random.split(), false));
        }
        final List<Thread> working = new ArrayList<>();
        workers.forEach(worker -> working.add(startThread(name + "-worker", worker)));
        startThread(name + "-sampler", this::sample);
        startThread(name + "-closer", () -> closeAfter(working, redlock));
    }

    private void runInvoker(final RedlockBuilder builder)
    {
        try (Redlock redlock = builder.build())
        {
            final ChaosWorker worker = new ChaosWorker(redlock, name, settings, sink, random, true);
            synchronized (workers)
            {
                workers.add(worker);
                if (isStopped)
                {
                    worker.stop();
                }
            }
            worker.run();
        }
        catch (final RuntimeException ex)
        {
            sink.failed(name + ": " + ex);
        }
    }

    private void sample()
    {
        while (!isStopped)
        {
            workers.forEach(ChaosWorker::sample);
            LockSupport.parkNanos(SAMPLE_NS);
        }
    }

    private static void closeAfter(final List<Thread> working, final Redlock redlock)
    {
        try
        {
            for (final Thread thread : working)
            {
                thread.join();
            }
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
        }
        finally
        {
            redlock.close();
        }
    }

    private Thread startThread(final String threadName, final Runnable task)
    {
        final Thread thread = new Thread(task, "chaos-" + threadName);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();

        return thread;
    }

    /**
     * Tells the workers to end what they are at.
     */
    void stop()
    {
        synchronized (workers)
        {
            isStopped = true;
            workers.forEach(ChaosWorker::stop);
        }
    }

    /**
     * Waits for the workers and for the end of the client.
     */
    void join() throws InterruptedException
    {
        for (final Thread thread : threads)
        {
            thread.join(END_WITHIN_MS);
            if (thread.isAlive())
            {
                sink.failed(thread.getName() + " has not ended within " + END_WITHIN_MS + " ms");
            }
        }
    }

    private record Errors(String name, ClaimSink sink) implements RedlockEvents
    {
        @Override
        public void onError(final Throwable error)
        {
            sink.failed(name + " reports " + error);
        }
    }
}
