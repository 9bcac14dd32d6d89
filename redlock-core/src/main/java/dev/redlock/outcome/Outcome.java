// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * How a call ended, or that it has started. Methods that return a {@code long} return the positive stamp of
 * the new term, or the negative {@link #code()} of one of these; {@link #of(long)} decodes both.
 */
public enum Outcome
{
    /**
     * The lock is held, until its validity ends.
     */
    ACQUIRED(1),

    /**
     * The validity was renewed.
     */
    EXTENDED(2),

    /**
     * A quorum of nodes certainly no longer holds our key, or, after {@code releaseAfter}, has promised to
     * keep it so long and no longer.
     */
    RELEASED(3),

    /**
     * The call is under way and the listener will get its outcome, for calls that do not wait.
     */
    STARTED(4),

    /**
     * Somebody else holds the lock on too many nodes for a quorum. Try again later.
     */
    CONTENDED(-1),

    /**
     * Too many nodes failed for a quorum, held or not. The votes say which and why; look at the nodes.
     */
    NO_QUORUM(-2),

    /**
     * A quorum granted, but too late: less than the minimum validity was left. Use a longer time to live or
     * find out why the nodes are slow.
     */
    TOO_LATE(-3),

    /**
     * The caller's patience is over. The votes are those of the last attempt. A single attempt ends so if the
     * engine thread does not answer within a bound, see {@code LockHandle.tryAcquire()}.
     */
    TIMED_OUT(-4),

    /**
     * A limit of this client is reached: attempts or operations in flight. Nothing was sent, or too little to
     * win, which is released. Slow down or raise the limit. A call with patience waits instead.
     */
    BACK_PRESSURED(-5),

    /**
     * This handle holds the lock already. Release it first, or use one handle per holder.
     */
    ALREADY_HELD(-6),

    /**
     * Another call on this handle is running. A handle carries one call at a time, including one whose caller
     * has left, until the engine handles it.
     */
    BUSY(-7),

    /**
     * The caller gave up: interrupted or cancelled. Nothing is left behind.
     */
    CANCELLED(-8),

    /**
     * The client is closed; what it held ended with it.
     */
    CLOSED(-9),

    /**
     * The lease is lost: too many nodes say that the key is not ours, or its validity ended.
     */
    LOST(-10),

    /**
     * Too few nodes answered an extension in time. The lease stands until its old deadline; try again before.
     */
    INCONCLUSIVE(-11),

    /**
     * The configured number of extensions or the maximum hold is reached. The lease ends at its deadline.
     */
    MAX_HOLD_REACHED(-12),

    /**
     * The term is not the handle's present one: that lease was released or lost. Nothing was done.
     */
    STALE_TERM(-13),

    /**
     * The release came after the validity had ended: someone else may have held the lock in between. Our
     * remaining keys are deleted.
     */
    EXPIRED(-14),

    /**
     * The release was sent, but too few nodes confirmed it. It is sent again where needed, and the time to
     * live ends keys on unreachable nodes.
     */
    UNKNOWN(-15);

    private static final Outcome[] BY_CODE = new Outcome[16];

    static
    {
        for (final Outcome outcome : values())
        {
            if (outcome.code < 0)
            {
                BY_CODE[-outcome.code] = outcome;
            }
        }
    }

    private final int code;

    Outcome(final int code)
    {
        this.code = code;
    }

    /**
     * The outcome of a call that returned a term or a code.
     *
     * @param termOrCode what the call returned.
     * @return {@link #ACQUIRED} for every positive number.
     * @throws IllegalArgumentException for 0, and for a negative number that is no code.
     */
    public static Outcome of(final long termOrCode)
    {
        if (termOrCode > 0)
        {
            return ACQUIRED;
        }
        if (termOrCode <= -BY_CODE.length || termOrCode == 0)
        {
            throw new IllegalArgumentException(termOrCode + " is not the code of an outcome");
        }

        return BY_CODE[(int)-termOrCode];
    }

    /**
     * The number by which calls that return the stamp of a term return this outcome instead.
     *
     * @return positive for a success, which these calls return as the stamp; otherwise negative.
     */
    public int code()
    {
        return code;
    }

    /**
     * Whether the call did what was asked; one that does not wait was asked to start no more than that.
     *
     * @return true for {@link #ACQUIRED}, {@link #EXTENDED}, {@link #RELEASED} and {@link #STARTED}.
     */
    public boolean isSuccess()
    {
        return code > 0;
    }
}
