// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import dev.redlock.engine.Engine;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.port.ClaimListener;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.news.HandleListener;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Fields;
import dev.redlock.runtime.threads.BusyHandles;

/**
 * The engine's side of a handle: its claim, its hold, and the commands that ask for something. Keeps what
 * the engine still owes, publishes what happened, and tells the application. Engine thread, unless it says
 * otherwise.
 *
 * @param <H> what the application knows as the handle.
 */
final class EngineSide<H> extends BusyHandles.Busy implements ClaimListener
{
    private static final VarHandle IS_CLOSED = Fields.of(MethodHandles.lookup(), "isClosed", boolean.class);
    private static final VarHandle EXTEND_COMMAND =
        Fields.of(MethodHandles.lookup(), "extendCommand", HandleCommands.Extend.class);

    final String name;
    final Claim claim;
    final Hold hold = new Hold();
    final HandleCommands.Acquire acquireCommand = new HandleCommands.Acquire(this);
    final HandleCommands.Release releaseCommand = new HandleCommands.Release(this);

    private final H handle;
    private final HandleListener<? super H> listener;
    private final Client client;
    private volatile boolean isClosed;

    /*
     * Made when the application first extends; most leases are extended automatically or never.
     */
    private volatile HandleCommands.Extend extendCommand;

    /*
     * What the engine has taken and not answered yet, at most one call of each kind; the release command
     * knows that of its own. As soon as the engine owes an answer, or keeps the term, the handle is among the
     * busy ones. What is still on its way to the engine is not in here: the inbox answers for that.
     */
    private boolean isAcquiring;
    private boolean isExtending;
    private long acquireFromNs;

    EngineSide(final Client client, final Keys.Line line, final String name, final ClaimOptions options,
        final H handle, final HandleListener<? super H> listener)
    {
        this.name = name;
        this.handle = handle;
        this.listener = listener;
        this.client = client;
        claim = new Claim(client.engine(), line.key, line, options, this);
    }

    /**
     * Any thread.
     */
    HandleCommands.Extend extendCommand()
    {
        if (extendCommand == null)
        {
            EXTEND_COMMAND.compareAndSet(this, null, new HandleCommands.Extend(this));
        }

        return extendCommand;
    }

    /**
     * Any thread.
     */
    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Any thread: the application closes the handle.
     *
     * @return false if it has done so before.
     */
    boolean close()
    {
        return IS_CLOSED.compareAndSet(this, false, true);
    }

    /**
     * Any thread: hands a release over, for a term that the caller has ended. The command is on its way at
     * most once, except when its lease was lost before the engine has taken it, and another thread has
     * acquired and is releasing again: then a spare one goes.
     *
     * @param keepMs    how long the nodes are to keep the key, in milliseconds; 0 for not at all.
     * @param isAwaited whether the caller waits for the call of the release command.
     */
    void submitRelease(final long term, final long keepMs, final boolean isAwaited)
    {
        HandleCommands.Release command = releaseCommand;
        if (!command.tryPrepare(term, keepMs, isAwaited))
        {
            command = new HandleCommands.Release(this);
            command.tryPrepare(term, keepMs, isAwaited);
        }
        client.driver.submit(command);
    }

    void acquire(final Engine engine, final long waitNs, final long nowNs)
    {
        assert !isAcquiring : "one acquisition at a time: begin its call before submitting it";

        isAcquiring = true;
        acquireFromNs = nowNs;
        update();
        engine.acquire(claim, waitNs, nowNs);
    }

    void extend(final Engine engine, final long term, final long ttlMs, final long nowNs)
    {
        assert !isExtending : "one extension at a time: begin its call before submitting it";

        isExtending = true;
        update();
        engine.extend(claim, term, ttlMs, nowNs);
    }

    void release(
        final Engine engine, final long term, final long keepMs, final boolean isAwaited, final long nowNs)
    {
        if (hold.is(term, Hold.CLOSED))
        {
            if (isAwaited)
            {
                end(releaseCommand, Outcome.UNKNOWN);
            }

            return;
        }

        if (isAwaited)
        {
            assert releaseCommand.awaitedTerm == 0 : "one caller waits for a release: begin its call";

            releaseCommand.awaitedTerm = term;
        }
        if (hold.is(term, Hold.LATE))
        {
            engine.lapse(claim, term, nowNs);
        }
        final boolean isUnwanted = hold.is(term, Hold.UNWANTED);
        hold.take(term);
        update();
        if (isUnwanted)
        {
            engine.disown(claim, term, nowNs);
        }
        else
        {
            engine.release(claim, term, keepMs, nowNs);
        }
    }

    @Override
    protected boolean isKeeping()
    {
        return hold.isKept();
    }

    @Override
    protected String shownKey()
    {
        return client.shown(name);
    }

    @Override
    protected void shed(final Engine engine, final long nowNs)
    {
        final boolean isUnwanted = hold.is(hold.latest(), Hold.UNWANTED);
        endTerm(LostReason.CLOSED);
        if (isUnwanted)
        {
            engine.disown(claim, hold.latest(), nowNs);
        }
        else
        {
            engine.shed(claim, nowNs);
        }
    }

