// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;
import dev.redlock.spring.boot.LockedInterruptedException;
import dev.redlock.spring.boot.locked.call.HeldLease;
import dev.redlock.spring.boot.locked.call.LockedObservations;
import dev.redlock.spring.boot.locked.call.OpenTransactions;

/*
 * A method that returns its result is the work of Redlock.call. One that returns a future is more: its lease
 * is released when the future completes, on whatever thread that is, so the release must not wait there. Then
 * the clock and what the engine was told decide whether the lease was lost, and the nodes' answers do not.
 *
 * The caller gets a future of its own: cancelled or timed out, it ends no work, so it must not end the lease.
 *
 * Other work that goes on nobody can wait for: its lease is not released, nor extended, and the call throws.
 */

/**
 * Calls methods under their locks.
 */
final class LockedInterceptor implements MethodInterceptor
{
    private static final Log LOG = LogFactory.getLog("dev.redlock");

    private final LockedPlans plans;
    private final LockedClients clients;
    private final Supplier<Duration> usualWithin;
    private final OpenTransactions transactions;
    private final LockedObservations observations;

    /**
     * @param usualWithin the patience of methods that name none: known when the first one is called.
     */
    LockedInterceptor(final LockedPlans plans, final LockedClients clients,
        final Supplier<Duration> usualWithin, final OpenTransactions transactions,
        final LockedObservations observations)
    {
        this.plans = plans;
        this.clients = clients;
        this.usualWithin = usualWithin;
        this.transactions = transactions;
        this.observations = observations;
    }

    @Override
    public @Nullable Object invoke(final MethodInvocation call) throws Throwable
    {
        if (call instanceof ProxyMethodInvocation one && HeldLease.isPassed(one.getProxy()))
        {
            return call.proceed();
        }
        final Object target = call.getThis();
        final Class<?> type = target == null ? call.getMethod().getDeclaringClass() : target.getClass();
        final LockedPlan plan = plans.of(call.getMethod(), type);
        final String key = plan.key(call.getArguments());
        final Redlock redlock = clients.of(plan);
        final Lease outer = HeldLease.ofKey(redlock, key);
        if (outer != null)
        {
            return join(plan, redlock, key, outer, call);
        }
        transactions.watch(plan.place(), call.getMethod(), type);
        final LockedObservations.Wait wait = observations.begin(plan.place());
        try
        {
            return plan.mayBeFuture() ? callLater(plan, redlock, key, call, wait) :
                call(plan, redlock, key, call, wait);
        }
        catch (final LockContendedException ex)
        {
            if (!wait.fail(ex) || !plan.isSkipped())
            {
                throw ex;
            }
            if (ex.isHeldByThisThread())
            {
                LOG.warn(plan.place() + " is skipped, though nobody else holds its lock: " +
                    ex.getMessage());
            }

            return plan.nothing();
        }
        catch (final InterruptedException ex)
        {
            if (!wait.fail(ex) || plan.isInterruptible())
            {
                throw ex;
            }
            Thread.currentThread().interrupt();
            throw new LockedInterruptedException(plan.place(), ex);
        }
        catch (final Exception | Error ex)
        {
            wait.fail(ex);
            throw ex;
        }
    }

    private @Nullable Object call(final LockedPlan plan, final Redlock redlock, final String key,
        final MethodInvocation call, final LockedObservations.Wait wait) throws Exception
    {
        return redlock.<@Nullable Object, Exception>call(key, within(plan), plan.options(redlock), (lease) ->
        {
            wait.succeed();

            return proceed(plan, redlock, key, lease, call);
        });
    }

    private @Nullable Object callLater(final LockedPlan plan, final Redlock redlock, final String key,
        final MethodInvocation call, final LockedObservations.Wait wait) throws Exception
    {
        final LockOptions options = plan.options(redlock);
        final Lease lease = redlock.acquire(key, within(plan), options).bindToThread();
        @Nullable Object value = null;
        try
        {
            wait.succeed();
            value = proceed(plan, redlock, key, lease, call);
            if (value instanceof CompletionStage<?> work)
            {
                return after(work, lease.unbindFromThread(), () -> end(lease));
            }
        }
        catch (final Exception | Error ex)
        {
            suppress(plan.isFuture() ? end(lease) : endNow(lease), ex);
            throw ex;
        }
        final LeaseLostException lost = plan.isFuture() ? end(lease) : endNow(lease);
        if (lost != null)
        {
            throw lost;
        }

        return value;
    }

