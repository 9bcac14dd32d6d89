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
package dev.redlock.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Counter;

/**
 * Engines with all that belongs to them, over a network at its worst. Not yet the swarm: its first breath.
 * <p>
 * A failure names its seed and shows the end of its history; {@code -Dredlock.seed=…} runs that history
 * alone, and {@code -Dredlock.histories=…} more of them.
 */
class EngineHistoriesTest
{
    private static final String SEED = "redlock.seed";
    private static final int HISTORIES = Integer.getInteger("redlock.histories", 200);
    private static final long STORM_NS = 8 * History.SECOND;
    private static final int LINES_SHOWN = 40;

    private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);

    @Test
    void shouldNeverHaveTwoHoldersAndAlwaysRecover()
    {
        if (Long.getLong(SEED) != null)
        {
            run(Long.getLong(SEED));

            return;
        }

        int acquisitions = 0;
        for (long seed = 0; seed < HISTORIES; seed++)
        {
            acquisitions += run(seed);
        }

        assertThat(acquisitions).isGreaterThan(20 * HISTORIES);
        for (final Counter counter : List.of(
            Counter.ATTEMPTS_CONTENDED, Counter.ATTEMPTS_NO_QUORUM, Counter.ATTEMPTS_GIVEN_UP,
            Counter.EXTENSIONS_WON, Counter.EXTENSIONS_INCONCLUSIVE, Counter.LEASES_LOST,
            Counter.RELEASES_DEFERRED, Counter.RELEASES_MOOT, Counter.STRAGGLERS_KEPT, Counter.NODE_TIMEOUTS,
            Counter.NODE_ERRORS, Counter.SCRIPTS_RESENT, Counter.HALF_OPEN, Counter.NODE_RESTARTS))
        {
            assertThat(counts.getOrDefault(counter, 0L)).as(counter.label()).isGreaterThan(HISTORIES / 10);
        }
        assertThat(counts.getOrDefault(Counter.REPLIES_UNMATCHED, 0L)).isZero();
    }

    @Test
    void shouldRunTheSameHistoryTwice()
    {
        assertThat(transcript(11)).isEqualTo(transcript(11)).hasSizeGreaterThan(1000)
            .isNotEqualTo(transcript(12));
    }

    private int run(final long seed)
    {
        final History history = new History(seed, History.weather(seed), counts);
        history.storm(STORM_NS);
        final List<String> complaints = history.calm();
        if (!complaints.isEmpty())
        {
            throw new AssertionError("replay with -D" + SEED + "=" + seed + ": " + complaints + "; " +
                History.weather(seed) + "; it ended like this:\n" + end(seed));
        }

        return history.acquisitions();
    }

    private String end(final long seed)
    {
        final ArrayDeque<String> lines = new ArrayDeque<>();
        final History history = new History(seed, History.weather(seed), counts);
        history.network().watch((timeNs, words) ->
        {
            if (history.checker().violations().isEmpty())
            {
                lines.add(timeNs + " " + words);
            }
            if (lines.size() > LINES_SHOWN)
            {
                lines.remove();
            }
        });
        history.storm(STORM_NS);
        history.calm();

        return String.join("\n", lines);
    }

    private List<String> transcript(final long seed)
    {
        final List<String> lines = new ArrayList<>();
        final History history = new History(seed, History.weather(seed), counts);
        history.network().watch((timeNs, words) -> lines.add(timeNs + " " + words));
        history.storm(STORM_NS);
        history.calm();

        return lines;
    }
}
