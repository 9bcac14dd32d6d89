// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * The votes of one round. A node has one vote. A certain vote does not change (unless the node forgets it,
 * see {@link #withdraw(int)}), so a duplicate is harmless; an uncertain one (a fault, such as a timeout) may
 * become certain while the tally is pending. A decision is final: later votes do not count.
 * <p>
 * <b>Threads:</b> not thread-safe.
 */
public final class Tally
{
    private Quorum quorum;
    private int granted;
    private int refused;
    private int faulted;
    private TallyState state = TallyState.PENDING;

    /**
     * Forgets all votes, for a new round. Before the first one there is nothing to count.
     *
     * @param newQuorum that wins it, as long as it lasts.
     */
    public void reset(final Quorum newQuorum)
    {
        quorum = newQuorum;
        granted = 0;
        refused = 0;
        faulted = 0;
        state = TallyState.PENDING;
    }

    /**
     * Takes a vote.
     *
     * @param nodeIndex 0 to N - 1.
     * @param vote      of that node.
     */
    public void add(final int nodeIndex, final Vote vote)
    {
        final int bit = Slots.bitOf(nodeIndex);

        if (state != TallyState.PENDING || ((granted | refused) & bit) != 0)
        {
            return;
        }

        faulted &= ~bit;
        switch (vote)
        {
            case GRANTED -> granted |= bit;
            case REFUSED -> refused |= bit;
            default -> faulted |= bit;
        }

        decide();
    }

    /**
     * Takes a grant back because the node has forgotten it: it now counts as a fault. No effect after the
     * decision, or on a node that did not grant.
     *
     * @param nodeIndex 0 to N - 1.
     */
    public void withdraw(final int nodeIndex)
    {
        final int bit = Slots.bitOf(nodeIndex);

        if (state != TallyState.PENDING || (granted & bit) == 0)
        {
            return;
        }

        granted &= ~bit;
        faulted |= bit;

        decide();
    }

    /**
     * What is decided.
     *
     * @return never null.
     */
    public TallyState state()
    {
        return state;
    }

    /**
     * Whether a node has voted, with certainty or not.
     *
     * @param nodeIndex 0 to N - 1.
     * @return true after any vote.
     */
    public boolean hasVoted(final int nodeIndex)
    {
        return ((granted | refused | faulted) & Slots.bitOf(nodeIndex)) != 0;
    }

    /**
     * The nodes whose votes were not for us.
     *
     * @return a bit for each.
     */
    public int denied()
    {
        return refused | faulted;
    }

    /**
     * Whether faults alone have made winning impossible: then the nodes are to blame, not contention.
     *
     * @param nodes whose faults are left out, a bit for each.
     * @return true if the other faults block.
     */
    public boolean isLostToFaultsWithout(final int nodes)
    {
        return quorum.isOutOfReachWithout(faulted & ~nodes);
    }

    private void decide()
    {
        if (quorum.isMetBy(granted))
        {
            state = TallyState.WON;
        }
        else if (quorum.isOutOfReachWithout(denied()))
        {
            state = TallyState.LOST;
        }
    }

    @Override
    public String toString()
    {
        return Integer.bitCount(granted) + " granted, " + Integer.bitCount(refused) + " refused, " +
            Integer.bitCount(faulted) + " faulted of " + quorum.nodeCount() + ": " + state;
    }
}
