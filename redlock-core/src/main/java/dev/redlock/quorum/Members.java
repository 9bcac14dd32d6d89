// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * Who the nodes are at present: which votes are enough. A round asks when it begins, and lasts as it began;
 * nobody keeps the answer for longer.
 * <p>
 * <b>Threads:</b> not thread-safe.
 */
public final class Members
{
    private Quorum toKeep;

    /*
     * By the grants that a lock wants, less one. Made at once, so that a round allocates nothing.
     */
    private final Quorum[] toWin;

    /**
     * The nodes that there are at first.
     *
     * @param slots  of the nodes.
     * @param quorum that decides.
     */
    public Members(final Slots slots, final Quorum quorum)
    {
        toWin = slots.of(Quorum[]::new);
        become(quorum);
    }

    /**
     * From now on others decide. Rounds that are under way are decided by those they began with.
     *
     * @param quorum of the new nodes.
     */
    public void become(final Quorum quorum)
    {
        toKeep = quorum;
        for (int i = 0; i < toWin.length; i++)
        {
            final int grants = i + 1;
            toWin[i] = grants > quorum.nodeCount() ? null :
                quorum.atLeast(grants < quorum.required() ? 0 : grants);
        }
    }

    /**
     * What keeps a lease, and decides all but who gets it.
     *
     * @return the quorum.
     */
    public Quorum toKeep()
    {
        return toKeep;
    }

    /**
     * What wins a lock.
     *
     * @param minGrants that it wants at least, no more than there are nodes; 0 for a quorum.
     * @return the quorum, or one of more votes.
     */
    public Quorum toWin(final int minGrants)
    {
        final Quorum quorum = toWin[Math.max(0, minGrants - 1)];
        assert quorum != null : minGrants + " grants of fewer nodes: refuse the lock before it is tried";

        return quorum;
    }

    /**
     * How many they are.
     *
     * @return N.
     */
    public int count()
    {
        return toKeep.nodeCount();
    }

    /**
     * How many of them are more than half.
     *
     * @return at most what a lease needs.
     */
    public int majority()
    {
        return Quorum.majority(count());
    }
}
