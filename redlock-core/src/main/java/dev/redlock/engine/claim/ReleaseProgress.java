// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.settings.ClaimOptions;

/**
 * How far the release of a token has come.
 */
public final class ReleaseProgress
{
    /*
     * The term that the claim's owner wants to hear of; it may be in another one by then. 0 for none.
     */
    private long awaitedTerm;
    private boolean isLate;

    /*
     * For how long from the beginning the nodes keep the key although it is released; 0 for not at all.
     */
    private int keptMs;

    /*
     * The nodes that had granted and say that the key is not there; those that may have deleted it and could
     * not say so; those at which a release waits.
     */
    private int absentAt;
    private int unclearAt;
    private int queuedAt;

    /*
     * Whether nodes only delete the key; whether one has told of a line with somebody, or of an empty one;
     * whether one has given the key on.
     */
    private boolean isGivenToNobody;
    private boolean isLineSeen;
    private boolean isEmptyLineSeen;
    private boolean isPassed;

    void begin(final long newAwaitedTerm, final boolean isLateNow, final long keepNs)
    {
        assert queuedAt == 0 : "a release begins while one waits: it would be sent for another token";

        awaitedTerm = newAwaitedTerm;
        isLate = isLateNow;
        keptMs = isLateNow ? 0 : (int)(keepNs / ClaimOptions.NS_PER_MS);
        absentAt = 0;
        unclearAt = 0;
        isGivenToNobody = false;
        isLineSeen = false;
        isEmptyLineSeen = false;
        isPassed = false;
    }

    /**
     * Who has most nodes will give the key on: what is given of others meanwhile would only be in the way.
     */
    public void giveToNobody()
    {
        isGivenToNobody = true;
    }

    public boolean isGivenToNobody()
    {
        return isGivenToNobody || isKept();
    }

    /**
     * A node has given the key to the next in line.
     *
     * @return whether that is the first.
     */
    public boolean passOn()
    {
        final boolean isFirst = !isPassed;
        isPassed = true;

        return isFirst;
    }

    /**
     * A node has told how many wait for the key.
     */
    public void seeWaiting(final long waiting)
    {
        isLineSeen |= waiting > 0;
        isEmptyLineSeen |= waiting == 0;
    }

    /**
     * Whether nodes have told that nobody waits, and none that somebody does.
     */
    public boolean isNobodyWaiting()
    {
        return isEmptyLineSeen && !isLineSeen;
    }

    /**
     * The claim's owner is about to hear the outcome.
     *
     * @return the term that it is told of.
     */
    public long answer()
    {
        assert isAwaited() : "an outcome that nobody waits for: a release is answered once";

        final long term = awaitedTerm;
        awaitedTerm = 0;

        return term;
    }

    public boolean isAwaited()
    {
        return awaitedTerm != 0;
    }

    /**
     * Whether the validity of the lease was over before its owner released it.
     */
    public boolean isLate()
    {
        return isLate;
    }

    public boolean isKept()
    {
        return keptMs != 0;
    }

    /*
     * Of that, what is left when some time has passed; rounded up.
     */
    long keptForMs(final long passedNs)
    {
        final long leftNs = isKept() ? keptMs * ClaimOptions.NS_PER_MS - passedNs : 0;

        return leftNs <= 0 ? 0 : (leftNs - 1) / ClaimOptions.NS_PER_MS + 1;
    }

    /**
     * A node that had granted says that the key is not there.
     */
    public void missAt(final int nodeIndex)
    {
        absentAt |= 1 << nodeIndex;
    }

    public int absentAt()
    {
        return absentAt;
    }

    /**
     * A node may have deleted the key, and could not say so.
     */
    public void doubtAt(final int nodeIndex)
    {
        unclearAt |= 1 << nodeIndex;
    }

    public boolean isUnclearAt(final int nodeIndex)
    {
        return (unclearAt & 1 << nodeIndex) != 0;
    }

    /**
     * The release waits at a node.
     */
    public void queueAt(final int nodeIndex)
    {
        assert !isQueuedAt(nodeIndex) : "a release waits twice at a node: it would be sent for another token";

        queuedAt |= 1 << nodeIndex;
    }

    /**
     * The release waits at a node no more.
     */
    public void leaveQueueAt(final int nodeIndex)
    {
        queuedAt &= ~(1 << nodeIndex);
    }

    public boolean isQueuedAt(final int nodeIndex)
    {
        return (queuedAt & 1 << nodeIndex) != 0;
    }

    boolean isQueued()
    {
        return queuedAt != 0;
    }
}
