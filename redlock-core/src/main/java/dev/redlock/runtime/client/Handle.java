// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.settings.TtlRule;
import dev.redlock.news.HandleListener;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.LateAnswers;
import dev.redlock.runtime.clocks.LeaseClock;
import dev.redlock.runtime.settings.ClientSettings;

/**
 * The application's side of a lock handle: hands commands to the engine, and waits for their results. Any
 * thread (in invoker mode: the owner). What not every handle needs is made when it is needed for the first
 * time; after that only a release allocates, and only if an earlier one is still on its way.
 */
public final class Handle implements AutoCloseable
{
    /**
     * For callers that leave the outcome to the listener.
     */
    public static final LongConsumer NO_ACTION = result ->
    {
    };

    /*
     * So that instants and durations can be added.
     */
    private static final long LONGEST_WAIT_NS = Long.MAX_VALUE / 4;

    private final Client client;
    private final LeaseClock leaseClock;
    private final Keys.Line line;
    private final EngineSide<?> side;
    private final boolean isFenced;

    /**
     * A handle for a key; close it when it is not needed any more.
     *
     * @param client   that works for it.
     * @param name     of the key, without the prefix.
     * @param options  how to acquire and hold.
     * @param owner    what the listener knows as the handle.
     * @param listener told what happens to the handle, on the engine thread.
     * @param <H>      type of the owner.
     * @throws IllegalArgumentException if the key is empty or too long, or the options could never win.
     * @throws HandleLimitException     if too many handles are open.
     * @throws IllegalStateException    if this thread must not use the client.
     */
    public <H> Handle(final Client client, final String name, final ClaimOptions options, final H owner,
        final HandleListener<? super H> listener)
    {
        this.client = client;
        leaseClock = client.agent.leaseClock();
        isFenced = options.isFenced();

        // A thread that must not use the client could not close the handle either.
        client.driver.checkMayCall();
        line = client.enter(name);
        boolean isMade = false;
        try
        {
            side = new EngineSide<>(client, line, name, options, owner, listener);
            isMade = true;
        }
        finally
        {
            if (!isMade)
            {
                client.leave(line);
            }
        }
    }

    /**
     * Acquires and waits for the outcome, at most for the patience and a grace, even if the engine thread is
     * blocked. The engine releases a lock that it wins later, and until then this handle is {@link
     * Outcome#BUSY}.
     *
     * @param waitNs          0 for a single attempt; otherwise the patience in nanoseconds.
     * @param isInterruptible whether an interrupt, also one from before, ends the waiting.
     * @return the stamp of the new term, or the code of an {@link Outcome}.
     * @throws InterruptedException if interrupted; nothing is held then.
     */
    public long acquire(final long waitNs, final boolean isInterruptible) throws InterruptedException
    {
        client.driver.checkMayWait();
        if (isInterruptible && Thread.interrupted())
        {
            throw interrupted();
        }

        final long patienceNs = Math.min(waitNs, LONGEST_WAIT_NS);
        final long startNs = client.clock.nanoTime();
        final long deadlineNs = startNs +
            (patienceNs > 0 ? patienceNs + ClientSettings.GRACE_NS : singleTimeoutNs());
        final Outcome start = openAcquire(patienceNs, startNs, null);
        if (start != Outcome.STARTED)
        {
            return start.code();
        }

        client.driver.submit(side.acquireCommand);
        boolean isSettled = false;
        try
        {
            final Call.Wait end = client.driver.await(side.acquireCommand, isInterruptible, deadlineNs);
            if (end == Call.Wait.INTERRUPTED)
            {
                giveUpAcquire(deadlineNs);
            }
            final long result = end == Call.Wait.DONE ? side.acquireCommand.take() :
                end == Call.Wait.LATE ? leaveAcquire() : 0;
            isSettled = true;
            if (end == Call.Wait.INTERRUPTED)
            {
                throw interrupted();
            }
            if (result > 0)
            {
                line.win(side.hold, result);
            }

            return result;
        }
        finally
        {
            if (!isSettled)
            {
                forsakeAcquire();
            }
        }
    }

