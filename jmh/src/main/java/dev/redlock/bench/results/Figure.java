// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.List;

/**
 * What a row says in numbers.
 */
enum Figure
{
    ACQUIRE_P50("acquire p50", true, "acquire", "p50_us"),
    ACQUIRE_P99("acquire p99", true, "acquire", "p99_us"),
    ACQUIRE_P999("acquire p99.9", true, "acquire", "p999_us"),
    CYCLE_P50("cycle p50", true, "cycle", "p50_us"),
    CYCLE_P99("cycle p99", true, "cycle", "p99_us"),
    CYCLES_PER_SECOND("cycles/s", false, "cycles_per_second"),
    BYTES_PER_CYCLE("B/cycle", true, "allocated_bytes_per_cycle"),
    HAND_OVERS_PER_SECOND("hand-overs/s", false, "hand_overs_per_second"),
    LONGEST_WAIT("longest wait", true, "longest_wait_us"),
    FAILURES("failures", true, "failures"),
    MISSED("missed", true, "missed");

    private final String label;
    private final boolean isLessBetter;
    private final List<String> path;

    Figure(final String label, final boolean isLessBetter, final String... path)
    {
        this.label = label;
        this.isLessBetter = isLessBetter;
        this.path = List.of(path);
    }

    String label()
    {
        return label;
    }

    boolean isLessBetter()
    {
        return isLessBetter;
    }

    List<String> path()
    {
        return path;
    }

    /**
     * How a value of this figure is written.
     */
    String text(final double value)
    {
        switch (this)
        {
            case CYCLES_PER_SECOND:
            case HAND_OVERS_PER_SECOND:
            case FAILURES:
            case MISSED:
                return Numbers.whole(value);

            case BYTES_PER_CYCLE:
                return Numbers.bytes(value);

            default:
                return Numbers.micros(value);
        }
    }
}
