// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.Redlock;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Secrets;
import dev.redlock.cli.output.Prose;
import dev.redlock.cli.output.StandardStreams;
import dev.redlock.cli.run.process.Census;
import dev.redlock.cli.run.process.ControlGroup;
import dev.redlock.cli.run.process.Foreground;
import dev.redlock.cli.run.process.Launch;
import dev.redlock.cli.run.process.Mark;
import dev.redlock.cli.run.process.ProcessTree;
import dev.redlock.cli.run.process.Program;
import dev.redlock.cli.run.process.Search;
import dev.redlock.cli.run.process.Signal;
import dev.redlock.cli.run.process.SignalTraps;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.text.Printable;

/**
 * One command under one lock, from the acquisition to the release. Made for one use.
 */
final class GuardedRun implements LockListener
{
    private static final long LOOK_NS = 20_000_000L;

    private final Redlock redlock;
    private final RunSettings settings;
    private final Patience patience;
    private final LockHandle handle;
    private final Thread waiter = Thread.currentThread();
    private final boolean isVerbose;
    private final Mark mark = new Mark();
    private final ControlGroup group;

    private volatile ProcessTree tree;
    private Process process;
    private Signal signalBeforeStart;
    private volatile long heldSinceNs;
    private volatile LeaseWatch watch;
    private volatile LostReason lostReason;
    private volatile Attempt lastAttempt;

    /**
     * A run that has not begun.
     *
     * @param redlock   the client.
     * @param settings  what to run and how to lock.
     * @param patience  how long to wait for the lock.
     * @param isVerbose whether to tell of what goes well, too.
     */
    GuardedRun(final Redlock redlock, final RunSettings settings, final Patience patience,
        final boolean isVerbose)
    {
        this.redlock = redlock;
        this.settings = settings;
        this.patience = patience;
        this.isVerbose = isVerbose;
        handle = redlock.handle(settings.key(), settings.lockOptions(), this);
        group = settings.isGrouped() ? ControlGroup.make() : ControlGroup.none();
    }

    /**
     * Acquires, runs, releases.
     *
     * @return the exit status of this process.
     */
    int call()
    {
        try
        {
            return run();
        }
        finally
        {
            group.remove();
        }
    }

    private int run()
    {
        for (final Signal signal : Signal.values())
        {
            SignalTraps.set(signal.name(), (name) -> onSignal(signal));
        }
        if (isVerbose)
        {
            say("acquiring lock '" + settings.key() + "', waiting for at most " +
                Prose.duration(patience.length()));
        }
        final long term;
        final WaitNews news = WaitNews.start(redlock, patience, () -> lastAttempt);
        try
        {
            term = handle.acquire(patience.left());
        }
        catch (final InterruptedException ignored)
        {
            return statusBeforeStart();
        }
        finally
        {
            news.close();
        }
        if (term < 0)
        {
            throw new DeadEnd(ExitStatus.NOT_OBTAINED, NotObtained.describe(
                settings.key(), failedBy(Outcome.of(term)), redlock.nodes(), patience.length(),
                Instant.now()));
        }

        final long acquiredNs = System.nanoTime();
        if (!start(term, acquiredNs))
        {
            handle.release(term);

            return statusBeforeStart();
        }
        try
        {
            return guard(term);
        }
        catch (final Throwable ex)
        {
            // Whatever it is, nobody will look after the command.
            tree.kill();
            throw ex;
        }
    }

    /*
     * Where the time is over, the attempt that it broke off says nothing, or less than the one before it.
     */
    private Attempt failedBy(final Outcome outcome)
    {
        final Attempt last = lastAttempt;

        return outcome == Outcome.TIMED_OUT && last != null ? last : new Attempt(outcome, handle.votes());
    }

    private synchronized int statusBeforeStart()
    {
        return signalBeforeStart.status();
    }

    private synchronized boolean start(final long term, final long acquiredNs)
    {
        if (signalBeforeStart != null)
        {
            return false;
        }

        if (!handle.isHeld(term))
        {
            throw new DeadEnd(ExitStatus.LOST,
                "lock '" + settings.key() + "' was lost before the command could be started; it was not");
        }

        final ProcessBuilder builder = new ProcessBuilder(settings.command());
        StandardStreams.inherit(builder);
        mark.put(builder.environment());
        if (!settings.hasNodes())
        {
            builder.environment().remove(CommonOptions.ENVIRONMENT);
        }
        builder.environment().put("REDLOCK_KEY", settings.key());
        // Of a lock around this one, perhaps; the resource must not take it for ours.
        builder.environment().remove("REDLOCK_FENCING_TOKEN");
        if (settings.isFenced())
        {
            builder.environment().put("REDLOCK_FENCING_TOKEN", Long.toString(handle.fencingToken(term)));
        }
        try
        {
            final Census census = new Census(new Search(mark));
            census.start();
            final Launch.Started started = Launch.JDK.startOrKill(builder, census, group);
            process = started.process();
            tree = started.tree();
            startWatch(term, acquiredNs);

            return true;
        }
        catch (final IOException ex)
        {
            handle.release(term);
            throw new DeadEnd(Program.statusOf(ex),
                "the command could not be started, and the lock was released: " + ex.getMessage());
        }
        catch (final OutOfMemoryError ex)
        {
            handle.release(term);
            throw new DeadEnd(ExitStatus.NOT_EXECUTABLE, "the command was not started, or was killed at " +
                "once, as the machine has no thread or memory left, and the lock was released: " +
                ex.getMessage());
        }
    }