    private Duration within(final LockedPlan plan)
    {
        return plan.within(usualWithin.get());
    }

    private static @Nullable Object join(final LockedPlan plan, final Redlock redlock, final String key,
        final Lease outer, final MethodInvocation call) throws Exception
    {
        if (!plan.isJoined())
        {
            throw new IllegalStateException(plan.place() + " is called by a thread that holds its lock '" +
                key + "' already, and does not join (nested = REFUSE): call it outside, use another key, " +
                "or let it join");
        }
        if (plan.isFenced() && outer.fencingToken() == 0)
        {
            throw new IllegalStateException(plan.place() + " needs a fencing token, but joins a lease of '" +
                key + "' that has none: set fenced = true on the outer method, too");
        }
        outer.checkHeld();
        final Object value = proceed(plan, redlock, key, outer, call);

        return plan.mayBeFuture() && value instanceof CompletionStage<?> work ?
            after(work, outer, () -> lossOf(outer)) : value;
    }

    private static @Nullable Object proceed(final LockedPlan plan, final Redlock redlock, final String key,
        final Lease lease, final MethodInvocation call) throws Exception
    {
        HeldLease.enter(redlock, key, lease, call.getThis());
        try
        {
            final Object value = call.proceed();
            final String hidden = plan.hidden(value);
            if (hidden != null)
            {
                keep(lease);
                throw new IllegalStateException(hidden + ": its lock '" + key + "' is not released, and " +
                    "ends with its time to live; declare and return a CompletableFuture or a " +
                    "CompletionStage, or return the result");
            }

            return value;
        }
        catch (final Exception | Error ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            throw new UndeclaredThrowableException(ex);
        }
        finally
        {
            if (HeldLease.leave())
            {
                keep(lease);
            }
        }
    }

    /*
     * The nodes keep the key as long as they have promised, and the client forgets it.
     */
    private static void keep(final Lease lease)
    {
        if (!HeldLease.keep(lease))
        {
            lease.releaseAfter(Duration.ofNanos(Math.max(1, lease.remainingNs())));
        }
    }

    private static CompletableFuture<@Nullable Object> after(
        final CompletionStage<?> work, final Lease lease, final End end)
    {
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        try
        {
            work.whenComplete((value, failure) -> complete(result, value, failure, end));
        }
        catch (final RuntimeException | Error ex)
        {
            // A future that tells nobody of its end.
            keep(lease);
            throw ex;
        }

        return result;
    }

    /*
     * Whatever is thrown in here nobody would hear of.
     */
    private static void complete(final CompletableFuture<@Nullable Object> result,
        final @Nullable Object value, final @Nullable Throwable failure, final End end)
    {
        try
        {
            final LeaseLostException lost = end.lost();
            if (failure != null)
            {
                suppress(lost, failure);
                result.completeExceptionally(failure);
            }
            else if (lost != null)
            {
                result.completeExceptionally(lost);
            }
            else
            {
                result.complete(value);
            }
        }
        catch (final RuntimeException | Error ex)
        {
            result.completeExceptionally(ex);
        }
    }

    private static void suppress(final @Nullable LeaseLostException lost, final Throwable failure)
    {
        if (lost != null && lost != failure)
        {
            failure.addSuppressed(lost);
        }
    }

    /*
     * Without a loss that was told, a lease that is not held any more was released by the work itself.
     */
    private static @Nullable LeaseLostException end(final Lease lease)
    {
        final LeaseLostException lost = lossOf(lease);

        return lease.releaseAsync() == Outcome.STALE_TERM ? null : lost;
    }

    /*
     * As the end of Redlock.call: the nodes may know better than the clock.
     */
    private static @Nullable LeaseLostException endNow(final Lease lease)
    {
        final LeaseLostException lost = lossOf(lease);

        return switch (lease.release())
        {
            case STALE_TERM -> null;
            case EXPIRED -> lost == null ? lossOf(lease) : lost;
            default -> lost;
        };
    }

    private static @Nullable LeaseLostException lossOf(final Lease lease)
    {
        try
        {
            lease.checkHeld();

            return null;
        }
        catch (final LeaseLostException ex)
        {
            return ex;
        }
    }

    /**
     * The end of work under a lease; says whether that was lost before.
     */
    private interface End
    {
        @Nullable LeaseLostException lost();
    }
}
