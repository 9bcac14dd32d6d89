// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.port;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * What the engine tells the owner of a claim. Called on the engine thread, during the engine's work: an
 * implementation publishes and returns; it must neither call the engine nor throw.
 */
public interface ClaimListener
{
    /**
     * The claim holds its key.
     *
     * @param term         stamp of the new term, greater than all earlier ones of this claim.
     * @param validUntilNs instant at which the validity ends.
     */
    void onAcquired(long term, long validUntilNs);

    /**
     * A round asked the nodes in vain; the acquisition goes on, or ends with the next news. {@link
     * Claim#cause(int)} says why, node by node. Does nothing by default.
     *
     * @param outcome {@link Outcome#CONTENDED}, {@link Outcome#NO_QUORUM}, {@link Outcome#TOO_LATE}, or
     *                {@link Outcome#BACK_PRESSURED} if there was no room to ask.
     * @param roundNs from its start to here; 0 if nobody was asked.
     */
    default void onAttemptLost(final Outcome outcome, final long roundNs)
    {
    }

    /**
     * The acquisition ended without the lock. {@link Claim#cause(int)} says why, node by node.
     *
     * @param outcome not a success.
     */
    void onDenied(Outcome outcome);

    /**
     * The validity of the present term is now another instant; an earlier one only if votes were lost, or end
     * earlier since a clock moved or we stood still.
     *
     * @param term         present term.
     * @param validUntilNs instant at which the validity ends.
     */
    void onValidity(long term, long validUntilNs);

    /**
     * {@link Claim#grants()} has changed during a term. Does nothing by default.
     *
     * @param grants that carry the present term.
     */
    default void onGrants(final int grants)
    {
    }

    /**
     * An extension that was asked for (not an automatic one) has ended. If it found the lease lost, that was
     * told before.
     *
     * @param term    it was asked for.
     * @param outcome {@link Outcome#EXTENDED} or why not.
     */
    void onExtended(long term, Outcome outcome);

    /**
     * A release has ended. Comes for every release of a present term, possibly after the claim acquired
     * again.
     *
     * @param term    that was released.
     * @param outcome {@link Outcome#RELEASED}, {@link Outcome#EXPIRED} or {@link Outcome#UNKNOWN};
     *                {@link Outcome#STALE_TERM} if it was not the present term.
     */
    void onReleased(long term, Outcome outcome);

    /**
     * The lease ended without a release. At most once per term, at the validity deadline or before.
     *
     * @param term   that was lost.
     * @param reason of the loss.
     */
    void onLost(long term, LostReason reason);
}
