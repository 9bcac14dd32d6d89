// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import org.HdrHistogram.Histogram;

import dev.redlock.load.Recording;
import dev.redlock.outcome.Outcome;

/**
 * The figures of one round of one contender.
 *
 * @param recording what was measured.
 * @param crowd     that made the load.
 * @param bytes     allocated in the window by all threads of the contender; negative if not known.
 * @param cpuNs     processor time of the contender's process in the window.
 * @param seconds   that were measured.
 */
record Figures(Recording recording, Crowd crowd, long bytes, long cpuNs, double seconds)
{
    private static final double NS_PER_US = 1e3;
    private static final double P50 = 50;
    private static final double P90 = 90;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    /**
     * Times to acquire.
     */
    Histogram acquire()
    {
        return crowd.paced() ? recording.service() : recording.acquire();
    }

    Map<String, Object> json()
    {
        final boolean isContended = crowd.contended();
        final long cycles = recording.cycles();
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("acquire", percentiles(acquire()));
        if (!crowd.paced())
        {
            json.put("cycle", percentiles(recording.cycle()));
        }
        json.put("cycles_per_second", cycles / seconds);
        json.put("allocated_bytes_per_cycle", bytes < 0 || cycles == 0 ? null : (double)bytes / cycles);
        // A load that keeps a rate to the microsecond spins before each cycle.
        if (cycles > 0 && (crowd.rate() == 0 || crowd.paced()))
        {
            json.put("cpu_us_per_cycle", cpuNs / NS_PER_US / cycles);
        }
        json.put("failures", recording.failures());
        json.put("failed_as", failedAs());
        json.put("missed", recording.missed());
        json.put("longest_wait_us", isContended ? recording.longestWaitNs() / NS_PER_US : null);
        json.put("hand_overs_per_second", isContended ? cycles / seconds : null);

        return json;
    }

    /*
     * UNKNOWN is a release that too few nodes confirmed in time.
     */
    private Map<String, Long> failedAs()
    {
        final Map<String, Long> counts = new LinkedHashMap<>();
        for (final Outcome outcome : Outcome.values())
        {
            if (recording.failures(outcome) > 0)
            {
                counts.put(outcome.name(), recording.failures(outcome));
            }
        }

        return counts;
    }

    String text()
    {
        final Histogram acquire = acquire();
        final long cycles = recording.cycles();

        return String.format(Locale.ROOT,
            "acquire p50 %.1f p99 %.1f max %.0f us, %.0f cycles/s, %.1f B/cycle, CPU %.1f us/cycle%s%s",
            acquire.getValueAtPercentile(P50) / NS_PER_US, acquire.getValueAtPercentile(P99) / NS_PER_US,
            acquire.getMaxValue() / NS_PER_US, cycles / seconds, (double)bytes / cycles,
            cpuNs / NS_PER_US / cycles,
            recording.failures() == 0 ? "" : ", " + recording.failures() + " FAILURES",
            recording.missed() == 0 ? "" : ", " + recording.missed() + " MISSED");
    }

    static Map<String, Object> percentiles(final Histogram histogram)
    {
        final boolean isEmpty = histogram.getTotalCount() == 0;
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", histogram.getTotalCount());
        json.put("p50_us", isEmpty ? null : histogram.getValueAtPercentile(P50) / NS_PER_US);
        json.put("p90_us", isEmpty ? null : histogram.getValueAtPercentile(P90) / NS_PER_US);
        json.put("p99_us", isEmpty ? null : histogram.getValueAtPercentile(P99) / NS_PER_US);
        json.put("p999_us", isEmpty ? null : histogram.getValueAtPercentile(P999) / NS_PER_US);
        json.put("max_us", isEmpty ? null : histogram.getMaxValue() / NS_PER_US);

        return json;
    }
}
