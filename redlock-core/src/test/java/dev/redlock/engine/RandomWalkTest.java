// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Counter;

class RandomWalkTest
{
    private static final String SEED = "redlock.walk.seed";
    private static final int WALKS = Integer.getInteger("redlock.walks", 1_500);

    @Test
    void shouldHoldItsPromisesWhateverHappens()
    {
        final Long single = Long.getLong(SEED);
        final Map<Counter, Integer> counts = new EnumMap<>(Counter.class);
        final Set<String> told = new HashSet<>();
        final long firstSeed = single == null ? 1 : single;
        final long lastSeed = single == null ? WALKS : single;

        for (long seed = firstSeed; seed <= lastSeed; seed++)
        {
            final RandomWalk walk = new RandomWalk(seed);
            try
            {
                walk.run();
            }
            catch (final AssertionError | RuntimeException ex)
            {
                throw new AssertionError("repeat with -Dtest=RandomWalkTest -D" + SEED + "=" + seed +
                    System.lineSeparator() + walk.rig.transcript(), ex);
            }
            walk.rig.addTo(counts, told);
        }

        if (single == null)
        {
            assertThat(counts.keySet()).as("what the walks have seen").contains(SEEN);
            assertThat(counts.get(Counter.ATTEMPTS_WON)).isGreaterThan(2 * WALKS);
            assertThat(told).contains(TOLD);
        }
    }

    private static final Counter[] SEEN = {
        Counter.ATTEMPTS, Counter.ATTEMPTS_WON, Counter.ATTEMPTS_CONTENDED, Counter.ATTEMPTS_NO_QUORUM,
        Counter.ATTEMPTS_TOO_LATE, Counter.ATTEMPTS_GIVEN_UP, Counter.CALLS_BACK_PRESSURED,
        Counter.LOCAL_WAITS, Counter.TURNS_GIVEN, Counter.EXTENSIONS, Counter.EXTENSIONS_WON,
        Counter.EXTENSIONS_INCONCLUSIVE, Counter.LEASES_LOST, Counter.RELEASES, Counter.RELEASES_UNKNOWN,
        Counter.RELEASES_DEFERRED,
        Counter.RELEASES_MOOT, Counter.RELEASES_LEFT,
        Counter.STRAGGLERS, Counter.STRAGGLERS_KEPT, Counter.REPLIES_UNMATCHED,
        Counter.NODE_TIMEOUTS, Counter.NODE_ERRORS, Counter.SCRIPTS_RESENT, Counter.CONNECTS,
        Counter.DISCONNECTS, Counter.HALF_OPEN, Counter.NODE_RESTARTS
    };

    private static final String[] TOLD = {
        "acquired 2", "denied CONTENDED", "denied NO_QUORUM", "denied TOO_LATE", "denied TIMED_OUT",
        "denied BACK_PRESSURED", "denied ALREADY_HELD", "denied BUSY", "denied CANCELLED", "denied CLOSED",
        "valid longer", "valid shorter", "extended EXTENDED", "extended INCONCLUSIVE",
        "extended MAX_HOLD_REACHED", "extended STALE_TERM", "extended LOST", "released RELEASED",
        "released EXPIRED", "released UNKNOWN", "released STALE_TERM", "lost EXPIRED",
        "lost MAX_HOLD_REACHED", "lost REFUSED"
    };
}