    /*
     * Memory or the stack ran out while this thread waited. Nobody would know of a lock that it wins, and
     * until its patience were over it would keep others of this client from the key.
     */
    private void forsakeAcquire()
    {
        final long number = side.acquireCommand.number();
        if (side.acquireCommand.isLeft() || side.acquireCommand.isOwed() && tryLeave(side.acquireCommand))
        {
            side.acquireCommand.cancel(number, client.driver);
        }
        else if (side.acquireCommand.isDone())
        {
            releaseAsync(side.acquireCommand.take());
        }
    }

    private long singleTimeoutNs()
    {
        return client.settings().callTimeoutNs(isFenced ? FenceRule.MOST_PROPOSALS : 1);
    }

    private long leaveAcquire()
    {
        final long number = side.acquireCommand.number();
        if (!tryLeave(side.acquireCommand))
        {
            return side.acquireCommand.take();
        }
        side.acquireCommand.cancel(number, client.driver);

        return (client.fault() == null ? Outcome.TIMED_OUT : Outcome.CLOSED).code();
    }

    private void giveUpAcquire(final long deadlineNs)
    {
        side.acquireCommand.cancel(side.acquireCommand.number(), client.driver);
        final long nowNs = client.clock.nanoTime();
        final Call.Wait end = client.driver.await(
            side.acquireCommand, false, nowNs + Math.min(singleTimeoutNs(), deadlineNs - nowNs));
        if (end == Call.Wait.DONE || !tryLeave(side.acquireCommand))
        {
            releaseAsync(side.acquireCommand.take());
        }
    }

    private boolean tryLeave(final Call call)
    {
        final boolean isLeft = call.tryLeave();
        if (isLeft)
        {
            client.meter().countOutside(Counter.CALLS_LEFT);
        }

        return isLeft;
    }

    private InterruptedException interrupted()
    {
        return new InterruptedException(
            "interrupted while waiting for the lock " + shownName() + "; it is not held");
    }

    /**
     * Acquires without waiting; the listener gets the outcome.
     *
     * @param waitNs 0 for a single attempt; otherwise the patience in nanoseconds.
     * @param action is run with the term or the code of the outcome on the engine thread.
     * @return STARTED, or why not.
     */
    public Outcome acquireAsync(final long waitNs, final LongConsumer action)
    {
        client.driver.checkMayCall();
        final Outcome start =
            openAcquire(Math.min(waitNs, LONGEST_WAIT_NS), client.clock.nanoTime(), action);

        return start == Outcome.STARTED ? submit(side.acquireCommand) : start;
    }

    private Outcome openAcquire(final long waitNs, final long startNs, final LongConsumer action)
    {
        if (side.isClosed() || client.isClosed())
        {
            client.driver.seeToTheDead();

            return Outcome.CLOSED;
        }
        if (!side.acquireCommand.tryBegin(action))
        {
            return Outcome.BUSY;
        }

        side.acquireCommand.prepare(waitNs, startNs);

        return Outcome.STARTED;
    }

    private Outcome submit(final Call call)
    {
        client.driver.submit(call);

        return Outcome.STARTED;
    }

    /**
     * Gives up an acquisition that is under way on another thread or asynchronously; it ends with
     * {@link Outcome#CANCELLED} unless it has ended already.
     */
    public void cancel()
    {
        client.driver.checkMayCall();
        cancelFromAnyThread();
    }

    /**
     * As {@link #cancel()}, for futures, which any thread may cancel: in invoker mode it takes effect when
     * the owner calls next.
     */
    public void cancelFromAnyThread()
    {
        if (side.acquireCommand.isPending())
        {
            side.acquireCommand.cancel(side.acquireCommand.number(), client.driver);
        }
    }

    /**
     * Extends the lease and waits for the outcome. If the engine does not come in time that is
     * {@link Outcome#INCONCLUSIVE}, and until it has come further ones are {@link Outcome#BUSY}.
     *
     * @param term  that the caller believes to hold.
     * @param ttlMs new time to live; 0 for the configured one.
     * @return how it ended.
     * @throws IllegalArgumentException if it is longer than the longest time to live of the client.
     */
    public Outcome extend(final long term, final long ttlMs)
    {
        client.driver.checkMayWait();
        final Outcome start = startExtend(term, ttlMs, null);

        return start == Outcome.STARTED ?
            await(side.extendCommand(), Outcome.EXTENDED, Outcome.INCONCLUSIVE) : start;
    }

