// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.concurrent.CompletionStage;

/**
 * A lock in the form of the contender's own futures. One call at a time.
 */
interface AsyncMutex
{
    /**
     * One attempt.
     */
    CompletionStage<Boolean> acquire();

    /**
     * Releases what is held.
     */
    CompletionStage<Boolean> release();
}
