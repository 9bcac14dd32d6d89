// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;

import dev.redlock.LockOptions;

/**
 * What all clients of a run do, in each process.
 *
 * @param prefix  of all keys.
 * @param keys    how many locks they compete for.
 * @param planted what is wrong on purpose.
 */
record LoadSettings(String prefix, int keys, PlantedFault planted)
{
    /**
     * The longest time to live in use: a node that forgets must stay away for longer.
     */
    static final Duration LONGEST_TTL = Duration.ofMillis(1600);

    private static final Duration SHORT_TTL = Duration.ofMillis(800);
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);

    /**
     * How a worker acquires and holds.
     */
    enum Manner
    {
        /**
         * In and out.
         */
        BRIEF,

        /**
         * For a good part of the time to live, or longer: until the validity ends by itself.
         */
        LONG,

        /**
         * As LONG, with extensions that the worker asks for.
         */
        EXTENDING,

        /**
         * As LONG, with automatic extension.
         */
        AUTOMATIC
    }

    static LockOptions options(final Manner manner)
    {
        final LockOptions options = LockOptions.DEFAULT;
        return switch (manner)
        {
            case BRIEF -> options.withTtl(SHORT_TTL);
            case AUTOMATIC -> options.withTtl(SHORT_TTL).withAutoExtend(LONGEST_HOLD);
            default -> options.withTtl(LONGEST_TTL).withMaxHold(LONGEST_HOLD, Integer.MAX_VALUE);
        };
    }

}