    /**
     * Extends the lease without waiting; the listener gets the outcome.
     *
     * @param term  that the caller believes to hold.
     * @param ttlMs new time to live; 0 for the configured one.
     * @return STARTED, or why not.
     */
    public Outcome extendAsync(final long term, final long ttlMs)
    {
        client.driver.checkMayCall();

        return startExtend(term, ttlMs, NO_ACTION);
    }

    private Outcome startExtend(final long term, final long ttlMs, final LongConsumer action)
    {
        checkLongest(ttlMs);
        // While a loss is being told whoever waits is answered by the engine, and so afterwards.
        final Hold hold = side.hold;
        final boolean isAsked = hold.term() == term || action == null && hold.is(term, Hold.TELLING);
        if (term <= 0 || !isAsked)
        {
            return outcomeOfEnded(term, Outcome.LOST);
        }
        final HandleCommands.Extend command = side.extendCommand();
        if (!command.tryBegin(action))
        {
            return Outcome.BUSY;
        }

        command.prepare(term, ttlMs);

        return submit(command);
    }

    private void checkLongest(final long ttlMs)
    {
        TtlRule.checkLongest(ttlMs, client.engine().longestTtlNs());
    }

    /**
     * Releases a term and waits for the outcome. If the engine does not come in time that is
     * {@link Outcome#UNKNOWN}, and it releases all the same. From the call on the lock is not held any more.
     * If its validity was over before, the lease was lost: that is told first, unless it has been told.
     *
     * @param term that the caller believes to hold.
     * @return how it ended.
     */
    public Outcome release(final long term)
    {
        return releaseAfter(term, 0);
    }

    /**
     * As {@link #release(long)}, but the nodes keep the key for a while.
     *
     * @param term   that the caller believes to hold.
     * @param keepMs how long, in milliseconds; 0 for not at all.
     * @return how it ended.
     * @throws IllegalArgumentException if it is longer than the longest time to live of the client; the lock
     *                                  is still held then.
     */
    public Outcome releaseAfter(final long term, final long keepMs)
    {
        client.driver.checkMayWait();
        checkLongest(keepMs);
        final boolean isLate = overdueNs() >= 0;
        if (!side.hold.tryEnd(term, isLate ? Hold.LATE : Hold.GIVEN))
        {
            return outcomeOfEnded(term, Outcome.EXPIRED);
        }

        final boolean isAwaited = side.releaseCommand.tryBegin(null);
        final Outcome ofNone = isLate ? Outcome.EXPIRED : Outcome.UNKNOWN;
        side.submitRelease(term, keepMs, isAwaited);

        return isAwaited ? await(side.releaseCommand, Outcome.RELEASED, ofNone) : ofNone;
    }

    /**
     * Releases a term without waiting; the listener and the metrics get the outcome.
     *
     * @param term that the caller believes to hold.
     * @return STARTED, or why there was nothing to release.
     */
    public Outcome releaseAsync(final long term)
    {
        client.driver.checkMayCall();
        if (!side.hold.tryEnd(term, overdueNs() >= 0 ? Hold.LATE : Hold.GIVEN))
        {
            return outcomeOfEnded(term, Outcome.EXPIRED);
        }
        side.submitRelease(term, 0, false);

        return Outcome.STARTED;
    }

    private Outcome await(final Call call, final Outcome ofSuccess, final Outcome ofNone)
    {
        final long deadlineNs = client.clock.nanoTime() + client.settings().callTimeoutNs(1);
        final boolean isLeft =
            client.driver.await(call, false, deadlineNs) == Call.Wait.LATE && tryLeave(call);

        if (isLeft)
        {
            return client.fault() != null && ofNone == Outcome.INCONCLUSIVE ? Outcome.CLOSED : ofNone;
        }

        final long code = call.take();

        return code > 0 ? ofSuccess : Outcome.of(code);
    }

    private Outcome outcomeOfEnded(final long term, final Outcome ofLost)
    {
        if (side.hold.is(term, Hold.CLOSED))
        {
            return Outcome.CLOSED;
        }

        return side.hold.wasLost(term) ? ofLost : Outcome.STALE_TERM;
    }

    /**
     * The present term, as far as this handle was told.
     *
     * @return its stamp, or 0 if there is none; its validity may be over.
     */
    public long term()
    {
        return side.hold.term();
    }

