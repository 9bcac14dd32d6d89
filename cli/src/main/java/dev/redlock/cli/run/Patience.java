// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.time.Duration;

import dev.redlock.cli.output.Progress;
import dev.redlock.text.Printable;

/**
 * How long a run waits for its lock. It begins when this is made, before the client connects: who says three
 * seconds means all of it.
 */
final class Patience
{
    private final long startNs = System.nanoTime();
    private final Duration length;
    private final Progress progress;

    /**
     * Patience that begins now.
     *
     * @param key    of the lock.
     * @param length zero for a single attempt.
     */
    Patience(final String key, final Duration length)
    {
        this.length = length;
        progress = Progress.ofWaiting("redlock: waiting for lock '" + Printable.of(key) + "'", length);
    }

    Duration length()
    {
        return length;
    }

    /**
     * What is left now; when nothing is, a single attempt is made all the same.
     */
    Duration left()
    {
        final Duration left = length.minusNanos(System.nanoTime() - startNs);

        return left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * The line that tells of the waiting.
     */
    Progress progress()
    {
        return progress;
    }
}
