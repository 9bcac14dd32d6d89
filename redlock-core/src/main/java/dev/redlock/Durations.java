// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.text.DurationText;

/**
 * Durations as nanoseconds.
 */
final class Durations
{
    /*
     * A long holds 292 years of nanoseconds, so no sum of instants and durations, and no small multiple of
     * one, overflows.
     */
    private static final Duration LONGEST = Duration.ofDays(3_650);

    private static final Duration LONGEST_KEPT = Duration.ofMillis(ClaimOptions.MAX_TTL_MS);

    private Durations()
    {
    }

    /**
     * A duration that is neither null nor negative; very long ones are cut to ten years.
     */
    static long toNanos(final String what, final Duration duration)
    {
        if (requireNonNull(duration, what).isNegative())
        {
            throw new IllegalArgumentException(what + " is " + text(duration) + " but must not be negative");
        }

        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }

    /**
     * A duration that is positive.
     */
    static long toPositiveNanos(final String what, final Duration duration)
    {
        final long nanos = toNanos(what, duration);
        if (nanos == 0)
        {
            throw new IllegalArgumentException(what + " is " + text(duration) + " but must be positive");
        }

        return nanos;
    }

    /**
     * How long a released key is kept, in milliseconds, rounded up.
     */
    static long toKeepMs(final Duration keep)
    {
        if (requireNonNull(keep, "keep").compareTo(LONGEST_KEPT) > 0)
        {
            throw new IllegalArgumentException("a key is to be kept for " + text(keep) +
                " after its release but may for " + text(LONGEST_KEPT) + " at most, the longest time to " +
                "live: hold the lock, extended automatically, as long as it takes, and release it then");
        }

        if (keep.isNegative())
        {
            throw new IllegalArgumentException("a key is to be kept for " + text(keep) +
                " after its release but the time must not be negative: zero releases it at once");
        }

        return keep.plusNanos(999_999).toMillis();
    }

    /**
     * As the command line writes it, not as ISO 8601.
     */
    static String text(final Duration duration)
    {
        final boolean isShort =
            duration.compareTo(LONGEST) <= 0 && duration.compareTo(LONGEST.negated()) >= 0;

        return isShort ? DurationText.of(duration.toNanos()) : duration.toSeconds() + "s";
    }
}
