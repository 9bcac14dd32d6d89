// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import dev.redlock.engine.ClaimListener;
import dev.redlock.engine.Engine;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * The engine's side of a handle: keeps what the engine still owes it, publishes what happened, and tells the
 * application. Engine thread.
 */
final class EngineSide implements ClaimListener
{
    /*
     * What the engine has taken and not answered yet: at most one call of each kind, and the term that it
     * keeps. As soon as any of these is set the handle is among the busy ones. What is still on its way to
     * the engine is not in here: the inbox answers for that.
     */
    private boolean isAcquiring;
    private long extendedTerm;
    private long awaitedRelease;
    private long keptTerm;
    private boolean isBusy;

    /*
     * Ended by a loss of which the listener is to be told in a moment.
     */
    private boolean isLossUntold;

    /*
     * Released by the close of the client while the application's own release was on its way.
     */
    private long shedTerm;

    /*
     * Won for a caller who had left, and released at once: the listener was told that he was denied.
     */
    private long unwantedTerm;

    EngineSide nextBusy;
    EngineSide previousBusy;

    private final Client client;
    private final Handle handle;
    private final Hold hold;
    private final HandleListener listener;

    EngineSide(final Client client, final Handle handle, final Hold hold, final HandleListener listener)
    {
        this.client = client;
        this.handle = handle;
        this.hold = hold;
        this.listener = listener;
    }

    boolean isClosed()
    {
        return handle.isClosed();
    }

    void acquire(final Engine engine, final long waitNs, final long nowNs)
    {
        isAcquiring = true;
        update();
        engine.acquire(handle.claim(), waitNs, nowNs);
    }

    void cancel(final Engine engine, final long nowNs)
    {
        engine.cancel(handle.claim(), nowNs);
    }

    void extend(final Engine engine, final long term, final long ttlMs, final long nowNs)
    {
        extendedTerm = term;
        update();
        engine.extend(handle.claim(), term, ttlMs, nowNs);
    }

    void release(final Engine engine, final long term, final boolean isAwaited, final long nowNs)
    {
        if (term == shedTerm)
        {
            if (isAwaited)
            {
                handle.onReleaseEnded(Outcome.UNKNOWN);
            }

            return;
        }

        if (isAwaited)
        {
            awaitedRelease = term;
        }
        if (keptTerm == term)
        {
            keptTerm = 0;
        }
        update();
        engine.release(handle.claim(), term, nowNs);
    }

    /**
     * At the close of the client: ends whatever the handle is doing. The engine will answer.
     */
    void shed(final Engine engine, final long nowNs)
    {
        final long term = keptTerm;
        final boolean isHeld = hold.close(term);

        keptTerm = 0;
        update();
        shedTerm = isHeld ? 0 : term;
        engine.shed(handle.claim(), nowNs);
        if (isHeld)
        {
            notifyLost(term, LostReason.CLOSED);
        }
    }

    /**
     * The engine has ended, and will not answer.
     */
    void abandon(final LostReason reason)
    {
        final long term = keptTerm;
        final long releasing = awaitedRelease;

        keptTerm = 0;
        update();
        if (isAcquiring)
        {
            onDenied(Outcome.CLOSED);
        }
        if (extendedTerm != 0)
        {
            onExtended(extendedTerm, Outcome.CLOSED);
        }
        if (releasing != 0)
        {
            onReleased(releasing, Outcome.UNKNOWN);
        }
        if (hold.close(term))
        {
            notifyLost(term, reason);
        }
    }

    @Override
    public void onAcquired(final long term, final long validUntilNs)
    {
        isAcquiring = false;
        keptTerm = term;
        update();
        hold.begin(term, validUntilNs);
        if (!handle.onAcquired(term))
        {
            unwantedTerm = term;
            tellListenerDenied(Outcome.CANCELLED);

            return;
        }

        try
        {
            listener.onAcquired(term, validUntilNs);
        }
        catch (final Throwable ex)
        {
            client.onCallbackError(ex);
        }
        handle.releaseIfClosed(term);
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        isAcquiring = false;
        update();
        tellDenied(outcome);
    }

    /**
     * Any thread, for a command that the engine never took.
     */
    void tellDenied(final Outcome outcome)
    {
        handle.onAcquireEnded(outcome);
        tellListenerDenied(outcome);
    }

    private void tellListenerDenied(final Outcome outcome)
    {
        try
        {
            listener.onDenied(outcome);
        }
        catch (final Throwable ex)
        {
            client.onCallbackError(ex);
        }
    }

    @Override
    public void onValidity(final long term, final long validUntilNs)
    {
        hold.move(validUntilNs);
    }

    @Override
    public void onExtended(final long term, final Outcome outcome)
    {
        extendedTerm = 0;
        update();
        if (outcome == Outcome.LOST && term == keptTerm)
        {
            // The news of the loss comes next; nobody who hears of it here may find the lock held.
            isLossUntold = hold.lose(term);
        }
        tellExtended(term, outcome);
    }

    /**
     * Any thread, for a command that the engine never took.
     */
    void tellExtended(final long term, final Outcome outcome)
    {
        handle.onExtendEnded(outcome);
        try
        {
            listener.onExtended(term, outcome);
        }
        catch (final Throwable ex)
        {
            client.onCallbackError(ex);
        }
    }

    @Override
    public void onReleased(final long term, final Outcome outcome)
    {
        final boolean isAwaited = awaitedRelease == term;
        if (isAwaited)
        {
            awaitedRelease = 0;
            update();
        }
        if (term != unwantedTerm)
        {
            tellReleased(term, isAwaited, outcome);
        }
    }

    /**
     * Any thread, for a command that the engine never took.
     */
    void tellReleased(final long term, final boolean isAwaited, final Outcome outcome)
    {
        if (isAwaited)
        {
            handle.onReleaseEnded(outcome);
        }
        try
        {
            listener.onReleased(term, outcome);
        }
        catch (final Throwable ex)
        {
            client.onCallbackError(ex);
        }
    }

    @Override
    public void onLost(final long term, final LostReason reason)
    {
        final boolean isUntold = isLossUntold;

        isLossUntold = false;
        keptTerm = 0;
        update();
        if (hold.lose(term) || isUntold)
        {
            notifyLost(term, reason);
        }
    }

    private void notifyLost(final long term, final LostReason reason)
    {
        try
        {
            listener.onLost(term, reason);
        }
        catch (final Throwable ex)
        {
            client.onCallbackError(ex);
        }
        client.onLeaseLost(handle.name(), term, reason);
    }

    private void update()
    {
        final boolean isBusyNow = isAcquiring || extendedTerm != 0 || awaitedRelease != 0 || keptTerm != 0;
        if (isBusyNow != isBusy)
        {
            isBusy = isBusyNow;
            if (isBusyNow)
            {
                client.busyHandles().add(this);
            }
            else
            {
                client.busyHandles().remove(this);
            }
        }
    }
}
