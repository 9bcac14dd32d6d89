// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.heap;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.RedlockException;
import dev.redlock.outcome.Outcome;

/**
 * Calls a client again and again, and notes when each call began and ended, and how. It needs no memory for
 * that.
 */
final class OutageCaller
{
    /**
     * How a call ended that the JVM had no memory for.
     */
    static final long NO_MEMORY = Long.MIN_VALUE;

    private static final int ROOM = 8192;
    private static final long BREATH_NS = 5_000_000;
    private static final long GRACE_NS = 50_000_000;
    private static final long NS_PER_MS = 1_000_000;

    final OutageNews news;
    private final String name;
    private final long patienceNs;
    private final long[] startsNs = new long[ROOM];
    private final long[] endsNs = new long[ROOM];
    private final long[] results = new long[ROOM];
    private int count;
    private volatile boolean isOver;

    /**
     * @param news of the client that it calls.
     */
    OutageCaller(final String name, final long patienceNs, final OutageNews news)
    {
        this.name = name;
        this.patienceNs = patienceNs;
        this.news = news;
    }

    void stop()
    {
        isOver = true;
    }

    int count()
    {
        return count;
    }

    /**
     * Calls until it is stopped.
     *
     * @param between what to do before each call; it is no call itself.
     */
    void run(final Runnable between, final Call call)
    {
        while (!isOver && count < ROOM)
        {
            between.run();
            startsNs[count] = System.nanoTime();
            results[count] = resultOf(call);
            endsNs[count] = System.nanoTime();
            count++;
            LockSupport.parkNanos(BREATH_NS);
        }
    }

    private static long resultOf(final Call call)
    {
        try
        {
            return call.make();
        }
        catch (final RedlockException ex)
        {
            return ex.outcome().code();
        }
        catch (final ExecutionException ex)
        {
            return ex.getCause() instanceof RedlockException told ? told.outcome().code() : NO_MEMORY;
        }
        catch (final TimeoutException ex)
        {
            return Outcome.TIMED_OUT.code();
        }
        catch (final InterruptedException | OutOfMemoryError ex)
        {
            return NO_MEMORY;
        }
    }

    /**
     * Looks which calls were not as promised.
     *
     * @param freeNs  when the heap had room again: until then a call may wait for memory.
     * @param pauseNs the longest that the JVM stood still.
     * @param broken  gets a line for each.
     * @return how late the latest call was, in nanoseconds beyond its patience.
     */
    long judge(final long freeNs, final long pauseNs, final List<String> broken)
    {
        long latestNs = 0;
        for (int i = 0; i < count; i++)
        {
            if (endsNs[i] - freeNs > 0)
            {
                final long sinceNs = startsNs[i] - freeNs > 0 ? startsNs[i] : freeNs;
                final long lateNs = endsNs[i] - sinceNs - patienceNs;
                latestNs = Math.max(latestNs, lateNs);
                if (lateNs > GRACE_NS + pauseNs)
                {
                    broken.add(text(i) + ", " + lateNs / NS_PER_MS + " ms beyond its patience");
                }
            }
            if (news.endedNs != 0 && startsNs[i] - news.endedNs > 0 && results[i] != NO_MEMORY &&
                results[i] != Outcome.CLOSED.code())
            {
                broken.add(text(i) + ", but its engine had ended");
            }
        }

        return latestNs;
    }

    private String text(final int call)
    {
        final long result = results[call];

        return name + " took " + (endsNs[call] - startsNs[call]) / NS_PER_MS + " ms for " +
            (result == NO_MEMORY ? "no memory" : result > 0 ? "a lock" : Outcome.of(result).toString());
    }

    /**
     * One call.
     */
    @FunctionalInterface
    interface Call
    {
        /**
         * Makes it.
         *
         * @return a term, or the code of an outcome.
         */
        long make() throws InterruptedException, ExecutionException, TimeoutException;
    }
}
