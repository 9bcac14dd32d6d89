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

import java.util.concurrent.atomic.AtomicBoolean;

import org.agrona.concurrent.NanoClock;

import dev.redlock.engine.Claim;
import dev.redlock.engine.ClaimOptions;
import dev.redlock.engine.Engine;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;

/**
 * The application's side of a lock handle: calls go to the engine as commands, and come back as calls that
 * are done. Any thread (in invoker mode: the owner). Allocates nothing once it is made.
 */
public final class Handle implements AutoCloseable
{
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final Hold hold = new Hold();
    private final Call acquireCall = new Call();
    private final Call extendCall = new Call();
    private final Call releaseCall = new Call();
    private final Client client;
    private final Driver driver;
    private final NanoClock clock;
    private final byte[] key;
    private final String name;
    private final Claim claim;
    private final EngineSide side;
    private final AcquireCommand acquireCommand;
    private final CancelCommand cancelCommand;
    private final ExtendCommand extendCommand;
    private final ReleaseCommand releaseCommand;

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
        driver = client.driver();
        clock = client.clock();
        side = new EngineSide(client, this, hold, listener);
        claim = new Claim(engine, entry.prepared, entry.line, options, side);
        acquireCommand = new AcquireCommand(this, side);
        cancelCommand = new CancelCommand(acquireCommand, side);
        extendCommand = new ExtendCommand(side);
        releaseCommand = new ReleaseCommand(side);
    }

    /**
     * Acquires and waits for the outcome.
     *
     * @param waitNs          0 for a single attempt; otherwise the patience in nanoseconds.
     * @param isInterruptible whether an interrupt, also one from before, ends the waiting.
     * @return the stamp of the new term, or the code of an {@link Outcome}.
     * @throws InterruptedException if interrupted; nothing is held then.
     */
    public long acquire(final long waitNs, final boolean isInterruptible) throws InterruptedException
    {
        driver.checkMayWait();
        if (isInterruptible && Thread.interrupted())
        {
            throw interrupted();
        }

        final Outcome objection = startAcquire(waitNs, null);
        if (objection != null)
        {
            return objection.code();
        }
        if (driver.await(acquireCall, isInterruptible))
        {
            return acquireCall.take();
        }

        cancelCommand.submit(driver);
        driver.await(acquireCall, false);
        final long result = acquireCall.take();
        if (result > 0)
        {
            releaseAsync(result);
        }
        throw interrupted();
    }

    private InterruptedException interrupted()
    {
        return new InterruptedException("interrupted while waiting for the lock '" + name +
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
        driver.checkMayCall();
        if (isClosed.get() || client.isClosed())
        {
            return Outcome.CLOSED;
        }
        if (!acquireCall.begin(action))
        {
            return Outcome.BUSY;
        }

        acquireCommand.prepare(waitNs);

        return submit(acquireCommand, acquireCall);
    }

    private Outcome submit(final Command command, final Call call)
    {
        if (driver.submit(command, false))
        {
            return null;
        }

        call.abandon();
        client.meter().countOutside(Counter.CALLS_BACK_PRESSURED);

        return Outcome.BACK_PRESSURED;
    }

    /**
     * Gives up an acquisition that is under way on another thread or asynchronously; it ends with
     * {@link Outcome#CANCELLED} unless it has ended already.
     */
    public void cancel()
    {
        driver.checkMayCall();
        if (acquireCall.isPending())
        {
            cancelCommand.submit(driver);
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
     * Extends the lease without waiting for the outcome, which the listener is told.
     *
     * @param term  that the caller believes to hold.
     * @param ttlMs new time to live; 0 for the configured one.
     * @return null if the call is under way, otherwise why not.
     */
    public Outcome extendAsync(final long term, final long ttlMs)
    {
        return startExtend(term, ttlMs, ResultAction.NONE);
    }

    private Outcome startExtend(final long term, final long ttlMs, final ResultAction action)
    {
        driver.checkMayCall();
        if (term <= 0 || hold.term() != term)
        {
            return hold.wasLost(term) ? Outcome.LOST : Outcome.STALE_TERM;
        }
        if (!extendCall.begin(action))
        {
            return Outcome.BUSY;
        }

        extendCommand.prepare(term, ttlMs);

        return submit(extendCommand, extendCall);
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
        if (!hold.end(term))
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
     * @param term that the caller believes to hold.
     * @return null if the release is under way, otherwise why there was nothing to release.
     */
    public Outcome releaseAsync(final long term)
    {
        driver.checkMayCall();
        if (!hold.end(term))
        {
            return outcomeOfEnded(term);
        }
        submitRelease(term, false);

        return null;
    }

    private Outcome outcomeOfEnded(final long term)
    {
        return hold.wasLost(term) ? Outcome.EXPIRED : Outcome.STALE_TERM;
    }

    /*
     * The command is on its way at most once, except when its lease was lost before the engine has taken it,
     * and another thread has acquired and is releasing again.
     */
    private void submitRelease(final long term, final boolean isAwaited)
    {
        ReleaseCommand command = releaseCommand;
        if (!command.prepare(term, isAwaited))
        {
            command = new ReleaseCommand(side);
            command.prepare(term, isAwaited);
        }
        driver.submit(command, true);
    }

    /**
     * The present term, as far as this handle was told.
     *
     * @return its stamp, or 0 if there is none; its validity may be over, see {@link #remainingNs(long)}.
     */
    public long term()
    {
        return hold.term();
    }

    /**
     * Validity that is left, from a fresh reading of the clock. Any thread; never blocks or allocates.
     *
     * @param term of interest.
     * @return nanoseconds; 0 when the term is not held any more.
     */
    public long remainingNs(final long term)
    {
        return hold.remainingNs(term, clock);
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
     * Whether the present thread may wait for an outcome: not in a callback of the engine.
     *
     * @return true if so.
     */
    public boolean mayWait()
    {
        return driver.mayWait();
    }

    boolean isClosed()
    {
        return isClosed.get();
    }

    /**
     * Ends the use of this handle: what it is waiting for is cancelled, what it holds is released, without
     * waiting.
     */
    @Override
    public void close()
    {
        driver.checkMayCall();
        if (isClosed.compareAndSet(false, true))
        {
            cancel();
            releaseAsync(hold.term());
            client.forget(key);
        }
    }

    /*
     * Engine thread: closed between the question and the answer. Either we see that it is closed, or the
     * closing thread sees the term.
     */
    void releaseIfClosed(final long term)
    {
        if (isClosed.get())
        {
            releaseAsync(term);
        }
    }

    void onAcquireEnded(final long termOrCode)
    {
        complete(acquireCall, termOrCode);
    }

    void onExtendEnded(final long code)
    {
        complete(extendCall, code);
    }

    void onReleaseEnded(final long code)
    {
        complete(releaseCall, code);
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
        final long term = hold.term();

        return "lock '" + name + "', " +
            (term == 0 ? "not held" : "term " + term + " held for " + remainingNs(term) / 1_000_000 +
                " ms more");
    }
}
