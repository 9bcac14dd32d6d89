// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks among all processes of the machine for those of a command, on a daemon thread of its own and only
 * when asked.
 * <p>
 * <b>Threads:</b> any; whoever asks waits no longer than it says.
 */
public final class Census extends Thread
{
    /*
     * It takes as long as there are processes, and may stand still at one whose memory the kernel has locked:
     * nobody who has to kill may wait for it. It is started before the command, as later the machine may have
     * no thread left. A count that broke off has found everybody that it met, but not nobody.
     *
     * A process that cannot die, because it hangs in the kernel, cannot work either: nobody waits for it
     * longer than the time to kill.
     */
    private static final long KILL_WITHIN_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long ROUND_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int QUIET_LOOKS = 3;

    private final Source source;
    private final Set<ProcessHandle> found = ConcurrentHashMap.newKeySet();
    private volatile boolean isToKill;
    private long asked;
    private long counted;
    private long foundNobody;

    /**
     * A census that has not begun.
     *
     * @param source finds them.
     */
    public Census(final Source source)
    {
        super("process-census");
        setDaemon(true);
        this.source = source;
    }

    @Override
    public void run()
    {
        try
        {
            while (true)
            {
                final long began = awaitQuestion();
                final boolean isNobody = isToKill ? hunt() : count(true);
                synchronized (this)
                {
                    counted = began;
                    foundNobody = isNobody ? began : foundNobody;
                    notifyAll();
                }
            }
        }
        catch (final InterruptedException ignored)
        {
            // Nobody does that.
        }
    }

    private synchronized long awaitQuestion() throws InterruptedException
    {
        while (asked == counted)
        {
            wait();
        }

        return asked;
    }

    /*
     * One look that finds nobody says little of work that is handed from process to process. So it takes some
     * in a row that are quick, and sure, before the full one that ends the hunt.
     */
    private boolean hunt()
    {
        final long startNs = System.nanoTime();
        int quiet = 0;
        while (System.nanoTime() - startNs < KILL_WITHIN_NS)
        {
            quiet = count(false) ? quiet + 1 : 0;
            if (quiet >= QUIET_LOOKS)
            {
                if (count(true))
                {
                    return true;
                }
                quiet = 0;
            }
        }

        return false;
    }

    private boolean count(final boolean isFull)
    {
        final int[] count = new int[1];
        try
        {
            final boolean isSure = source.look(isFull, (process) ->
            {
                count[0]++;
                found.add(process);
                if (isToKill)
                {
                    Family.kill(List.of(process));
                }
            });
            found.removeIf((process) -> !process.isAlive());

            return count[0] == 0 && (isSure || isFull);
        }
        catch (final Throwable ignored)
        {
            // No memory, perhaps. The next count may have more luck, and whoever waits has a deadline.
            return false;
        }
    }

    /**
     * Asks for a count that begins now or later; does not wait for it.
     *
     * @return its number.
     */
    public synchronized long ask()
    {
        notifyAll();

        return ++asked;
    }

    /**
     * Waits until a count is over.
     *
     * @param number   of the count.
     * @param withinNs for so long at most. An interrupt does not end it.
     * @return whether it is over.
     */
    public synchronized boolean await(final long number, final long withinNs)
    {
        final long startNs = System.nanoTime();
        boolean wasInterrupted = false;
        for (long leftNs = withinNs; counted < number && leftNs > 0;
            leftNs = withinNs - (System.nanoTime() - startNs))
        {
            try
            {
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            }
            catch (final InterruptedException ignored)
            {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted)
        {
            currentThread().interrupt();
        }

        return counted >= number;
    }

    /**
     * Whether a count is over that found nobody, and was asked for no earlier than another.
     *
     * @param number of the other.
     */
    synchronized boolean foundNobody(final long number)
    {
        return foundNobody >= number;
    }

    /**
     * Whom the counts have found so far; some may have ended.
     */
    public Set<ProcessHandle> found()
    {
        return found;
    }

    /**
     * Sends SIGKILL to those that are known, at once, then to all others as they are found, until none is
     * left, for some seconds at most.
     *
     * @param known to be killed with all their descendants.
     * @return whether none is left.
     */
    public boolean kill(final Collection<ProcessHandle> known)
    {
        isToKill = true;
        Family.kill(known);
        Family.kill(found);

        final long startNs = System.nanoTime();
        long number = ask();
        while (System.nanoTime() - startNs < KILL_WITHIN_NS)
        {
            final boolean isOver = await(number, ROUND_NS);
            if (Family.kill(known) + Family.kill(found) == 0 && foundNobody(number))
            {
                return true;
            }
            if (isOver)
            {
                number = ask();
            }
        }

        return false;
    }

    /**
     * Where a command's processes are looked for.
     */
    @FunctionalInterface
    public interface Source
    {
        /**
         * Looks once. May take long.
         *
         * @param isFull   whether at all processes; otherwise those may be passed over that were not meant
         *                 when they were looked at last.
         * @param listener is told each process that runs, as soon as it is found.
         * @return whether all were looked at; false if some had ended before, which may have left others.
         */
        boolean look(boolean isFull, Consumer<ProcessHandle> listener);
    }
}
