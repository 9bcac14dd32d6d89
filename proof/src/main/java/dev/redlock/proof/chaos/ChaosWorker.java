// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.Redlock;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.proof.chaos.LoadSettings.Manner;
import dev.redlock.proof.chaos.claim.ClaimSink;
import dev.redlock.proof.chaos.claim.OpenClaim;

/**
 * One contender: acquires, holds in some manner, releases, and reports what it has claimed.
 */
final class ChaosWorker implements Runnable, LockListener
{
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long BRIEF_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_HOLD_NS = LoadSettings.LONGEST_TTL.toNanos() * 2;
    private static final int BRIEF_IN_TWENTY = 17;

    private final Redlock redlock;
    private final String name;
    private final LoadSettings settings;
    private final ClaimSink sink;
    private final SplittableRandom random;
    private final boolean isInvoker;
    private final boolean isDeaf;
    private final Map<Manner, LockHandle[]> handles = new EnumMap<>(Manner.class);
    private long acquisitions;
    private volatile OpenClaim current;
    private volatile boolean isStopped;

    ChaosWorker(final Redlock redlock, final String name, final LoadSettings settings, final ClaimSink sink,
        final SplittableRandom random, final boolean isInvoker)
    {
        this.redlock = redlock;
        this.name = name;
        this.settings = settings;
        this.sink = sink;
        this.random = random;
        this.isInvoker = isInvoker;
        isDeaf = settings.planted() == PlantedFault.DEAF_CLIENT && isInvoker;
        for (final Manner manner : Manner.values())
        {
            final LockHandle[] ofKeys = new LockHandle[settings.keys()];
            for (int i = 0; i < ofKeys.length; i++)
            {
                ofKeys[i] = redlock.handle(Integer.toString(i), LoadSettings.options(manner), this);
            }
            handles.put(manner, ofKeys);
        }
    }

    @Override
    public void run()
    {
        try
        {
            while (!isStopped)
            {
                cycle(manner(), random.nextInt(settings.keys()));
            }
        }
        catch (final InterruptedException | RuntimeException ex)
        {
            sink.failed(name + ": " + ex);
        }
    }

    void stop()
    {
        isStopped = true;
    }

    /**
     * Another pair of eyes on what is held at the moment, during the release as well.
     */
    void sample()
    {
        final OpenClaim claim = current;
        if (claim != null)
        {
            claim.look();
        }
    }

    @Override
    public void onLost(final LockHandle handle, final long term, final LostReason reason)
    {
        final OpenClaim claim = current;
        if (claim != null)
        {
            claim.lost(term, reason);
        }
    }

    private Manner manner()
    {
        if (isDeaf)
        {
            return Manner.LONG;
        }
        final boolean isBrief =
            settings.planted() == PlantedFault.NONE && random.nextInt(20) < BRIEF_IN_TWENTY;

        return isBrief ? Manner.BRIEF : Manner.values()[1 + random.nextInt(Manner.values().length - 1)];
    }

    private long holdNs(final Manner manner)
    {
        if (isDeaf)
        {
            return LONGEST_HOLD_NS;
        }

        // Twice drawn: short ones are likely, and yet the longest outlive their validity.
        return random.nextLong(manner == Manner.BRIEF ? BRIEF_NS : 1 + random.nextLong(LONGEST_HOLD_NS));
    }

    private void cycle(final Manner manner, final int key) throws InterruptedException
    {
        final LockHandle handle = handles.get(manner)[key];
        final long term = handle.acquireNs(PATIENCE_NS);
        if (term <= 0)
        {
            pause();
            return;
        }

        final OpenClaim claim = new OpenClaim(System::nanoTime, () -> handle.remainingNs(term), name, key,
            ++acquisitions, term, isDeaf);
        current = claim;
        sink.begun(claim.interval());
        hold(claim, manner, handle, term);
        if (claim.look())
        {
            release(handle, term);
        }
        else if (handle.release(term) == Outcome.EXPIRED)
        {
            // Seen here before the client saw it: nobody else tells, as with a release there is no loss.
            claim.lost(term, LostReason.EXPIRED);
        }
        current = null;
        sink.ended(claim.interval());
    }

    private void hold(final OpenClaim claim, final Manner manner, final LockHandle handle, final long term)
    {
        final long startNs = System.nanoTime();
        final long holdNs = holdNs(manner);
        long extendAtNs = startNs + LONGEST_HOLD_NS / 4;
        while (claim.look() && System.nanoTime() - startNs < holdNs && !isStopped)
        {
            if (manner == Manner.EXTENDING && System.nanoTime() - extendAtNs >= 0)
            {
                handle.extend(term);
                extendAtNs = System.nanoTime() + LONGEST_HOLD_NS / 4;
            }
            pause();
        }
    }

    private void release(final LockHandle handle, final long term)
    {
        if (random.nextBoolean() || isInvoker)
        {
            handle.release(term);
        }
        else
        {
            final Outcome start = handle.releaseAsync(term);
            if (start == Outcome.BUSY)
            {
                sink.failed(name + ": a release was refused as " + start);
            }
        }
    }

    private void pause()
    {
        if (isInvoker)
        {
            redlock.poll();
        }
        LockSupport.parkNanos(LOOK_NS);
    }
}
