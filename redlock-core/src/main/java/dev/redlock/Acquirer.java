// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.claim.Claim;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.calls.LateAnswers;
import dev.redlock.runtime.client.Clients;
import dev.redlock.runtime.client.HandleLimitException;

/**
 * Acquires leases, each with a handle of its own.
 */
final class Acquirer
{
    private final Clients clients;

    Acquirer(final Clients clients)
    {
        this.clients = clients;
    }

    /**
     * A handle for any use.
     */
    LockHandle handle(final String key, final LockOptions options, final LockListener listener)
    {
        if (clients.of(requireNonNull(key, "key")).isClosed())
        {
            throw new Diagnosis(
                Outcome.CLOSED, List.of(), false, false, false, 0, clients).toException(key);
        }

        requireNonNull(options, "options");
        requireNonNull(listener, "listener");
        try
        {
            return new LockHandle(clients, key, options, listener);
        }
        catch (final HandleLimitException ex)
        {
            throw new LimitReachedException(ex.getMessage(), Outcome.BACK_PRESSURED, List.of());
        }
    }

    /**
     * One attempt, which finds a lock of its own thread as taken as any other.
     */
    Result attemptOnce(final String key, final LockOptions options)
    {
        return attemptUninterruptibly(key, options, 0, false);
    }

    /**
     * Acquires, and waits however often it is interrupted.
     */
    Result attemptUninterruptibly(final String key, final LockOptions options, final long withinNs)
    {
        return attemptUninterruptibly(key, options, withinNs, true);
    }

    private Result attemptUninterruptibly(
        final String key, final LockOptions options, final long withinNs, final boolean isRefusedIfBound)
    {
        try
        {
            return attempt(key, options, withinNs, false, isRefusedIfBound);
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError("an uninterruptible wait was interrupted", ex);
        }
    }

    /**
     * Acquires, and waits for the outcome.
     */
    Result attempt(final String key, final LockOptions options, final long withinNs)
        throws InterruptedException
    {
        return attempt(key, options, withinNs, true, true);
    }

    private Result attempt(final String key, final LockOptions options, final long withinNs,
        final boolean isInterruptible, final boolean isRefusedIfBound) throws InterruptedException
    {
        final Loss loss = new Loss();
        final LockHandle handle = handle(key, options, loss);
        boolean isHeld = false;
        try
        {
            if (isRefusedIfBound && handle.handle().isBoundToThisThread())
            {
                throw bound(handle);
            }
            final long result = handle.handle().acquire(withinNs, isInterruptible);
            final Result told = result > 0 ? new Result(key, new Lease(handle, result, loss), null) :
                new Result(key, null, diagnose(handle, Outcome.of(result), withinNs));
            // Not before: without memory for the lease the handle gives the lock back.
            isHeld = result > 0;

            return told;
        }
        finally
        {
            if (!isHeld)
            {
                handle.close();
            }
        }
    }

    /*
     * As long as it waits it cannot release.
     */
    private static RedlockMisuseException bound(final LockHandle handle)
    {
        return new RedlockMisuseException("lock " + handle.handle().shownName() + " is held by this thread " +
            "already, which would wait for itself: release it first, go on under the lease that it has, " +
            "or use another key", Outcome.CONTENDED, List.of());
    }

    /**
     * Acquires without waiting.
     */
    CompletableFuture<Lease> start(final String key, final LockOptions options, final long withinNs)
    {
        final Loss loss = new Loss();
        final LockHandle handle;
        try
        {
            handle = handle(key, options, loss);
        }
        catch (final RedlockException ex)
        {
            return CompletableFuture.failedFuture(ex);
        }

        boolean isStarted = false;
        try
        {
            final CompletableFuture<Lease> future = new CompletableFuture<>();
            final Completion completion = new Completion(future, handle, loss);
            // Before: once it has started, what throws here would leave a lock that nobody knows of.
            future.whenComplete((lease, failure) -> handle.handle().cancelFromAnyThread());
            final Outcome start = handle.handle().acquireAsync(withinNs, completion);
            isStarted = start == Outcome.STARTED;
            if (!isStarted)
            {
                // What there is no memory for is thrown: this is the caller's thread.
                future.completeExceptionally(diagnose(handle, start, false).toException(key));
            }

            return future;
        }
        finally
        {
            if (!isStarted)
            {
                handle.close();
            }
        }
    }

