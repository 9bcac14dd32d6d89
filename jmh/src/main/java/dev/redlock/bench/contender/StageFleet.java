// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.redlock.load.Load;
import dev.redlock.load.Recording;
import dev.redlock.load.Window;
import dev.redlock.outcome.Outcome;

/**
 * Many locks in flight, driven by the completion of the contender's own futures, on its own threads.
 */
record StageFleet(AsyncMutex[] mutexes) implements Load
{
    private static final long LANDING_S = 10;

    @Override
    public void run(final Recording recording) throws InterruptedException
    {
        final Window window = recording.window();
        final CountDownLatch landed = new CountDownLatch(mutexes.length);
        for (final AsyncMutex mutex : mutexes)
        {
            new Flight(mutex, recording, landed).begin();
        }
        final long left = TimeUnit.NANOSECONDS.toSeconds(window.toNs() - System.nanoTime()) + LANDING_S;
        if (!landed.await(left, TimeUnit.SECONDS))
        {
            recording.missed(landed.getCount());
        }
    }

    private record Flight(AsyncMutex mutex, Recording recording, CountDownLatch landed)
    {
        void begin()
        {
            final long begunNs = System.nanoTime();
            if (recording.window().isOver(begunNs))
            {
                landed.countDown();
            }
            else
            {
                mutex.acquire().whenComplete((isHeld, failure) -> onAcquired(begunNs, isHeld, failure));
            }
        }

        private void onAcquired(final long begunNs, final Boolean isHeld, final Throwable failure)
        {
            if (failure != null || !isHeld)
            {
                recording.failure(Outcome.UNKNOWN, begunNs);
                begin();
            }
            else
            {
                final long acquiredNs = System.nanoTime();
                mutex.release().whenComplete((isFree, trouble) ->
                    onReleased(begunNs, acquiredNs, trouble == null && isFree));
            }
        }

        private void onReleased(final long begunNs, final long acquiredNs, final boolean isFree)
        {
            if (isFree)
            {
                recording.cycle(begunNs, begunNs, acquiredNs, System.nanoTime());
            }
            else
            {
                recording.unreleased(Outcome.UNKNOWN, begunNs, begunNs, acquiredNs);
            }
            begin();
        }
    }
}
