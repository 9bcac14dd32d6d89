// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Invariant I1: at no instant do two holders both believe to hold one key. Knows nothing of where the
 * holds come from; all it needs is one time line: the true time of a simulation, or the monotonic clock of
 * the machine on which several processes ran.
 * <p>
 * Two ways to use it. While it happens: {@link #hold} and {@link #letGo}, in the order of time. Or
 * afterwards, from logs in any order: {@link #overlaps(Collection)}.
 * <p>
 * <b>Threads:</b> not thread-safe.
 */
public final class ExclusionChecker
{
    private final Map<String, List<BelievedHold>> present = new HashMap<>();
    private final List<Overlap> overlaps = new ArrayList<>();
    private int holds;

    /**
     * A belief begins, or the end of the present one of this holder is moved.
     *
     * @param key     that is held.
     * @param holder  one belief per key.
     * @param nowNs   now, not before the instant of any earlier call.
     * @param untilNs first instant at which the holder will not believe it any more; if that is not after now
     *                it does not believe anything.
     * @return the overlap with somebody else's belief; null if there is none.
     */
    public Overlap hold(final String key, final String holder, final long nowNs, final long untilNs)
    {
        final List<BelievedHold> beliefs = present.computeIfAbsent(key, (any) -> new ArrayList<>());
        long fromNs = nowNs;
        Overlap overlap = null;
        for (int i = beliefs.size() - 1; i >= 0; i--)
        {
            final BelievedHold other = beliefs.get(i);
            final boolean isOver = other.heldUntilNs() <= nowNs;
            if (!isOver && other.holder().equals(holder))
            {
                fromNs = other.heldFromNs();
            }
            if (isOver || other.holder().equals(holder))
            {
                beliefs.remove(i);
            }
            else if (untilNs > nowNs)
            {
                overlap = new Overlap(other, new BelievedHold(key, holder, nowNs, untilNs));
                overlaps.add(overlap);
            }
        }
        if (untilNs > nowNs)
        {
            holds += fromNs == nowNs ? 1 : 0;
            beliefs.add(new BelievedHold(key, holder, fromNs, untilNs));
        }

        return overlap;
    }

    /**
     * A holder no longer believes it.
     *
     * @param key    that was held.
     * @param holder who; need not have held it.
     */
    public void letGo(final String key, final String holder)
    {
        final List<BelievedHold> beliefs = present.get(key);
        if (beliefs != null)
        {
            beliefs.removeIf((belief) -> belief.holder().equals(holder));
        }
    }

    /**
     * Whether somebody believes to hold a key.
     *
     * @param key   in question.
     * @param nowNs now.
     * @return true if there is at least one.
     */
    public boolean isHeld(final String key, final long nowNs)
    {
        final List<BelievedHold> beliefs = present.get(key);

        return beliefs != null && beliefs.stream().anyMatch((belief) -> belief.heldUntilNs() > nowNs);
    }

    /**
     * All overlaps that {@link #hold} has seen.
     *
     * @return in the order of their instants; empty if exclusion was never broken.
     */
    public List<Overlap> overlaps()
    {
        return List.copyOf(overlaps);
    }

    /**
     * How many beliefs there were: a checker that saw none has checked nothing.
     *
     * @return the number of beliefs that {@link #hold} was told of.
     */
    public int holds()
    {
        return holds;
    }

    /**
     * Looks for overlaps in what several holders have recorded.
     *
     * @param recorded holds of any keys, in any order. Two of one holder do not overlap: the second is a
     *                 continuation.
     * @return all pairs of which the second began while the first lasted, in the order of their instants.
     */
    public static List<Overlap> overlaps(final Collection<BelievedHold> recorded)
    {
        final List<BelievedHold> inOrder = new ArrayList<>(recorded);
        inOrder.sort(Comparator.comparingLong(BelievedHold::heldFromNs).thenComparing(BelievedHold::holder));
        final Map<String, List<BelievedHold>> lasting = new HashMap<>();
        final List<Overlap> found = new ArrayList<>();
        for (final BelievedHold hold : inOrder)
        {
            final List<BelievedHold> others = lasting.computeIfAbsent(hold.key(), (any) -> new ArrayList<>());
            others.removeIf((other) -> other.heldUntilNs() <= hold.heldFromNs());
            for (final BelievedHold other : others)
            {
                if (!other.holder().equals(hold.holder()) && other.overlaps(hold))
                {
                    found.add(new Overlap(other, hold));
                }
            }
            others.add(hold);
        }

        return found;
    }
}
