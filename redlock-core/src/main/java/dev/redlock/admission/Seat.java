// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import dev.redlock.admission.info.InfoBytes;
import dev.redlock.admission.info.ServerWords;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.spi.Reply;

/**
 * What we remember of one node from one connection to the next.
 */
final class Seat
{
    static final String NO_MARKER = "";

    RefusalKind refusalKind = RefusalKind.NONE;

    /*
     * Whether a restart loses no keys here.
     */
    private final boolean areKeysKept;

    /*
     * The latest facts that the node told, even if it was refused for them.
     */
    NodeFacts facts;

    /*
     * The latest incarnation that was admitted here, and whether it is still connected, or about to be.
     */
    private NodeFacts taken;
    private boolean isSeated;

    /*
     * The latest incarnation that came up, to distinguish the next one from it.
     */
    private NodeFacts voted;
    private boolean isNewIncarnation;
    private boolean isEmptied;

    /*
     * The present history of the data, as its name may change while the node is up.
     */
    private String history;

    /*
     * It was something else meanwhile, whatever it says when it is back.
     */
    private boolean isDoubted;

    /*
     * It may have evicted keys since it voted; it was warned of.
     */
    private boolean mayHaveEvicted;
    private boolean isWarnedOf;

    /*
     * When it was first known to have lost its marker, and when one attempt before the latest had found none;
     * when the marker was asked for that was there last. All by our monotonic clock. One that does not vote
     * yet is as good as none, and all that begins anew with it.
     */
    private String lack;
    private boolean isMarkerMissing;
    private boolean isMarkerLost;
    private boolean isMarkerStillLost;
    private long lostNs;
    private long stillLostNs;
    private long latestLostNs;
    private boolean isMarkerKept;
    private long keptNs;

    Seat(final boolean areKeysKept)
    {
        this.areKeysKept = areKeysKept;
    }

    /**
     * The node has identified itself. If it may not vote, its earlier grants may be gone.
     */
    void hear(final NodeFacts newFacts)
    {
        facts = newFacts;
        isDoubted |= !newFacts.isMaster();
        mayHaveEvicted |= voted != null && (Warnings.mayEvict(newFacts) || newFacts.hasEvictedSince(voted));
    }

    /**
     * The node is admitted, and about to come up.
     */
    void take(final NodeFacts newFacts)
    {
        facts = newFacts;
        isEmptied = marker() != null &&
            (mayHaveEvicted || !marker().incarnation().equals(newFacts.marker().incarnation()));
        isWarnedOf = Warnings.mayEvict(newFacts) && newFacts.info.number(InfoBytes.LIMIT) != 0;
        isNewIncarnation = isDoubted || voted != null && hasForgotten(newFacts);
        taken = newFacts;
        isSeated = true;
        history = newFacts.history();
        if (voted == null)
        {
            voted = newFacts;
        }
    }

    private boolean hasForgotten(final NodeFacts newFacts)
    {
        return newFacts.isAnotherIncarnationThan(voted) &&
            !(areKeysKept && newFacts.isPlainRestartOf(voted));
    }

    void onUp()
    {
        assert isSeated : "a node comes up that was not admitted: end its dialogue without a refusal first";

        voted = taken;
        isDoubted = false;
        mayHaveEvicted = false;
    }

    void onDown(final long nowNs)
    {
        isSeated = false;
        if (isMarkerMissing)
        {
            isMarkerStillLost = isMarkerLost;
            stillLostNs = latestLostNs;
            latestLostNs = nowNs;
            lostNs = isMarkerLost ? lostNs : nowNs;
            isMarkerLost = true;
            isMarkerMissing = false;
        }
    }

    /**
     * Its marker was read, or written, on a new connection.
     *
     * @param newLack null if it has one that counts; {@link #NO_MARKER}; or the incarnation of one that does
     *                not vote yet.
     */
    void hearMarker(final String newLack)
    {
        final boolean isTheSame = newLack != null && newLack.equals(lack);
        isMarkerLost &= isTheSame;
        isMarkerStillLost &= isTheSame;
        isMarkerKept &= newLack == null;
        isMarkerMissing = newLack != null;
        lack = newLack;
    }

    /**
     * It is up, and has its marker.
     *
     * @param sentNs when it was asked.
     */
    void onMarkerKept(final long sentNs)
    {
        isMarkerKept = true;
        keptNs = sentNs;
    }

    /**
     * Whether a marker is what somebody has begun to write again for the node that has lost its own.
     */
    boolean isBegun(final Marker found)
    {
        final Marker known = marker();

        return known != null && !found.isVoting() && found.seat().equals(known.seat()) &&
            found.deployment().equals(known.deployment().in(Deployment.State.PENDING));
    }

