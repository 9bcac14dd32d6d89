// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import java.util.ConcurrentModificationException;

import dev.redlock.Lease;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * Why a lease was lost, and what helps against that.
 */
final class LossWords
{
    private LossWords()
    {
    }

    /**
     * After an extension that failed, of a lease that is not held any more. A loss that it has found was told
     * before its outcome.
     *
     * @param wasHeld whether it was before the extension.
     */
    static LostReason ofExtension(final Lease lease, final Outcome outcome, final boolean wasHeld)
    {
        return told(lease, switch (outcome)
        {
            case CLOSED -> LostReason.CLOSED;
            case MAX_HOLD_REACHED -> LostReason.MAX_HOLD_REACHED;
            case INCONCLUSIVE -> LostReason.EXPIRED;
            default -> wasHeld ? LostReason.REFUSED : LostReason.EXPIRED;
        });
    }

    /**
     * After a release that came too late.
     *
     * @param wasHeld whether the lease was held before the release: then the nodes knew better.
     */
    static LostReason ofRelease(final Lease lease, final Outcome outcome, final boolean wasHeld)
    {
        return told(lease, switch (outcome)
        {
            case CLOSED -> LostReason.CLOSED;
            case EXPIRED -> wasHeld ? LostReason.REFUSED : LostReason.EXPIRED;
            default -> LostReason.EXPIRED;
        });
    }

    /*
     * The engine may not have looked yet.
     */
    private static LostReason told(final Lease lease, final LostReason otherwise)
    {
        return lease.lost().toCompletableFuture().getNow(otherwise);
    }

    static ConcurrentModificationException beforeUnlock(final String name, final LostReason reason)
    {
        return new ConcurrentModificationException("lock " + name +
            " was lost before unlock(): " + inWords(reason) +
            "; the work was not protected to its end, so check what it did; " + remedy(reason));
    }

    static ConcurrentModificationException beforeLockedAgain(final String name, final LostReason reason)
    {
        return new ConcurrentModificationException(
            "lock " + name + " was lost before it was locked again: " + goingOn(reason));
    }

    static IllegalStateException beforeRenewal(final String name, final LostReason reason)
    {
        return new IllegalStateException(
            "lock " + name + " was lost before it was renewed: " + goingOn(reason));
    }

    private static String goingOn(final LostReason reason)
    {
        return inWords(reason) +
            "; the work is not protected any more, so stop it, check what it did, and unlock; " +
            remedy(reason);
    }

    private static String inWords(final LostReason reason)
    {
        return switch (reason)
        {
            case EXPIRED -> "its time to live was over (EXPIRED)";
            case MAX_HOLD_REACHED -> "the limit of withAutoExtend was reached (MAX_HOLD_REACHED)";
            case REFUSED -> "too few nodes still had its key (REFUSED)";
            case CLOSED -> "the client was closed (CLOSED)";
            case ENGINE_FAILED -> "the client has failed (ENGINE_FAILED)";
        };
    }

    private static String remedy(final LostReason reason)
    {
        return switch (reason)
        {
            case EXPIRED -> "use a longer time to live, lock again or renewLock in between, or options " +
                "withAutoExtend";
            case MAX_HOLD_REACHED -> "raise that limit, or leave out withAutoExtend and use renewLock " +
                "in between";
            case REFUSED -> "look for who deletes the key, or restarts nodes";
            case CLOSED -> "stop what uses the registry before the client is closed";
            case ENGINE_FAILED -> "look at its log, and build another client";
        };
    }
}
