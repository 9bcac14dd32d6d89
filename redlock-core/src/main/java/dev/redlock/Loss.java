// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.redlock.outcome.LostReason;

/**
 * The loss of one lease, which may never come. Frees the handle of the lease when it does.
 */
final class Loss implements LockListener
{
    private final CompletableFuture<LostReason> reason = new CompletableFuture<>();
    private volatile long remainedNs;

    @Override
    public void onLost(final LockHandle handle, final long term, final LostReason why)
    {
        remainedNs = Math.max(0, -handle.handle().overdueNs());
        handle.close();
        reason.complete(why);
    }

    /**
     * Completes with the reason.
     */
    CompletionStage<LostReason> stage()
    {
        return reason.minimalCompletionStage();
    }

    /**
     * The reason; null if no loss has been told yet.
     */
    @Nullable LostReason reason()
    {
        return reason.getNow(null);
    }

    /**
     * Validity that was left on paper when the lease was lost: nodes, or a close, can end it before its time.
     */
    long remainedNs()
    {
        return remainedNs;
    }
}
