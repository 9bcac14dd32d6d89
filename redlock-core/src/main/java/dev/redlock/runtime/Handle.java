/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

import org.agrona.concurrent.NanoClock;

import dev.redlock.engine.Claim;
import dev.redlock.engine.ClaimListener;
import dev.redlock.engine.ClaimOptions;
import dev.redlock.engine.Engine;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * The two sides of a lock handle: what application threads call, and what the engine publishes.
 */
public final class Handle implements ClaimListener, AutoCloseable
{
    /*
     * Who holds: heldTerm is the stamp of the present term, or 0. The engine sets it when an attempt is won
     * (after validUntilNs) and clears it when the lease is lost; the application clears it when it releases,
     * before the release is even handed over, so that isHeld() is false before any node could have let the
     * key go. Both clear by compare and set of the very term: whoever comes second finds that the term has
     * ended.
     */
    private static final VarHandle HELD_TERM;

    static
    {
        try
        {
            HELD_TERM = MethodHandles.lookup().findVarHandle(Handle.class, "heldTerm", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Client client;
    private final Driver driver;
    private final NanoClock clock;
    private final byte[] key;
    private final String name;
    private final HandleListener listener;
    private final Claim claim;
    private final Call acquireCall = new Call();
    private final Call extendCall = new Call();
    private final Call releaseCall = new Call();
    private final AcquireCommand acquireCommand = new AcquireCommand();
    private final CancelCommand cancelCommand = new CancelCommand();
    private final ExtendCommand extendCommand = new ExtendCommand();
    private final ReleaseCommand releaseCommand = new ReleaseCommand();

    private volatile long heldTerm;
    private volatile long validUntilNs;
    private volatile long endedTerm;
    private volatile boolean isClosed;

    /*
     * Engine thread only.
     */
    private long awaitedRelease;

    Handle(
        final Client client,
        final Engine engine,
        final byte[] key,
        final Keys.Entry entry,
        final String name,
        final ClaimOptions options,
        final HandleListener listener)
    {
        this.client = client;
        this.key = key;
        this.name = name;
        this.listener = listener;
        driver = client.driver();
        clock = client.clock();
        claim = new Claim(engine, entry.prepared, entry.line, options, this);
    }

    /**
     * Acquires and waits for the outcome.
     *
     * @param waitNs          0 for a single attempt; otherwise the patience in nanoseconds.
     * @param isInterruptible whether an interrupt ends the waiting.
     * @return the stamp of the new term, or the code of an {@link Outcome}.
     * @throws InterruptedException if interrupted; nothing is held then.
     */
    public long acquire(final long waitNs, final boolean isInterruptible) throws InterruptedException
    {
        driver.checkMayWait();
        final Outcome objection = startAcquire(waitNs, null);
        if (objection != null)
        {
            return objection.code();
        }

        if (driver.await(acquireCall, isInterruptible))
        {
            return acquireCall.take();
        }

        cancelCommand.submit();
        driver.await(acquireCall, false);
        final long result = acquireCall.take();
        if (result > 0)
        {
            releaseAsync(result, ResultAction.NONE);
        }
        throw new InterruptedException("interrupted while waiting for the lock '" + name +
            "'; it is not held");
    }

    /**
     * Acquires without waiting for the outcome, which the listener is told.
     *
     * @param waitNs 0 for a single attempt; otherwise the patience in nanoseconds.
     * @param action is run with the term or the code of the outcome on the engine thread.
     * @return null if the call is under way, otherwise why not.
     */
    public Outcome acquireAsync(final long waitNs, final ResultAction action)
    {
        return startAcquire(waitNs, action);
    }

    private Outcome startAcquire(final long waitNs, final ResultAction action)
    {
        if (isClosed || client.isClosed())
        {
            return Outcome.CLOSED;
        }
        if (!acquireCall.begin(action))
        {
            return Outcome.BUSY;
        }

        acquireCommand.waitNs = waitNs;
        acquireCommand.number++;
        if (!driver.submit(acquireCommand, false))
        {
            acquireCall.abandon();
            client.meter().countOutside(Counter.CALLS_BACK_PRESSURED);

            return Outcome.BACK_PRESSURED;
        }

        return null;
    }

    /**
     * Gives up an acquisition that is under way on another thread or asynchronously; it ends with
     * {@link Outcome#CANCELLED} unless it has ended already.
     */
    public void cancel()
    {
        if (acquireCall.isPending())
        {
            cancelCommand.submit();
        }
    }

    /**
     * Extends the lease and waits for the outcome.
     *
     * @param term  that the caller believes to hold.
     * @param ttlMs new time to live; 0 for the configured one.
     * @return the code of an {@link Outcome}.
     */
    public int extend(final long term, final long ttlMs)
    {
        driver.checkMayWait();
        final Outcome objection = startExtend(term, ttlMs, null);
        if (objection != null)
        {
            return objection.code();
        }
        driver.await(extendCall, false);

        return (int)extendCall.take();
    }

    /**
     * Extends the lease without waiting for the outcome.
     *
     * @param term   that the caller believes to hold.
     * @param ttlMs  new time to live; 0 for the configured one.
     * @param action is run with the code of the outcome on the engine thread.
     * @return null if the call is under way, otherwise why not.
     */
    public Outcome extendAsync(final long term, final long ttlMs, final ResultAction action)
    {
        return startExtend(term, ttlMs, action);
    }

    private Outcome startExtend(final long term, final long ttlMs, final ResultAction action)
    {
        if (heldTerm != term || term <= 0)
        {
            return endedTerm == term && term > 0 ? Outcome.LOST : Outcome.STALE_TERM;
        }
        if (!extendCall.begin(action))
        {
            return Outcome.BUSY;
        }

        extendCommand.term = term;
        extendCommand.ttlMs = ttlMs;
        if (!driver.submit(extendCommand, false))
        {
            extendCall.abandon();
            client.meter().countOutside(Counter.CALLS_BACK_PRESSURED);

            return Outcome.BACK_PRESSURED;
        }

        return null;
    }

    /**
     * Releases a term and waits for the outcome. From the moment of the call on, the lock is not held any
     * more.
     *
     * @param term that the caller believes to hold.
     * @return the code of an {@link Outcome}.
     */
    public int release(final long term)
    {
        driver.checkMayWait();
        if (!end(term))
        {
            return outcomeOfEnded(term).code();
        }

        final boolean isAwaited = releaseCall.begin(null);
        submitRelease(term, isAwaited);
        if (!isAwaited)
        {
            return Outcome.UNKNOWN.code();
        }
        driver.await(releaseCall, false);

        return (int)releaseCall.take();
    }

    /**
     * Releases a term without waiting; the listener and the metrics are told the outcome.
     *
     * @param term   that the caller believes to hold.
     * @param action is run with the code of the outcome on the engine thread.
     * @return null if the release is under way, otherwise why there was nothing to release.
     */
    public Outcome releaseAsync(final long term, final ResultAction action)
    {
        if (!end(term))
        {
            return outcomeOfEnded(term);
        }
        submitRelease(term, action != ResultAction.NONE && releaseCall.begin(action));

        return null;
    }

    private boolean end(final long term)
    {
        return term > 0 && HELD_TERM.compareAndSet(this, term, 0L);
    }

    private Outcome outcomeOfEnded(final long term)
    {
        return term > 0 && endedTerm == term ? Outcome.EXPIRED : Outcome.STALE_TERM;
    }

    /**
     * The present term.
     *
     * @return its stamp, or 0 if nothing is held as far as this handle was told.
     */
    public long term()
    {
        return heldTerm;
    }

    /**
     * Validity that is left, from a fresh reading of the clock. Any thread; never blocks or allocates.
     *
     * @param term of interest.
     * @return nanoseconds; 0 or less when the term is not held any more.
     */
    public long remainingNs(final long term)
    {
        if (term <= 0 || heldTerm != term)
        {
            return 0;
        }

        final long untilNs = validUntilNs;
        final long nowNs = clock.nanoTime();

        return heldTerm == term ? Math.max(0, untilNs - nowNs) : 0;
    }

    /**
     * The claim behind this handle; its explanations are valid between two acquisitions.
     *
     * @return the claim.
     */
    public Claim claim()
    {
        return claim;
    }

    /**
     * Name of the key for people.
     *
     * @return the name.
     */
    public String name()
    {
        return name;
    }

    /**
     * Ends the use of this handle: what it is waiting for is cancelled, what it holds is released, without
     * waiting.
     */
    @Override
    public void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            cancel();
            releaseAsync(heldTerm, ResultAction.NONE);
            client.forget(this, key);
        }
    }

    /**
     * Engine thread, at the close of the client: ends whatever this handle is doing.
     */
    void shed(final Engine engine, final long nowNs)
    {
        final long term = heldTerm;
        if (end(term))
        {
            endedTerm = term;
            notifyLost(term, LostReason.CLOSED);
        }
        engine.shed(claim, nowNs);
    }

    @Override
    public void onAcquired(final Claim ignored, final long term, final long newValidUntilNs)
    {
        validUntilNs = newValidUntilNs;
        heldTerm = term;
        complete(acquireCall, term);
        try
        {
            listener.onAcquired(term, newValidUntilNs);
        }
        catch (final Throwable ex)
        {
            client.onCallbackError(ex);
        }
        if (isClosed)
        {
            releaseAsync(term, ResultAction.NONE);
        }
    }

    @Override
    public void onDenied(final Claim ignored, final Outcome outcome)
    {
        complete(acquireCall, outcome.code());
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
    public void onValidity(final Claim ignored, final long term, final long newValidUntilNs)
    {
        validUntilNs = newValidUntilNs;
    }

    @Override
    public void onExtended(final Claim ignored, final long term, final Outcome outcome)
    {
        complete(extendCall, outcome.code());
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
    public void onReleased(final Claim ignored, final long term, final Outcome outcome)
    {
        if (awaitedRelease == term)
        {
            awaitedRelease = 0;
            complete(releaseCall, outcome.code());
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
    public void onLost(final Claim ignored, final long term, final LostReason reason)
    {
        endedTerm = term;
        if (end(term))
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
        client.onLeaseLost(name, term, reason);
    }

    private void complete(final Call call, final long result)
    {
        try
        {
            call.complete(result);
        }
        catch (final Throwable ex)
        {
            client.onCallbackError(ex);
        }
    }

    @Override
    public String toString()
    {
        final long term = heldTerm;

        return "lock '" + name + "', " +
            (term == 0 ? "not held" : "term " + term + " held for " + remainingNs(term) / 1_000_000 +
                " ms more");
    }

    private void submitRelease(final long term, final boolean isAwaited)
    {
        /*
         * The command is on its way at most once, except when this lease was lost and another thread has
         * acquired and is releasing again before we got here.
         */
        final boolean isFree = releaseCommand.isOnItsWay.compareAndSet(false, true);
        final ReleaseCommand command = isFree ? releaseCommand : new ReleaseCommand();
        command.term = term;
        command.isAwaited = isAwaited;
        driver.submit(command, true);
    }

    private final class AcquireCommand extends Command
    {
        private long waitNs;
        private volatile long number;
        private long runningNumber;

        @Override
        void run(final Engine engine, final long nowNs)
        {
            runningNumber = number;
            if (cancelCommand.upTo >= runningNumber)
            {
                onDenied(claim, Outcome.CANCELLED);
            }
            else
            {
                engine.acquire(claim, waitNs, nowNs);
            }
        }

        @Override
        void refuse()
        {
            onDenied(claim, Outcome.CLOSED);
        }
    }

    /*
     * Cancels acquisitions up to a number, as it may arrive when the one it was meant for has ended and the
     * next is under way, or before the command it is meant for.
     */
    private final class CancelCommand extends Command
    {
        private final AtomicBoolean isOnItsWay = new AtomicBoolean();
        private volatile long upTo;

        private void submit()
        {
            upTo = acquireCommand.number;
            if (isOnItsWay.compareAndSet(false, true))
            {
                driver.submit(this, true);
            }
        }

        @Override
        void run(final Engine engine, final long nowNs)
        {
            isOnItsWay.set(false);
            if (acquireCommand.runningNumber <= upTo)
            {
                engine.cancel(claim, nowNs);
            }
        }

        @Override
        void refuse()
        {
            isOnItsWay.set(false);
        }
    }

    private final class ExtendCommand extends Command
    {
        private long term;
        private long ttlMs;

        @Override
        void run(final Engine engine, final long nowNs)
        {
            engine.extend(claim, term, ttlMs, nowNs);
        }

        @Override
        void refuse()
        {
            onExtended(claim, term, Outcome.CLOSED);
        }
    }

    private final class ReleaseCommand extends Command
    {
        private final AtomicBoolean isOnItsWay = new AtomicBoolean();
        private long term;
        private boolean isAwaited;

        @Override
        void run(final Engine engine, final long nowNs)
        {
            final long termToRelease = term;
            if (isAwaited)
            {
                awaitedRelease = termToRelease;
            }
            isOnItsWay.set(false);
            engine.release(claim, termToRelease, nowNs);
        }

        @Override
        void refuse()
        {
            final long termToRelease = term;
            if (isAwaited)
            {
                awaitedRelease = termToRelease;
            }
            isOnItsWay.set(false);
            onReleased(claim, termToRelease, Outcome.UNKNOWN);
        }
    }
}
