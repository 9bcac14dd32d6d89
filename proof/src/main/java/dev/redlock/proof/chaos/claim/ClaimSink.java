// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos.claim;

/**
 * Where workers report what they claim. Any thread.
 */
public interface ClaimSink
{
    /**
     * An acquisition has succeeded.
     *
     * @param claim as far as it goes at its first instant.
     */
    void begun(ClaimedInterval claim);

    /**
     * A claim has ended.
     *
     * @param claim the whole of it.
     */
    void ended(ClaimedInterval claim);

    /**
     * Something threw that should not.
     *
     * @param error what, in one line.
     */
    void failed(String error);
}
