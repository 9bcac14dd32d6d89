// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.api.StatefulRedisConnection;

import dev.redlock.load.Load;
import dev.redlock.load.Recording;
import dev.redlock.outcome.Outcome;

/**
 * Many locks in flight over Lettuce, all driven by one thread. Driven by Lettuce's own threads they would be
 * unsafe: a command that is sent from a node's event loop overtakes those that other threads have queued for
 * that node, and so a release the acquisition that it belongs to.
 * <p>
 * Batched has the flush policy of this library: whatever came due together leaves together, one flush per
 * node. Otherwise each command is flushed as it comes.
 */
final class LettuceFleet implements Load
{
    private static final long LANDING_NS = 5_000_000_000L;

    private final LinkedBlockingQueue<Flight> due = new LinkedBlockingQueue<>();
    private final List<StatefulRedisConnection<String, String>> connections;
    private final AsyncMutex[] mutexes;
    private final boolean isBatched;

    LettuceFleet(final List<StatefulRedisConnection<String, String>> connections, final AsyncMutex[] mutexes,
        final boolean isBatched)
    {
        this.connections = connections;
        this.mutexes = mutexes;
        this.isBatched = isBatched;
    }

    @Override
    public void run(final Recording recording) throws InterruptedException
    {
        connections.forEach((connection) -> connection.setAutoFlushCommands(!isBatched));
        try
        {
            fly(recording);
        }
        finally
        {
            connections.forEach((connection) -> connection.setAutoFlushCommands(true));
        }
    }

    private void fly(final Recording recording) throws InterruptedException
    {
        due.clear();
        for (final AsyncMutex mutex : mutexes)
        {
            due.add(new Flight(mutex));
        }

        final List<Flight> batch = new ArrayList<>(mutexes.length);
        final long deadlineNs = recording.window().toNs() + LANDING_NS;
        int inTheAir = mutexes.length;
        while (inTheAir > 0 && deadlineNs - System.nanoTime() > 0)
        {
            final Flight first = due.poll(1, TimeUnit.MILLISECONDS);
            if (first != null)
            {
                batch.add(first);
                due.drainTo(batch);
                for (final Flight flight : batch)
                {
                    inTheAir -= flight.goOn(recording) ? 0 : 1;
                }
                batch.clear();
                if (isBatched)
                {
                    connections.forEach(StatefulRedisConnection::flushCommands);
                }
            }
        }
        recording.missed(inTheAir);
    }

    private final class Flight
    {
        private final AsyncMutex mutex;
        private boolean isHolding;
        private boolean isGood = true;
        private boolean hasBegun;
        private long begunNs;
        private long acquiredNs;
        private long endedNs;

        Flight(final AsyncMutex mutex)
        {
            this.mutex = mutex;
        }

        /*
         * On the driving thread; what the callback has written comes with the queue.
         */
        boolean goOn(final Recording recording)
        {
            if (hasBegun && !isHolding && isGood)
            {
                acquiredNs = endedNs;
                isHolding = true;
                mutex.release().whenComplete(this::onEnd);

                return true;
            }
            if (hasBegun && isGood)
            {
                recording.cycle(begunNs, begunNs, acquiredNs, endedNs);
            }
            else if (isHolding)
            {
                recording.unreleased(Outcome.UNKNOWN, begunNs, begunNs, acquiredNs);
            }
            else if (hasBegun)
            {
                recording.failure(Outcome.UNKNOWN, begunNs);
            }

            isHolding = false;
            hasBegun = true;
            begunNs = System.nanoTime();
            if (recording.window().isOver(begunNs))
            {
                return false;
            }
            mutex.acquire().whenComplete(this::onEnd);

            return true;
        }

        private void onEnd(final Boolean isGranted, final Throwable failure)
        {
            isGood = failure == null && isGranted;
            endedNs = System.nanoTime();
            due.add(this);
        }
    }
}
