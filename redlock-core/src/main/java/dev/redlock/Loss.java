// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.calls.LateAnswers;

/**
 * The loss of one lease, which may never come. Frees the handle of the lease when it does. Where there is no
 * memory to tell it, it is told later.
 */
final class Loss extends LateAnswers.Answer implements LockListener
{
    private final CompletableFuture<LostReason> reason = new CompletableFuture<>();
    private volatile long remainedNs;
    private @Nullable LockHandle lost;
    private @Nullable LostReason told;

    @Override
    public void onLost(final LockHandle handle, final long term, final LostReason why)
    {
        remainedNs = Math.max(0, -handle.handle().overdueNs());
        lost = handle;
        told = why;
        if (!tryGive())
        {
            handle.handle().answerLater(this);
        }
    }

    @Override
    protected boolean tryGive()
    {
        try
        {
            lost.close();
            // Once more wakes those that an attempt without memory has not reached.
            reason.complete(told);

            return true;
        }
        catch (final OutOfMemoryError ex)
        {
            return false;
        }
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