    /**
     * Validity that is left, from a fresh reading of the clock. Any thread; never blocks or allocates.
     *
     * @param term of interest.
     * @return nanoseconds; 0 when the term is not held any more.
     */
    public long remainingNs(final long term)
    {
        return side.hold.remainingNs(term, leaseClock);
    }

    /**
     * How long the validity of the latest term has been over, however that term ended; by a fresh reading of
     * the clock.
     *
     * @return nanoseconds; negative before.
     */
    public long overdueNs()
    {
        return side.hold.overdueNs(leaseClock);
    }

    /**
     * Any thread: a reading of the client's monotonic clock, which no step of a wall clock moves.
     *
     * @return nanoseconds since an instant of its own.
     */
    public long nanoTime()
    {
        return client.clock.nanoTime();
    }

    /**
     * Any thread: the fencing token of a term.
     *
     * @param term of interest.
     * @return 0 if it is not the latest one, or the handle is not fenced.
     */
    public long fencingToken(final long term)
    {
        return side.hold.fencingToken(term);
    }

    /**
     * Any thread: the tag of a term; allocates.
     *
     * @param term of interest.
     * @return null if it is not the latest one.
     */
    public @Nullable String tag(final long term)
    {
        return side.hold.tag(term);
    }

    /**
     * Any thread: how many votes carry a term to its deadline. Never blocks or allocates.
     *
     * @param term of interest.
     * @return 0 if it is not held any more.
     */
    public int grants(final long term)
    {
        return side.hold.grants(term, leaseClock);
    }

    /**
     * Whether the caller of the latest acquisition has left, and the engine has not dealt with that yet.
     *
     * @return true while what the claim says belongs to the engine alone.
     */
    public boolean isLeft()
    {
        return side.acquireCommand.isLeft();
    }

    /**
     * The claim behind this handle; its explanations are valid between two acquisitions.
     *
     * @return the claim.
     */
    public Claim claim()
    {
        return side.claim;
    }

    /**
     * Name of the key for people.
     *
     * @return the name.
     */
    public String name()
    {
        return side.name;
    }

    /**
     * The key for people.
     *
     * @return as callers name it, and as the nodes have it.
     */
    public String shownName()
    {
        return client.shown(side.name);
    }

    /**
     * Has an answer given later, for which there is no memory now. Any thread.
     *
     * @param answer that is in no list.
     */
    public void answerLater(final LateAnswers.Answer answer)
    {
        client.agent.lateAnswers().add(answer);
    }

    /**
     * Has a term belong to the present thread, which alone will release it.
     *
     * @param term that this handle has won.
     */
    public void bindToThread(final long term)
    {
        if (side.hold.term() == term)
        {
            side.hold.bind(term);
            line.win(side.hold, term);
        }
    }

    /**
     * Has the latest term belong to no thread.
     */
    public void unbindFromThread()
    {
        side.hold.unbind();
    }

    /**
     * Whether the present thread would wait for itself: a lock of this key is bound to it.
     *
     * @return false if it holds none, or another thread may release it.
     */
    public boolean isBoundToThisThread()
    {
        final Hold hold = line.ofThisThread(leaseClock);

        return hold != null && hold.isBoundToThisThread();
    }

    /**
     * How long the present thread goes on holding the lock of this key, if it has won it, by any handle.
     *
     * @return nanoseconds; 0 if it does not hold it.
     */
    public long heldByThisThreadNs()
    {
        final Hold hold = line.ofThisThread(leaseClock);

        return hold == null ? 0 : hold.remainingNs(hold.term(), leaseClock);
    }

    /**
     * Whether the present thread may wait for an outcome.
     *
     * @return false in a callback of the engine.
     */
    public boolean mayWait()
    {
        return client.driver.mayWait();
    }

    /**
     * Ends the use of this handle: what it is waiting for is cancelled, what it holds is released, without
     * waiting.
     */
    @Override
    public void close()
    {
        client.driver.checkMayCall();
        if (side.close())
        {
            try
            {
                cancel();
            }
            finally
            {
                releaseAsync(side.hold.term());
                client.leave(line);
            }
        }
    }

    @Override
    public String toString()
    {
        final long term = side.hold.term();

        return "lock " + shownName() + ", " +
            (term == 0 ? "not held" : "term " + term + " held for " + remainingNs(term) / 1_000_000 +
                " ms more");
    }
}
