/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

import dev.redlock.outcome.DurationText;

/**
 * Durations as nanoseconds.
 */
final class Durations
{
    /*
     * A fourth of what a long can hold, so that sums of instants and durations never overflow.
     */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private Durations()
    {
    }

    /**
     * A duration that is neither null nor negative; very long ones are cut to 73 years.
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
     * A duration that is positive, too.
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
     * As the command line writes it, and not in the notation of ISO 8601.
     */
    static String text(final Duration duration)
    {
        final boolean isShort =
            duration.compareTo(LONGEST) <= 0 && duration.compareTo(LONGEST.negated()) >= 0;

        return isShort ? DurationText.of(duration.toNanos()) : duration.toSeconds() + "s";
    }
}
