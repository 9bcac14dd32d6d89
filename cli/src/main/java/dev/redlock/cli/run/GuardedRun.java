// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.Redlock;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Failure;
import dev.redlock.cli.common.Secrets;
import dev.redlock.cli.common.Texts;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.Printable;

/**
 * One command under one lock, from the acquisition to the release. Made for one use.
 */
final class GuardedRun implements LockListener
{
    private static final Map<String, Integer> SIGNALS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private final Redlock redlock;
    private final RunSettings settings;
    private final LockHandle handle;
    private final Thread waiter = Thread.currentThread();
    private final boolean isInterruptedByTerminal;
    private final boolean isVerbose;

    private ProcessTree tree;
    private int signalBeforeStart;
    private int interrupts;
    private volatile long heldSinceNs;
    private volatile LeaseWatch watch;
    private volatile LostReason lostReason;

    /**
     * A run that has not begun.
     *
     * @param redlock                 the client.
     * @param settings                what to run and how to lock.
     * @param isInterruptedByTerminal whether an interrupt from the keyboard reaches the command directly.
     * @param isVerbose               whether to tell of what goes well, too.
     */
    GuardedRun(final Redlock redlock, final RunSettings settings, final boolean isInterruptedByTerminal,
        final boolean isVerbose)
    {
        this.isVerbose = isVerbose;
        this.redlock = redlock;
        this.settings = settings;
        this.isInterruptedByTerminal = isInterruptedByTerminal;
        handle = redlock.handle(settings.key(), settings.lockOptions(), this);
    }

    /**
     * Acquires, runs, releases.
     *
     * @return the exit status of this process.
     */
    int call()
    {
        SIGNALS.keySet().forEach((name) -> SignalTraps.set(name, this::onSignal));
        if (isVerbose)
        {
            say("acquiring lock '" + settings.key() + "', waiting for at most " +
                Texts.duration(settings.patience()));
        }
        final long term;
        try
        {
            term = handle.acquire(settings.patience());
        }
        catch (final InterruptedException ignored)
        {
            return ExitStatus.SIGNAL_BASE + signalBeforeStart();
        }
        if (term < 0)
        {
            throw new Failure(ExitStatus.NOT_OBTAINED, NotObtained.describe(
                settings.key(), Outcome.of(term), handle.votes(), redlock.nodes(), settings.patience()));
        }

        final long acquiredNs = System.nanoTime();
        final Process process = start(term);
        if (process == null)
        {
            handle.release(term);

            return ExitStatus.SIGNAL_BASE + signalBeforeStart();
        }

        return guard(process, term, acquiredNs);
    }

    private synchronized int signalBeforeStart()
    {
        return signalBeforeStart;
    }

    private synchronized Process start(final long term)
    {
        if (signalBeforeStart != 0)
        {
            return null;
        }

        if (!handle.isHeld(term))
        {
            throw new Failure(ExitStatus.LOST,
                "lock '" + settings.key() + "' was lost before the command could be started; it was not");
        }

        final ProcessBuilder builder = new ProcessBuilder(settings.command()).inheritIO();
        builder.environment().put("REDLOCK_KEY", settings.key());
        // Of a lock around this one, perhaps; the resource must not take it for ours.
        builder.environment().remove("REDLOCK_FENCING_TOKEN");
        if (settings.isFenced())
        {
            builder.environment().put("REDLOCK_FENCING_TOKEN", Long.toString(handle.fencingToken(term)));
        }
        try
        {
            final Process process = builder.start();
            tree = new ProcessTree(process.toHandle());

            return process;
        }
        catch (final IOException ex)
        {
            handle.release(term);
            final boolean isMissing = String.valueOf(ex.getMessage()).contains("error=2,");
            throw new Failure(isMissing ? ExitStatus.NOT_FOUND : ExitStatus.NOT_EXECUTABLE,
                "the command could not be started, and the lock was released: " + ex.getMessage());
        }
    }

    private int guard(final Process process, final long term, final long acquiredNs)
    {
        final LeaseWatch newWatch = new LeaseWatch(
            () -> handle.remainingNs(term), settings.grace().toNanos(), tree, this::onEnding);
        heldSinceNs = acquiredNs;
        watch = newWatch;
        newWatch.start();

        final int status = await(process);
        final boolean wasHeld = handle.isHeld(term);
        final boolean wasEnded = newWatch.end();
        final boolean isHeld = handle.isHeld(term);
        final Outcome released = handle.release(term);
        if (wasEnded || !wasHeld)
        {
            say(loss(isHeld, wasEnded));

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
                "nodes (" + released + "); it ends with its time to live, " + Texts.duration(settings.ttl()));
        }

        return status;
    }

    private static int await(final Process process)
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

    private synchronized void onSignal(final String name)
    {
        if (tree == null)
        {
            signalBeforeStart = SIGNALS.get(name);
            waiter.interrupt();

            return;
        }

        /*
         * The terminal sends its interrupt to all of its foreground, the command included. A second copy from
         * us would break off the cleaning up that the first one began.
         */
        if ("INT".equals(name) && isInterruptedByTerminal && interrupts++ == 0)
        {
            return;
        }
        tree.signal(name);
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
            "reaches its maximum hold of " + Texts.duration(settings.maxHold()) + " (--max-hold)" :
            "cannot be extended" + troubles();
        say("lock '" + settings.key() + "' " + why + "; asked the command to end, which is killed in " +
            Texts.time(leftNs));
    }

    /*
     * The validity ends by the clock, a moment before the engine notices and gives a reason.
     */
    private String loss(final boolean isHeld, final boolean wasEnded)
    {
        final String lock = "lock '" + settings.key() + "' ";
        final LostReason reason = lostReason;
        if (isHeld)
        {
            return "the command has ended, and " + lock + "was still valid";
        }

        return lock + "was lost: " +
            (reason == LostReason.REFUSED ?
            "too few nodes have it still, because they have restarted or somebody has deleted it" :
            reason == LostReason.MAX_HOLD_REACHED ? "its maximum hold is over" : "its validity is over") +
            (wasEnded ? "; the command was made to end" : "; the command had ended by itself");
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
