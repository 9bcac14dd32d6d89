// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

import dev.redlock.cli.run.process.ProcessTree;
import dev.redlock.cli.run.process.Signal;

/**
 * Sees to it that no process of a tree works without the lock: when the lease runs out it asks the command to
 * end, and at the deadline it kills the tree. It waits for nothing else, and tells of it afterwards.
 */
final class LeaseWatch extends Thread
{
    /*
     * All decisions come from the validity that is left, read anew after every sleep. After too long
     * a sleep, because the machine or this process stood still, nothing is left, and it kills at once.
     *
     * Once the command was asked to end, the deadline of that moment stands: an extension that succeeds after
     * all cannot call back a process that is winding up.
     */
    private static final long WINDING_UP_LOOK_NS = 20_000_000L;

    private final LongSupplier remainingNs;
    private final long graceNs;
    private final ProcessTree tree;
    private final LongConsumer listener;
    private volatile boolean isOver;
    private volatile boolean hasActed;
    private volatile boolean hasKilled;
    private volatile boolean isAnyLeft;

    /**
     * A watch that is not yet kept.
     *
     * @param remainingNs validity left, by a fresh look at the clock; 0 or less when the lock is lost.
     * @param graceNs     so long before the deadline the command is asked to end.
     * @param tree        to end.
     * @param listener    is told the time left when the command was asked to end; must not wait.
     */
    LeaseWatch(final LongSupplier remainingNs, final long graceNs, final ProcessTree tree,
        final LongConsumer listener)
    {
        super("lease-watch");
        setDaemon(true);
        this.remainingNs = remainingNs;
        this.graceNs = graceNs;
        this.tree = tree;
        this.listener = listener;
    }

    @Override
    public void run()
    {
        try
        {
            watch();
        }
        catch (final Throwable ex)
        {
            // Without a watch no process may work. What it is comes second.
            kill();
            throw ex;
        }
    }

    private void watch()
    {
        while (!isOver)
        {
            final long leftNs = remainingNs.getAsLong();
            if (leftNs <= 0)
            {
                kill();

                return;
            }
            if (leftNs <= graceNs)
            {
                final long deadlineNs = System.nanoTime() + leftNs;
                hasActed = true;
                tree.signal(Signal.TERM);
                listener.accept(leftNs);
                windUp(deadlineNs);

                return;
            }
            LockSupport.parkNanos(this, leftNs - graceNs);
        }
    }

    /*
     * Those that are no descendants are looked for now and at each half of the time left: rarely, and yet
     * they are known when there is no time to look.
     */
    private void windUp(final long deadlineNs)
    {
        long lookAtNs = Long.MAX_VALUE;
        while (true)
        {
            final long leftNs = Math.min(deadlineNs - System.nanoTime(), remainingNs.getAsLong());
            if (leftNs <= 0)
            {
                kill();

                return;
            }
            if (tree.isGone())
            {
                return;
            }
            if (leftNs <= lookAtNs)
            {
                tree.look();
                lookAtNs = leftNs / 2;
            }
            LockSupport.parkNanos(this, Math.min(leftNs, WINDING_UP_LOOK_NS));
        }
    }

    private void kill()
    {
        hasActed = true;
        hasKilled = true;
        isAnyLeft = !tree.kill();
    }

    /**
     * Whether some of the tree may have outlived the killing.
     */
    boolean isAnyLeft()
    {
        return isAnyLeft;
    }

    /**
     * Whether the tree, or what was left of it, had to be killed.
     */
    boolean hasKilled()
    {
        return hasKilled;
    }

    /**
     * Look again now: the lease has changed.
     */
    void lookAgain()
    {
        LockSupport.unpark(this);
    }

    /**
     * Ends the watch, when the process has ended. If the tree is winding up, waits for that, which the
     * deadline bounds.
     *
     * @return true if the watch ended the tree, or began to.
     */
    boolean end()
    {
        isOver = true;
        lookAgain();
        boolean wasInterrupted = false;
        while (isAlive())
        {
            try
            {
                join();
            }
            catch (final InterruptedException ignored)
            {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted)
        {
            Thread.currentThread().interrupt();
        }

        return hasActed;
    }
}
