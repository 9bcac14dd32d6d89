// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * The allowance for clocks that do not run at the same rate: a part of the time to live, and a constant for
 * the granularity of the nodes' expiry.
 * <p>
 * Source: the Redlock specification subtracts 1 % and 2 ms. A node's clock may be slewed faster than that:
 * chrony does up to 8.33 % by default; see docs/safety.md. A node whose clock provably gains or loses more
 * than the allowance covers does not vote, whichever is chosen, unless the quarantine is off.
 *
 * @param partsPerMillion of the time to live; 10,000 is 1 %.
 * @param constantNs      added to it, in nanoseconds.
 * @param isMeasured      whether every grant must carry the time of its node, so that a clock that was set is
 *                        noticed in the grant that this made possible, and not at the next heartbeat. Locks
 *                        with fencing tokens do so anyway; others are then acquired by a script, which costs
 *                        the node some 10 µs more.
 */
public record Drift(long partsPerMillion, long constantNs, boolean isMeasured)
{
    /**
     * The specification's values: 1 % and 2 ms.
     */
    public static final Drift SPECIFICATION = new Drift(10_000, 2_000_000);

    /**
     * The specification's values, with the time of the node in every grant.
     */
    public static final Drift MEASURED = new Drift(10_000, 2_000_000, true);

    /**
     * For clocks that may be slewed by chrony's default maximum at both ends: two times 8.34 %.
     */
    public static final Drift PARANOID = new Drift(166_800, 2_000_000);

    private static final long MILLION = 1_000_000;
    private static final long A_DAY_NS = 24L * 60 * 60 * 1_000_000_000;

    /**
     * Checks both parts.
     *
     * @param partsPerMillion see {@link #partsPerMillion()}.
     * @param constantNs      see {@link #constantNs()}.
     * @param isMeasured      see {@link #isMeasured()}.
     */
    public Drift
    {
        if (partsPerMillion < 0 || partsPerMillion >= MILLION)
        {
            throw new IllegalArgumentException("drift is " + partsPerMillion +
                " parts per million but must be 0 to 999999; the specification's 1 % is 10000");
        }
        if (constantNs < 0 || constantNs > A_DAY_NS)
        {
            throw new IllegalArgumentException("constant drift is " + constantNs +
                " ns but must be 0 to " + A_DAY_NS + " ns (a day); the specification's 2 ms is 2000000");
        }
    }

    /**
     * An allowance for grants that need not carry the time.
     *
     * @param partsPerMillion see {@link #partsPerMillion()}.
     * @param constantNs      see {@link #constantNs()}.
     */
    public Drift(final long partsPerMillion, final long constantNs)
    {
        this(partsPerMillion, constantNs, false);
    }

    /**
     * How fast a node's clock may gain on ours: a time to live that is shortened by the allowance ends, by
     * our clock, when the whole of it has passed by a clock that gains so much.
     *
     * @return parts per million of our time; a little more than {@link #partsPerMillion()}.
     */
    public long ratePpm()
    {
        return partsPerMillion * MILLION / (MILLION - partsPerMillion);
    }

    /**
     * The allowance for one time to live, rounded up.
     *
     * @param ttlNs time to live as sent to the nodes, in nanoseconds.
     * @return nanoseconds to subtract.
     */
    public long of(final long ttlNs)
    {
        assert ttlNs >= 0 : "a time to live of " + ttlNs + " ns has no drift: send at least a millisecond";

        final long whole = ttlNs / MILLION * partsPerMillion;
        final long rest = (ttlNs % MILLION * partsPerMillion + MILLION - 1) / MILLION;

        return whole + rest + constantNs;
    }
}