    /**
     * Completes a future with what becomes of its acquisition; later, if there is no memory for that.
     */
    private final class Completion extends LateAnswers.Answer implements LongConsumer
    {
        private final CompletableFuture<Lease> future;
        private final LockHandle handle;
        private final Loss loss;
        private long result;
        private @Nullable Lease lease;
        private @Nullable Throwable failure;

        private Completion(
            final CompletableFuture<Lease> future, final LockHandle handle, final Loss loss)
        {
            this.future = future;
            this.handle = handle;
            this.loss = loss;
        }

        @Override
        public void accept(final long newResult)
        {
            result = newResult;
            if (!tryGive())
            {
                handle.handle().answerLater(this);
            }
        }

        /*
         * Who completes a future wakes those who wait for it, and that may need memory, too: it is done then,
         * and they are not woken. To complete it again wakes the others.
         */
        @Override
        protected boolean tryGive()
        {
            try
            {
                if (failure == null && result > 0)
                {
                    give();
                }
                else
                {
                    fail();
                }

                return true;
            }
            catch (final OutOfMemoryError ex)
            {
                failure = failure == null && lease == null ? ex : failure;

                return false;
            }
        }

        private void give()
        {
            lease = lease == null ? new Lease(handle, result, loss) : lease;
            if (!future.complete(lease) && (future.isCompletedExceptionally() || future.join() != lease))
            {
                handle.close();
            }
        }

        /*
         * A lock that was won goes back: there was no memory for its lease.
         */
        private void fail()
        {
            final Throwable told = failure != null ? failure :
                diagnose(handle, Outcome.of(result), false).toException(handle.key());
            handle.close();
            future.completeExceptionally(told);
        }
    }

    /*
     * The engine may go on at any moment, but it never ends a single attempt for lack of time.
     */
    Diagnosis diagnose(final LockHandle handle, final Outcome outcome, final long withinNs)
    {
        final boolean isEngineStuck =
            handle.handle().isLeft() || withinNs == 0 && outcome == Outcome.TIMED_OUT;

        return diagnose(handle, outcome, isEngineStuck);
    }

    private Diagnosis diagnose(final LockHandle handle, final Outcome outcome, final boolean isEngineStuck)
    {
        final Claim claim = handle.handle().claim();

        return new Diagnosis(
            outcome, handle.votes(), claim.hasFailed(), isEngineStuck, handle.options().isFenced(),
            claim.minGrants(), clients).ofThisThread(handle.handle().heldByThisThreadNs());
    }

    /**
     * How an acquisition ended: a lease, or the reason why there is none.
     */
    record Result(String key, @Nullable Lease lease, @Nullable Diagnosis failure)
    {
        Lease orThrow()
        {
            if (failure != null)
            {
                throw failure.toException(key);
            }

            return lease;
        }

        Optional<Lease> unlessContended()
        {
            if (failure != null && failure.isContention())
            {
                return Optional.empty();
            }

            boolean isGiven = false;
            try
            {
                final Optional<Lease> told = Optional.of(orThrow());
                isGiven = true;

                return told;
            }
            finally
            {
                if (!isGiven)
                {
                    giveBack();
                }
            }
        }

        /**
         * Nobody could take the lease, as memory is short: without this the lock would stay, and extend
         * itself.
         */
        void giveBack()
        {
            if (lease != null)
            {
                lease.releaseAsync();
            }
        }
    }
}
