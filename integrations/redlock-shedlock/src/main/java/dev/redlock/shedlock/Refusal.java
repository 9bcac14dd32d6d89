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
    private Refusal()
    {
    }

    static IllegalArgumentException of(
        final String name, final Duration lockAtMostFor, final IllegalArgumentException why)
    {
        return new IllegalArgumentException("lock '" + Printable.of(name) + "' with a lockAtMostFor of " +
            lockAtMostFor + " is refused: " + why.getMessage() +
            " (ShedLock's way to hold a lock for longer is its KeepAliveLockProvider)", why);
    }
}
