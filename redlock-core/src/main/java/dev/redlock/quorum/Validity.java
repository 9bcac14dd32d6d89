// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * How long a vote, and so a lease, is valid: until an instant on the monotonic clock, fixed by one reading
 * before the first byte of the round left. It is never computed again from a later reading.
 */
public final class Validity
{
    /*
     * Parts of a whole, and nanoseconds of a millisecond.
     */
    private static final long MILLION = 1_000_000;

    private Validity()
    {
    }

    /**
     * The instant at which a vote ends.
     *
     * @param startNs reading of the monotonic clock before the first byte of the round left.
     * @param ttlNs   time to live really sent, in nanoseconds.
     * @param drift   the allowance.
     * @return an instant of the same clock; may lie before startNs when the allowance exceeds the time to
     * live.
     */
    public static long untilNs(final long startNs, final long ttlNs, final Drift drift)
    {
        return startNs + ttlNs - drift.of(ttlNs);
    }

    /**
     * The time to live with which a vote that is asked for now stands for so long: the reverse of {@link
     * #untilNs}.
     *
     * @param validityNs how long it is to stand, in nanoseconds.
     * @param drift      the allowance.
     * @return whole milliseconds, in nanoseconds: the least of them that is enough.
     */
    public static long ttlNs(final long validityNs, final Drift drift)
    {
        final long part = MILLION - drift.partsPerMillion();
        final long grossNs = validityNs + drift.constantNs();
        final long exactNs = grossNs / part * MILLION + (grossNs % part * MILLION + part - 1) / part;

        return (exactNs + MILLION - 1) / MILLION * MILLION;
    }

    /**
     * Whether enough validity is left.
     *
     * @param untilNs   the instant at which validity ends.
     * @param minimumNs the least that is useful to the caller.
     * @param nowNs     a fresh reading of the same clock.
     * @return false at the instant itself, whatever the minimum.
     */
    public static boolean isWorthHaving(final long untilNs, final long minimumNs, final long nowNs)
    {
        return untilNs - nowNs >= Math.max(1, minimumNs);
    }
}
