// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * How a call ended. Methods that return a {@code long} return the stamp of the new term, which is positive,
 * or the {@link #code()} of one of these, which is not.
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
     * A quorum of nodes certainly does not hold our key any more.
     */
    RELEASED(3),

    /**
     * Somebody else holds the lock on so many nodes that a quorum was out of reach. Try again later.
     */
    CONTENDED(-1),

    /**
     * So many nodes failed that a quorum was out of reach, whoever holds the lock. The votes say which and
     * why; look at the nodes.
     */
    NO_QUORUM(-2),

    /**
     * A quorum granted, but too late: less validity was left than the minimum worth having. Use a longer time
     * to live or find out why the nodes are slow.
     */
    TOO_LATE(-3),

    /**
     * The time that the caller would wait is over. The votes are those of the last attempt. A single attempt
     * ends so when the engine thread has not answered within a bound, see {@code LockHandle.tryAcquire()}.
     */
    TIMED_OUT(-4),

    /**
     * A limit of this client is reached: attempts, ring or operations in flight. Nothing was sent, or so
     * little that it could not win, which is taken back. Slow down or raise the limit. Who has patience is
     * told this only when the ring was full all the time, or by an asynchronous call.
     */
    BACK_PRESSURED(-5),

    /**
     * This handle holds the lock already. Release it first, or use one handle per holder.
     */
    ALREADY_HELD(-6),

    /**
     * Another call on this handle is under way. A handle carries one call at a time; also one whose caller
     * has left, until the engine has come to it.
     */
    BUSY(-7),

    /**
     * The waiting was given up by the caller: interrupted or cancelled. Nothing is left behind.
     */
    CANCELLED(-8),

    /**
     * The client is closed; what it held ended with it.
     */
    CLOSED(-9),

    /**
     * The lease is lost: so many nodes say the key is not ours that no quorum is left, or its validity ended.
     */
    LOST(-10),

    /**
     * Too few nodes answered an extension in time. The lease stands until its old deadline; try again before.
     */
    INCONCLUSIVE(-11),

    /**
     * The configured number of extensions or the maximum hold is reached. The lease ends at its deadline.
     */
    LIMIT_REACHED(-12),

    /**
     * The term is not the present one of this handle: an earlier lease, released or lost. Nothing was done.
     */
    STALE_TERM(-13),

    /**
     * The release came after the validity had ended: someone else may have held the lock in between. Keys of
     * ours that were left are deleted.
     */
    EXPIRED(-14),

    /**
     * The release was sent, but too few nodes confirmed it. It is sent again where needed, and the time to
     * live ends what cannot be reached.
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
     * The outcome with a code.
     *
     * @param code as {@link #code()} gives it.
     * @return the outcome; {@link #ACQUIRED}, {@link #EXTENDED} and {@link #RELEASED} told apart.
     */
    public static Outcome ofCode(final int code)
    {
        switch (code)
        {
            case 1:
                return ACQUIRED;

            case 2:
                return EXTENDED;

            case 3:
                return RELEASED;

            default:
                return of(code);
        }
    }

    /**
     * The number by which calls return this outcome.
     *
     * @return negative for all outcomes that are not a success.
     */
    public int code()
    {
        return code;
    }

    /**
     * Whether the call did what was asked.
     *
     * @return true for {@link #ACQUIRED}, {@link #EXTENDED} and {@link #RELEASED}.
     */
    public boolean isSuccess()
    {
        return code > 0;
    }
}
