// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.claim.Claim;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Quorum;
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
            final Quorum quorum = clients.first().engine().quorum();
            throw new Diagnosis(
                Outcome.CLOSED, List.of(), false, false, false, quorum, clients).toException(key);
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
     * Acquires, and waits however often it is interrupted.
     */
    Result attemptUninterruptibly(final String key, final LockOptions options, final long withinNs)
    {
        try
        {
            return attempt(key, options, withinNs, false);
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError("an uninterruptible wait was interrupted", ex);
        }
    }

    /**
     * Acquires, and waits for the outcome.
     */
    Result attempt(final String key, final LockOptions options, final long withinNs,
        final boolean isInterruptible) throws InterruptedException
    {
        final Loss loss = new Loss();
        final LockHandle handle = handle(key, options, loss);
        boolean isHeld = false;
        try
        {
            final long result = handle.handle().acquire(withinNs, isInterruptible);
            isHeld = result > 0;

            return isHeld ? new Result(key, new Lease(handle, result, loss), null) :
                new Result(key, null, diagnose(handle, Outcome.of(result), withinNs));
        }
        finally
        {
            if (!isHeld)
            {
                handle.close();
            }
        }
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

        final CompletableFuture<Lease> future = new CompletableFuture<>();
        final Outcome start = handle.handle().acquireAsync(
            withinNs, result -> complete(future, handle, result, loss));
        if (start == Outcome.STARTED)
        {
            future.whenComplete((lease, failure) -> handle.handle().cancelFromAnyThread());
        }
        else
        {
            complete(future, handle, start.code(), loss);
        }

        return future;
    }

    private void complete(
        final CompletableFuture<Lease> future, final LockHandle handle, final long result, final Loss loss)
    {
        if (result > 0)
        {
            if (!future.complete(new Lease(handle, result, loss)))
            {
                handle.close();
            }
        }
        else
        {
            final Diagnosis diagnosis = diagnose(handle, Outcome.of(result), false);
            handle.close();
            future.completeExceptionally(diagnosis.toException(handle.key()));
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
            outcome, handle.votes(), claim.hasFailed(), isEngineStuck, claim.isFenced(),
            claim.quorumToWin(), clients);
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
            return failure != null && failure.isContention() ? Optional.empty() : Optional.of(orThrow());
        }
    }
}