    boolean isMarkerLost()
    {
        return isMarkerLost;
    }

    /**
     * Whether it was asked after another had lost its marker, and had its own.
     */
    boolean hasKeptMarkerSince(final Seat other)
    {
        return isSeated && isMarkerKept && keptNs - other.lostNs >= 0;
    }

    /**
     * Whether it was asked after another had lost its marker, and had none either.
     */
    boolean hasLostMarkerSince(final Seat other)
    {
        return isMarkerStillLost && stillLostNs - other.lostNs >= 0;
    }

    /**
     * The marker that the node had when it came up last; null if there was none.
     */
    Marker marker()
    {
        return voted == null ? null : voted.marker();
    }

    /**
     * Whether its process is the same, but its data are others: its marker has gone, or is another, or keys
     * may have been evicted beside it.
     */
    boolean isEmptied()
    {
        return isEmptied;
    }

    boolean isNewIncarnation()
    {
        return isNewIncarnation;
    }

    /**
     * The facts of who sits here; null while nobody does.
     */
    NodeFacts seated()
    {
        return isSeated ? taken : null;
    }

    boolean isTakenBy(final String runId)
    {
        return isSeated && runId.equals(taken.runId());
    }

    /**
     * Whether standing votes that were given here may belong to a process.
     */
    boolean mayHaveVotesOf(final String runId)
    {
        return voted != null && runId.equals(voted.runId());
    }

    /**
     * Whether another process was here with the same data. A process that has moved brings its own along.
     */
    boolean hasDataOf(final NodeFacts other)
    {
        final boolean isTheSame =
            taken != null && other.isIdentified() && other.runId().equals(taken.runId());

        return taken != null && !isTheSame && other.history() != null && other.history().equals(history);
    }

    /**
     * Judges what a running node says of its role and its data.
     *
     * @return why it is not the admitted incarnation; null if it is, as far as it says.
     */
    String objectionTo(final Reply replication)
    {
        assert isSeated : "nobody sits here: ask about nodes that are up only";

        if (InfoBytes.has(replication, InfoBytes.ROLE) &&
            !InfoBytes.is(replication, InfoBytes.ROLE, "master"))
        {
            isDoubted = true;

            return "is a replica now: its grants may be gone, and its votes are dropped";
        }
        if (history != null && InfoBytes.is(replication, InfoBytes.ID, history) ||
            !InfoBytes.has(replication, InfoBytes.ID))
        {
            return null;
        }
        if (history != null && !InfoBytes.isZeros(replication, InfoBytes.EARLIER_ID))
        {
            isDoubted = true;

            return "has other data than before (its replication id has changed): it was a replica " +
                "meanwhile, and its votes are dropped";
        }
        // A first replica has attached, or the last one has long been away. The data are the same.
        history = InfoBytes.text(replication, InfoBytes.ID);

        return null;
    }

    /**
     * Judges what a running node says of its memory: a marker must not outlive the locks beside it.
     *
     * @return why it may not vote; null if it may.
     */
    String objectionToMemory(final Reply memory)
    {
        assert isSeated : "nobody sits here: ask about nodes that are up only";

        if (taken.marker() == null || !mayEvict(memory))
        {
            return null;
        }

        mayHaveEvicted = true;

        return "may have dropped locks: its maxmemory-policy was set to " +
            ServerWords.plain(InfoBytes.text(memory, InfoBytes.POLICY)) + ", which its " +
            "incarnation marker survives; its votes are dropped. Set it to noeviction";
    }

    /**
     * Warns of a running node that may evict keys now, or takes that back.
     *
     * @return whether anything has changed.
     */
    boolean warnsAnew(final Reply memory)
    {
        final boolean isInDanger =
            mayEvict(memory) && !InfoBytes.is(memory, InfoBytes.LIMIT, "0");
        if (isInDanger == isWarnedOf)
        {
            return false;
        }

        isWarnedOf = isInDanger;
        taken.withdraw(Warnings.POLICY_IS);
        if (isInDanger)
        {
            taken.warn(Warnings.ofPolicy(InfoBytes.text(memory, InfoBytes.POLICY)));
        }

        return true;
    }

    private static boolean mayEvict(final Reply memory)
    {
        return InfoBytes.has(memory, InfoBytes.POLICY) &&
            !InfoBytes.is(memory, InfoBytes.POLICY, Warnings.NO_EVICTION);
    }
}
