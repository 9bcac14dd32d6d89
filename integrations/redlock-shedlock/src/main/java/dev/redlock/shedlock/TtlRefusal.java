// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import java.time.Duration;

import dev.redlock.text.Printable;

/**
 * What the client says of a time to live, in ShedLock's words.
 */
final class TtlRefusal
{
    private TtlRefusal()
    {
    }

    static IllegalArgumentException of(final String name, final Duration lockAtMostFor,
        final Duration longestTtl, final IllegalArgumentException why)
    {
        return refuse("lock '" + Printable.of(name) + "' with a ", lockAtMostFor, longestTtl, why);
    }

    static IllegalArgumentException ofCheck(
        final Duration lockAtMostFor, final Duration longestTtl, final IllegalArgumentException why)
    {
        return refuse("a ", lockAtMostFor, longestTtl, why);
    }

    /*
     * Of what helps against too long a time, the client knows no lockAtMostFor and no KeepAliveLockProvider.
     */
    private static IllegalArgumentException refuse(final String subject, final Duration lockAtMostFor,
        final Duration longestTtl, final IllegalArgumentException why)
    {
        final String reason = lockAtMostFor.compareTo(longestTtl) <= 0 ? why.getMessage() :
            "the client's longestTtl is " + longestTtl + ", and a node that restarts votes again after " +
            "that; raise RedlockBuilder.longestTtl (in Spring Boot redlock.longest-ttl) in all clients, " +
            "shorten lockAtMostFor, or wrap the provider in ShedLock's KeepAliveLockProvider";

        return new IllegalArgumentException(
            subject + "lockAtMostFor of " + lockAtMostFor + " is refused: " + reason, why);
    }
}
