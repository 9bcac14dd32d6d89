// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.agrona.concurrent.NanoClock;

import dev.redlock.runtime.calls.Fields;

/**
 * The present term of a handle, and its deadline. The engine thread begins and prolongs it; the first of
 * engine and application ends it; any thread reads it, without waiting and without the engine.
 */
final class Hold
{
    /*
     * The engine sets the term when an attempt is won (after the deadline) and ends it when the lease is
     * lost; the application ends it when it releases, before the release is even handed over, so that nothing
     * is held once any node may have let the key go. Both end it by compare and set of that term: the second
     * finds that it has ended. A term is never set again, as stamps only grow.
     *
     * A loss is told once, by the engine, and this is where it is seen to: whoever ends a term as lost and
     * tells it takes it away by compare and set. If the application's release comes after the deadline the
     * term is left negative: it has ended, and its loss is still to be told.
     *
     * A reader looks at the term before and after the deadline, so that it never takes the deadline of a
     * later term for that of its own.
     */
    private static final VarHandle TERM = Fields.of(MethodHandles.lookup(), "term", long.class);

    private volatile long term;
    private volatile long validUntilNs;
    private volatile int grants;

    /*
     * Negative if it ended with the client.
     */
    private volatile long lostTerm;

    /*
     * The thread that has won a term, and the one that alone will release it, each mixed with the term: so a
     * thread takes neither another thread nor another term for its own. Plain, for the threads themselves.
     */
    private long winner;
    private long bound;

    /**
     * Engine thread: a term begins. The one before has ended.
     */
    void begin(final long newTerm, final long untilNs)
    {
        assert newTerm > Math.abs(lostTerm) : "terms only grow";
        assert term == 0 : "the term before has not ended: end it, lose it or close it";

        validUntilNs = untilNs;
        term = newTerm;
    }

    /**
     * Engine thread: the present term ends at another instant.
     */
    void move(final long untilNs)
    {
        validUntilNs = untilNs;
    }

    /**
     * Engine thread: so many votes carry the present term, or the one that begins next.
     */
    void carry(final int newGrants)
    {
        grants = newGrants;
    }

    /**
     * Any thread: ends a term.
     *
     * @return false if it had ended before.
     */
    boolean tryEnd(final long ofTerm)
    {
        return ofTerm > 0 && TERM.compareAndSet(this, ofTerm, 0L);
    }

    /**
     * Any thread: ends a term for a release.
     *
     * @param isLate whether {@link #overdueNs(NanoClock)} said before that its validity is over.
     * @return false if it had ended before.
     */
    boolean tryRelease(final long ofTerm, final boolean isLate)
    {
        return isLate ? ofTerm > 0 && TERM.compareAndSet(this, ofTerm, -ofTerm) : tryEnd(ofTerm);
    }

    /**
     * Whether a term has ended, and its loss is still to be told.
     */
    boolean isLate(final long ofTerm)
    {
        return ofTerm > 0 && term == -ofTerm;
    }

    /**
     * Engine thread: takes up that a term has ended and its loss is still to be told.
     *
     * @return false if that is not so, or was taken up before.
     */
    boolean takeLate(final long ofTerm)
    {
        return ofTerm > 0 && TERM.compareAndSet(this, -ofTerm, 0L);
    }

    /**
     * Engine thread: a term, if there is one, is lost.
     *
     * @return whether that is to be told: false if it was released in time, or told before.
     */
    boolean lose(final long ofTerm)
    {
        return end(ofTerm, ofTerm) || takeLate(ofTerm);
    }

    /**
     * Engine thread: a term, if there is one, ends with the client.
     *
     * @return false if it was released at the same time.
     */
    boolean close(final long ofTerm)
    {
        return end(ofTerm, -ofTerm);
    }

    private boolean end(final long ofTerm, final long mark)
    {
        if (ofTerm > 0)
        {
            lostTerm = mark;
        }

        return tryEnd(ofTerm);
    }

    /**
     * Whether a term is the latest that ended without a release in time.
     */
    boolean wasLost(final long ofTerm)
    {
        return ofTerm > 0 && (isLate(ofTerm) || Math.abs(lostTerm) == ofTerm);
    }

    /**
     * Whether a term is the latest, and ended with the client.
     */
    boolean wasClosed(final long ofTerm)
    {
        return ofTerm > 0 && lostTerm == -ofTerm;
    }

    /**
     * The present term; 0 if there is none. Its validity may be over.
     */
    long term()
    {
        return Math.max(0, term);
    }

    /**
     * Validity that is left to a term.
     *
     * @return nanoseconds; 0 if it is not the present one, or over.
     */
    long remainingNs(final long ofTerm, final NanoClock clock)
    {
        if (ofTerm <= 0 || term != ofTerm)
        {
            return 0;
        }

        // Twice: time that the clock does not show as lost any more is taken off the deadline by then.
        final long untilNs = validUntilNs;
        final long nowNs = clock.nanoTime();
        final long leftNs = Math.min(untilNs - nowNs, validUntilNs - nowNs);

        return term == ofTerm ? Math.max(0, leftNs) : 0;
    }

    /**
     * How many votes carry a term.
     *
     * @return 0 if it is not the present one, or its validity is over.
     */
    int grants(final long ofTerm, final NanoClock clock)
    {
        final int count = grants;

        return remainingNs(ofTerm, clock) > 0 ? count : 0;
    }

    /**
     * The present thread has won a term.
     */
    void markWinner(final long ofTerm)
    {
        winner = markOf(ofTerm);
    }

    /**
     * The present thread alone will release a term.
     */
    void bind(final long ofTerm)
    {
        bound = markOf(ofTerm);
    }

    /**
     * A term is no thread's from now on.
     */
    void unbind()
    {
        winner = 0;
        bound = 0;
    }

    /**
     * Whether the present thread has won the present term, and its validity is not over.
     */
    boolean isWonByThisThread(final NanoClock clock)
    {
        final long present = term;

        return winner == markOf(present) && remainingNs(present, clock) > 0;
    }

    /**
     * Whether the present term is bound to the present thread.
     */
    boolean isBoundToThisThread()
    {
        return bound == markOf(term);
    }

    /*
     * Never 0, which stands for no thread.
     */
    private static long markOf(final long ofTerm)
    {
        return ~(ofTerm ^ Long.rotateLeft(Thread.currentThread().getId(), Integer.SIZE));
    }

    /**
     * How long the validity of the latest term has been over, however that term ended. The clock is read
     * first, so that a term that is prolonged meanwhile is not taken for overdue.
     *
     * @return nanoseconds; negative before.
     */
    long overdueNs(final NanoClock clock)
    {
        return clock.nanoTime() - validUntilNs;
    }
}
