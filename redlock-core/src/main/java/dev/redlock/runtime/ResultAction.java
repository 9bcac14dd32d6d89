// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

/**
 * What is run with the result of an asynchronous call, on the engine thread. Must not wait for the engine.
 */
@FunctionalInterface
public interface ResultAction
{
    /**
     * Cares for no result.
     */
    ResultAction NONE = termOrCode ->
    {
    };

    /**
     * The call has ended.
     *
     * @param termOrCode stamp of a new term, or the code of an {@link dev.redlock.outcome.Outcome}.
     */
    void onResult(long termOrCode);
}
