// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.outcome.Cause;
import dev.redlock.spi.ErrorCode;
import dev.redlock.text.Printable;

/**
 * How one node voted, and why.
 *
 * @param node      its address, without secrets.
 * @param cause     of the vote.
 * @param errorCode of the server, if the cause is {@link Cause#SERVER_ERROR}.
 * @param errorText the server's words in that case; otherwise empty.
 */
public record NodeVote(String node, Cause cause, ErrorCode errorCode, String errorText)
{
    @Override
    public String toString()
    {
        return node + " " + cause + (errorText.isEmpty() ? "" : " (" + Printable.of(errorText) + ")");
    }
}
