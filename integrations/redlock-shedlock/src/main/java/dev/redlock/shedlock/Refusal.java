// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import java.time.Duration;

import dev.redlock.spi.Printable;

/**
 * What the client says of a time to live, in ShedLock's words.
 */
final class Refusal
{
    /*
     * Where the client begins to advise. Options of its own cannot help here, and others can.
     */
    private static final String ADVICE = "; raise RedlockBuilder.longestTtl";

    private Refusal()
    {
    }

    static IllegalArgumentException of(
        final String name, final Duration lockAtMostFor, final IllegalArgumentException why)
    {
        return refuse("lock '" + Printable.of(name) + "' with a lockAtMostFor of ", lockAtMostFor, why);
    }

    static IllegalArgumentException ofCheck(final Duration lockAtMostFor, final IllegalArgumentException why)
    {
        return refuse("a lockAtMostFor of ", lockAtMostFor, why);
    }

    private static IllegalArgumentException refuse(
        final String subject, final Duration lockAtMostFor, final IllegalArgumentException why)
    {
        final String reason = why.getMessage();
        final int advice = reason.indexOf(ADVICE);

        return new IllegalArgumentException(subject + lockAtMostFor + " is refused: " + (advice < 0 ? reason :
            reason.substring(0, advice) + ADVICE + " (the same in all clients), shorten lockAtMostFor, or " +
            "wrap the provider in ShedLock's KeepAliveLockProvider"), why);
    }
}
