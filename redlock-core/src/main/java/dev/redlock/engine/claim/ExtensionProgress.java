// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * How far the extensions of a lease have come.
 */
public final class ExtensionProgress
{
    /*
     * A byte, as an enum's reference would take four, in ten thousand leases.
     */
    private static final byte NONE_BEGUN = 0;
    private static final byte RUNNING = 1;
    private static final byte WON = 2;
    private static final byte MISSED = 3;

    private byte state;
    private boolean isAwaited;
    private boolean isCut;
    private boolean isLimitReached;
    private boolean isProlonging;
    private int count;
    private int resetAt;
    private long nextNs;

    /**
     * A lease begins: nothing has been extended.
     */
    void clear()
    {
        state = NONE_BEGUN;
        isAwaited = false;
        isLimitReached = false;
        isProlonging = false;
        count = 0;
    }

    /**
     * The holder waits for the outcome of the round that begins, or is not to begin.
     */
    public void await()
    {
        isAwaited = true;
    }

    /**
     * The holder is about to hear an outcome.
     *
     * @return false if it does not wait for one.
     */
    public boolean takeAwaited()
    {
        final boolean wasAwaited = isAwaited;
        isAwaited = false;

        return wasAwaited;
    }

    public boolean isAwaited()
    {
        return isAwaited;
    }

    /**
     * A round begins; one that is running is superseded.
     *
     * @param isCutNow   whether it asks for less than was wanted, since the lease must not last longer.
     * @param resetNodes whose votes stand and rest on a key that was set anew, a bit each.
     */
    public void begin(final boolean isCutNow, final int resetNodes)
    {
        count++;
        state = RUNNING;
        isCut = isCutNow;
        resetAt = resetNodes;
    }

    /**
     * The lease does not last as long as it was wanted; a round that is part of the acquisition comes then.
     */
    public void prolongAt(final long newNextNs)
    {
        isProlonging = true;
        nextNs = newNextNs;
    }

    /**
     * A round begins that is part of the acquisition, if there is time for one.
     */
    public void prolong(final boolean isTime)
    {
        isProlonging = isTime;
        state = isTime ? RUNNING : MISSED;
        isCut = false;
        resetAt = 0;
    }

    /**
     * Whether the lease does not last yet as long as it was wanted, so that it is tried whether it is
     * extended by itself or not.
     */
    public boolean isProlonging()
    {
        return isProlonging;
    }

    /**
     * The round is decided. One that was cut leaves nothing to gain.
     */
    public void end(final boolean isWon)
    {
        assert isRunning() : "an extension ends that does not run: it would be answered twice";

        state = isWon ? WON : MISSED;
        isProlonging &= !isWon;
        isLimitReached |= isWon && isCut;
    }

    public boolean isRunning()
    {
        return state == RUNNING;
    }

    /**
     * Whether the last round has ended without a quorum, and none has begun since.
     */
    public boolean isMissed()
    {
        return state == MISSED;
    }

    /**
     * The nodes that had set the key anew before the present round began, a bit each.
     */
    public int resetAt()
    {
        return resetAt;
    }

    /**
     * No more rounds: they would gain nothing, or there have been enough.
     */
    public void reachLimit()
    {
        isLimitReached = true;
    }

    public boolean isLimitReached()
    {
        return isLimitReached;
    }

    /**
     * How many rounds have begun.
     */
    public int count()
    {
        return count;
    }

    /**
     * Sets the time of the next automatic round.
     */
    public void plan(final long newNextNs)
    {
        nextNs = newNextNs;
    }

    /**
     * The next automatic round comes no later than this.
     */
    public void bringForward(final long byThenNs)
    {
        nextNs -= Math.max(0, nextNs - byThenNs);
    }

    public long nextNs()
    {
        return nextNs;
    }
}
