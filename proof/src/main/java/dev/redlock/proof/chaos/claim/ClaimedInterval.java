// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos.claim;

import dev.redlock.proof.simulation.judge.BelievedHold;

/**
 * A time during which a client took a lock for its own, both ends on the machine's monotonic clock.
 *
 * @param holder   which client, and which of its workers.
 * @param key      of the lock.
 * @param sequence of the holder's acquisitions.
 * @param fromNs   just before the holder first saw that it held.
 * @param untilNs  when it last saw that it held, or the end of its validity if nothing ended it before.
 * @param end      how it ended, in a word.
 */
public record ClaimedInterval(String holder, int key, long sequence, long fromNs, long untilNs, String end)
{
    /**
     * The end of what never was a claim: the holder had been told that it had won, and at its first look the
     * validity was over.
     */
    static final String NEVER_HELD = "NEVER_HELD";

    private static final double NS_PER_MS = 1e6;

    public boolean overlaps(final ClaimedInterval other)
    {
        return !NEVER_HELD.equals(end) && !NEVER_HELD.equals(other.end) &&
            fromNs - other.firstFreeNs() < 0 && other.fromNs - firstFreeNs() < 0;
    }

    /**
     * The same for the simulator's checker, which takes two holds of one holder for one that goes on: so each
     * claim has a holder of its own. What was seen held once only lasts a nanosecond.
     */
    public BelievedHold hold()
    {
        return new BelievedHold("key " + key, holder + "#" + sequence, fromNs, firstFreeNs());
    }

    private long firstFreeNs()
    {
        return Math.max(untilNs, fromNs + 1);
    }

    /**
     * For people, with times since an origin.
     */
    public String describe(final long originNs)
    {
        return String.format("key %d held by %s (its acquisition %d) from %.3f ms to %.3f ms (%s)", key,
            holder, sequence, (fromNs - originNs) / NS_PER_MS, (untilNs - originNs) / NS_PER_MS, end);
    }
}