    @Override
    protected void abandon(final LostReason reason)
    {
        endTerm(reason);
        if (isAcquiring)
        {
            onDenied(Outcome.CLOSED);
        }
        if (isExtending)
        {
            onExtended(extendCommand.term, Outcome.CLOSED);
        }
        if (releaseCommand.awaitedTerm != 0)
        {
            onReleased(releaseCommand.awaitedTerm, Outcome.UNKNOWN);
        }
    }

    /*
     * The lease that the engine keeps ends with the client. Its loss comes before other answers.
     */
    private void endTerm(final LostReason reason)
    {
        final LostReason toTell = hold.close(reason);
        update();
        if (toTell != null)
        {
            tellLost(hold.latest(), toTell);
        }
    }

    /*
     * A handle that was closed between the question and the answer: either we see that it is closed, or the
     * closing thread sees the term.
     */
    @Override
    public void onAcquired(final long term, final long validUntilNs)
    {
        assert isAcquiring : "a lock that nobody asked for: an acquisition is answered once";

        isAcquiring = false;
        hold.begin(term, validUntilNs, claim.grants(), claim.fencingToken(), claim.ownerToken());
        update();
        if (!complete(acquireCommand, term))
        {
            if (hold.tryEnd(term, Hold.UNWANTED))
            {
                submitRelease(term, 0, false);
            }
            tellDenied(Outcome.CANCELLED);

            return;
        }

        client.events.onAcquired(name, term, acquireFromNs, validUntilNs, claim);
        try
        {
            listener.onAcquired(handle, term);
        }
        catch (final Throwable ex)
        {
            client.events.onCallbackError(ex);
        }
        if (isClosed && hold.tryEnd(term, Hold.GIVEN))
        {
            submitRelease(term, 0, false);
        }
    }

    @Override
    public void onAttemptLost(final Outcome outcome, final long roundNs)
    {
        client.events.onAttemptLost(name, outcome, roundNs, claim);
        try
        {
            listener.onAttemptLost(handle, outcome);
        }
        catch (final Throwable ex)
        {
            client.events.onCallbackError(ex);
        }
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        isAcquiring = false;
        update();
        tellDenied(outcome);
    }

    @Override
    public void onValidity(final long term, final long validUntilNs)
    {
        hold.move(validUntilNs);
    }

    @Override
    public void onGrants(final int grants)
    {
        hold.carry(grants);
    }

    @Override
    public void onExtended(final long term, final Outcome outcome)
    {
        isExtending = false;
        update();
        tellExtended(term, outcome);
    }

    @Override
    public void onReleased(final long term, final Outcome outcome)
    {
        final boolean isAwaited = releaseCommand.awaitedTerm == term;
        if (isAwaited)
        {
            releaseCommand.awaitedTerm = 0;
            update();
        }
        tellReleased(term, isAwaited, outcome);
    }

    @Override
    public void onLost(final long term, final LostReason reason)
    {
        final boolean isToTell = hold.lose(term);
        update();
        if (isToTell)
        {
            tellLost(term, reason);
            hold.told(term);
        }
    }

    private void update()
    {
        final boolean isBusyNow =
            isAcquiring || isExtending || releaseCommand.awaitedTerm != 0 || hold.isKept();
        if (isBusyNow && !isBusy())
        {
            client.agent.busyHandles().add(this);
        }
        else if (!isBusyNow && isBusy())
        {
            client.agent.busyHandles().remove(this);
        }
    }

    /**
     * This and its sisters: also any thread, for a command that the engine never took.
     */
    void tellDenied(final Outcome outcome)
    {
        end(acquireCommand, outcome);
        try
        {
            listener.onDenied(handle, outcome);
        }
        catch (final Throwable ex)
        {
            client.events.onCallbackError(ex);
        }
    }

    void tellExtended(final long term, final Outcome outcome)
    {
        end(extendCommand, outcome);
        try
        {
            listener.onExtended(handle, term, outcome);
        }
        catch (final Throwable ex)
        {
            client.events.onCallbackError(ex);
        }
    }

    void tellReleased(final long term, final boolean isAwaited, final Outcome outcome)
    {
        if (isAwaited)
        {
            end(releaseCommand, outcome);
        }
        try
        {
            listener.onReleased(handle, term, outcome);
        }
        catch (final Throwable ex)
        {
            client.events.onCallbackError(ex);
        }
    }

    private void tellLost(final long term, final LostReason reason)
    {
        try
        {
            listener.onLost(handle, term, reason);
        }
        catch (final Throwable ex)
        {
            client.events.onCallbackError(ex);
        }
        client.events.onLeaseLost(name, term, reason);
    }

    private void end(final Call call, final Outcome outcome)
    {
        if (!complete(call, outcome.code()))
        {
            call.letGo();
        }
    }

    private boolean complete(final Call call, final long result)
    {
        // Here, too: below it would pass for an exception of the application.
        assert call.isOwed() : "a call has one result: begin it before, complete it once";

        boolean isTaken = true;
        try
        {
            isTaken = call.complete(result);
        }
        catch (final Throwable ex)
        {
            client.events.onCallbackError(ex);
        }

        return isTaken;
    }
}
