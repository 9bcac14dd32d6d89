// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;

import dev.redlock.cli.bench.BenchSettings.Client;
import dev.redlock.load.Recording;
import dev.redlock.outcome.Outcome;

/**
 * A result for programs.
 */
final class BenchJson
{
    private static final double NS_PER_US = 1e3;

    private BenchJson()
    {
    }

    static Map<String, Object> of(final BenchResult result, final Map<String, Object> environment)
    {
        final Recording recording = result.recording();
        final Map<String, Object> json = new LinkedHashMap<>();
        putPercentiles(json, "acquire", recording.acquire());
        putPercentiles(json, "release", recording.release());
        putPercentiles(json, "cycle", recording.cycle());
        if (result.settings().isOpen())
        {
            putPercentiles(json, "acquire_service", recording.service());
        }
        json.put("cycles", recording.cycles());
        json.put("cycles_per_second", result.cyclesPerSecond());
        json.put("allocated_bytes_per_cycle", result.allocatedBytesPerCycle());
        json.put("cpu_us_per_cycle", result.cpuUsPerCycle());
        json.put("failures", result.recording().failures());
        json.put("failures_by_outcome", failures(recording));
        json.put("not_started", recording.missed());
        json.put("rate_missed", result.isRateMissed());
        json.put("rtt_p50_us", rtts(result));
        json.put("missing_before", result.missing().before());
        json.put("missing_after", result.missing().after());
        json.put("settings", settings(result.settings()));
        json.put("environment", environment);

        return json;
    }

    private static void putPercentiles(
        final Map<String, Object> json, final String name, final Histogram histogram)
    {
        json.put(name + "_p50_us", us(histogram, 50));
        json.put(name + "_p90_us", us(histogram, 90));
        json.put(name + "_p99_us", us(histogram, 99));
        json.put(name + "_p999_us", us(histogram, 99.9));
        json.put(name + "_p9999_us", us(histogram, 99.99));
        json.put(name + "_max_us", us(histogram, 100));
    }

    private static Object us(final Histogram histogram, final double percentile)
    {
        return histogram.getTotalCount() == 0 ? null : histogram.getValueAtPercentile(percentile) / NS_PER_US;
    }

    static Map<String, Object> failures(final Recording recording)
    {
        final Map<String, Object> failures = new LinkedHashMap<>();
        Stream.of(Outcome.values()).filter((outcome) -> recording.failures(outcome) > 0)
            .forEach((outcome) -> failures.put(outcome.name(), recording.failures(outcome)));

        return failures;
    }

    private static Map<String, Object> rtts(final BenchResult result)
    {
        final Map<String, Object> rtts = new LinkedHashMap<>();
        for (int i = 0; i < result.nodes().size(); i++)
        {
            rtts.put(result.nodes().get(i), us(result.rtts().get(i), 50));
        }

        return rtts;
    }

    private static Map<String, Object> settings(final BenchSettings settings)
    {
        final Client client = settings.client();
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("transport", client.transport());
        json.put("io", client.io());
        json.put("mode", client.mode());
        json.put("loop", settings.isOpen() ? "open" : "closed");
        json.put("rate", settings.isOpen() ? settings.rate() : null);
        json.put("threads", settings.threads());
        json.put("in_flight", settings.inFlight());
        json.put("keys", settings.keys());
        json.put("ttl_ms", client.locks().ttl().toMillis());
        json.put("fenced", client.locks().isFenced());
        json.put("warmup_s", settings.warmup().toMillis() / 1e3);
        json.put("seconds", settings.measured().toMillis() / 1e3);
        json.put("idle", client.idle().name().toLowerCase(Locale.ROOT));
        json.put("longest_look_us",
            client.longestLook() == null ? null : client.longestLook().toNanos() / NS_PER_US);

        return json;
    }
}
