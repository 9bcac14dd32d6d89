// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import java.util.List;

/**
 * What a row says in numbers.
 */
public enum Figure
{
    /**
     * Median of the times to acquire.
     */
    ACQUIRE_P50("acquire p50", true, "acquire", "p50_us"),

    /**
     * Their 99th percentile.
     */
    ACQUIRE_P99("acquire p99", true, "acquire", "p99_us"),

    /**
     * Their 99.9th percentile.
     */
    ACQUIRE_P999("acquire p99.9", true, "acquire", "p999_us"),

    /**
     * Median of the times to acquire and release.
     */
    CYCLE_P50("cycle p50", true, "cycle", "p50_us"),

    /**
     * Their 99th percentile.
     */
    CYCLE_P99("cycle p99", true, "cycle", "p99_us"),

    /**
     * Locks acquired and released in a second.
     */
    CYCLES_PER_SECOND("cycles/s", false, "cycles_per_second"),

    /**
     * Allocated by all threads of the contender.
     */
    BYTES_PER_CYCLE("B/cycle", true, "allocated_bytes_per_cycle"),

    /**
     * Processor time of the contender's process.
     */
    CPU_PER_CYCLE("CPU µs/cycle", true, "cpu_us_per_cycle"),

    /**
     * Changes of the holder in a second.
     */
    HAND_OVERS_PER_SECOND("hand-overs/s", false, "hand_overs_per_second"),

    /**
     * The longest time that anybody waited.
     */
    LONGEST_WAIT("longest wait", true, "longest_wait_us"),

    /**
     * Cycles that failed.
     */
    FAILURES("failures", true, "failures"),

    /**
     * Cycles that were due and never began.
     */
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

    public String label()
    {
        return label;
    }

    public boolean isLessBetter()
    {
        return isLessBetter;
    }

    public List<String> path()
    {
        return path;
    }

    /**
     * How a value of this figure is written.
     */
    public String text(final double value)
    {
        return switch (this)
        {
            case CYCLES_PER_SECOND, HAND_OVERS_PER_SECOND, FAILURES, MISSED -> Numbers.whole(value);
            case BYTES_PER_CYCLE -> Numbers.bytes(value);
            default -> Numbers.micros(value);
        };
    }
}
