// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;

/*
 * A method that returns its result is the work of Redlock.call. One that returns a future is more: its lease
 * is released when the future completes, on whatever thread that is, so the release must not wait there. Then
 * the clock and what the engine was told decide whether the lease was lost, and the nodes' answers do not.
 *
 * The caller gets a future of its own: cancelled or timed out, it ends no work, so it must not end the lease.
 */

/**
 * Calls methods under their locks.
 */
final class LockedInterceptor implements MethodInterceptor
{
    private final LockedPlans plans;
    private final LockedClient client;
    private final OpenTransactions transactions;
    private final LockedObservations observations;

    LockedInterceptor(final LockedPlans plans, final LockedClient client, final OpenTransactions transactions,
        final LockedObservations observations)
    {
        this.plans = plans;
        this.client = client;
        this.transactions = transactions;
        this.observations = observations;
    }

    @Override
    public @Nullable Object invoke(final MethodInvocation call) throws Throwable
    {
        final Object target = call.getThis();
        final Class<?> type = target == null ? call.getMethod().getDeclaringClass() : target.getClass();
        final LockedPlan plan = plans.of(call.getMethod(), type);
        final String key = plan.key(call.getArguments());
        final Lease outer = LockedContext.ofKey(key);
        if (outer != null)
        {
            return join(plan, key, outer, call);
        }
        transactions.watch(plan.place(), call.getMethod(), type);
        final LockedObservations.Wait wait = observations.begin(plan.place());
        try
        {
            return plan.isFuture() ? callLater(plan, key, call, wait) : call(plan, key, call, wait);
        }
        catch (final LockContendedException ex)
        {
            if (!wait.fail(ex) || !plan.isSkipped())
            {
                throw ex;
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

    private @Nullable Object call(final LockedPlan plan, final String key, final MethodInvocation call,
        final LockedObservations.Wait wait) throws Exception
    {
        final Redlock redlock = client.redlock();

        return redlock.<@Nullable Object, Exception>call(key, within(plan), plan.options(redlock), (lease) ->
        {
            wait.succeed();
            final Object value = proceed(key, lease, call);
            ReturnRule.check(value, plan.place());

            return value;
        });
    }

    private @Nullable Object callLater(final LockedPlan plan, final String key, final MethodInvocation call,
        final LockedObservations.Wait wait) throws Exception
    {
        final Redlock redlock = client.redlock();
        final LockOptions options = plan.options(redlock);
        final Lease lease = redlock.acquire(key, within(plan), options);
        wait.succeed();
        @Nullable CompletionStage<?> work = null;
        try
        {
            work = (CompletionStage<?>)proceed(key, lease, call);
        }
        catch (final Exception | Error ex)
        {
            suppress(end(lease), ex);
            throw ex;
        }
        if (work == null)
        {
            final LeaseLostException lost = end(lease);
            if (lost != null)
            {
                throw lost;
            }

            return null;
        }

        return after(work, () -> end(lease));
    }

    private Duration within(final LockedPlan plan)
    {
        return plan.within(client.within());
    }

    private static @Nullable Object join(final LockedPlan plan, final String key, final Lease outer,
        final MethodInvocation call) throws Exception
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
        final Object value = proceed(key, outer, call);

        return plan.isFuture() && value != null ?
            after((CompletionStage<?>)value, () -> lossOf(outer)) : value;
    }

    private static @Nullable Object proceed(final String key, final Lease lease, final MethodInvocation call)
        throws Exception
    {
        LockedContext.enter(key, lease);
        try
        {
            return call.proceed();
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
            LockedContext.leave();
        }
    }

    private static CompletableFuture<@Nullable Object> after(final CompletionStage<?> work, final End end)
    {
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        work.whenComplete((value, failure) ->
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
        });

        return result;
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