    private void startWatch(final long term, final long acquiredNs)
    {
        final LeaseWatch newWatch = new LeaseWatch(
            () -> handle.remainingNs(term), settings.grace().toNanos(), tree, this::onEnding);
        heldSinceNs = acquiredNs;
        watch = newWatch;
        try
        {
            newWatch.start();
        }
        catch (final Throwable ex)
        {
            // Whatever it is, nobody will look after the command.
            tree.kill();
            throw ex;
        }
    }

    private int guard(final long term)
    {
        final LeaseWatch newWatch = watch;
        final int status = await(newWatch);
        final boolean wasHeld = handle.isHeld(term);
        final boolean wasEnded = newWatch.end();
        final boolean isHeld = handle.isHeld(term);
        final Outcome released = handle.release(term);
        if (wasEnded || !wasHeld)
        {
            say(loss(isHeld, newWatch.isAnyLeft() ? "was killed, but not all that it has started " +
                "could be: look for processes of it" : newWatch.hasKilled() ? "was killed" :
                wasEnded ? "was made to end" : "had ended by itself"));

            return ExitStatus.LOST;
        }
        if (released == Outcome.EXPIRED && isHeld)
        {
            say("lock '" + settings.key() + "' was lost while the command ran: too few nodes still had its " +
                "key; the command has ended with status " + status);

            return ExitStatus.LOST;
        }
        if (released != Outcome.RELEASED)
        {
            say("the release of lock '" + settings.key() + "' was not confirmed by a quorum of the " +
                "nodes (" + released + "); it ends with its time to live, " + Prose.duration(settings.ttl()));
        }

        return status;
    }

    /*
     * What the command leaves running when it ends works without the lock. But a shell that dies of a signal
     * has left its work to do so only because it had no answer: so the work gets the signal, too, and the
     * lock is kept until it has ended.
     */
    private int await(final LeaseWatch newWatch)
    {
        final int status = awaitCommand();
        if (tree.hasDiedOfSignal(status) && !tree.isGone())
        {
            tree.passOn();
            while (newWatch.isAlive() && !tree.isGone())
            {
                LockSupport.parkNanos(LOOK_NS);
            }
        }

        return status;
    }

    private int awaitCommand()
    {
        while (true)
        {
            try
            {
                return process.waitFor();
            }
            catch (final InterruptedException ignored)
            {
                // Of a signal that came while the lock was being acquired; it was seen before the start.
                Thread.interrupted();
            }
        }
    }

    /*
     * The terminal sends its interrupt to all of its foreground. A second copy from us would break off the
     * cleaning up that the first one began. It may have come before there was a command to reach, though.
     */
    private void onSignal(final Signal signal)
    {
        final boolean isEarly = tree == null && ProcessHandle.current().children().findAny().isEmpty();
        synchronized (this)
        {
            if (tree == null)
            {
                signalBeforeStart = signal;
                waiter.interrupt();
            }
            else if (signal == Signal.INT && !isEarly && Foreground.isSharedWith(process.pid()))
            {
                tree.note(signal);
            }
            else
            {
                tree.signal(signal);
            }
        }
    }

    @Override
    public void onAttemptLost(final LockHandle ignored, final Outcome outcome)
    {
        lastAttempt = new Attempt(outcome, handle.votes());
    }

    @Override
    public void onLost(final LockHandle ignored, final long term, final LostReason reason)
    {
        lostReason = reason;
        final LeaseWatch toWake = watch;
        if (toWake != null)
        {
            toWake.lookAgain();
        }
    }

    private void onEnding(final long leftNs)
    {
        final long reachNs = System.nanoTime() - heldSinceNs + leftNs;
        final String why = settings.isAtLimit(reachNs) ?
            "reaches its maximum hold of " + Prose.duration(settings.maxHold()) + " (--max-hold)" :
            "cannot be extended" + troubles();
        say("lock '" + settings.key() + "' " + why + "; the command was asked to end, and is killed in " +
            Prose.time(leftNs));
    }

    /*
     * The validity ends by the clock, a moment before the engine notices and gives a reason.
     */
    private String loss(final boolean isHeld, final String end)
    {
        final String lock = "lock '" + settings.key() + "' ";
        final LostReason reason = lostReason;
        if (isHeld)
        {
            return "the command has ended, and " + lock + "was still valid";
        }

        return lock + "was lost: " +
            (reason == LostReason.REFUSED ?
            "too few nodes still have it, because they have restarted or somebody has deleted it" :
            reason == LostReason.MAX_HOLD_REACHED ? "its maximum hold is over" : "its validity is over") +
            "; the command " + end;
    }

    private String troubles()
    {
        final List<String> troubles = redlock.nodes().stream()
            .filter((node) -> node.state() != NodeStatus.State.UP)
            .map((node) -> node.node() + " " + node.state()).collect(Collectors.toList());

        return troubles.isEmpty() ? "" : " (" + String.join(", ", troubles) + ")";
    }

    private static void say(final String message)
    {
        System.err.println("redlock: " + Printable.of(Secrets.hide(message)));
    }
}
