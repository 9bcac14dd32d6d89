// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.quorum.Quorum;

/**
 * Reports for programs. What could not be found out is null.
 */
final class ProbeJson
{
    private static final double NS_PER_US = 1e3;

    private ProbeJson()
    {
    }

    static Map<String, Object> of(final List<NodeReport> reports, final Quorum quorum)
    {
        final List<Object> nodes = new ArrayList<>();
        int fit = 0;
        for (final NodeReport report : reports)
        {
            fit += new Verdict(report).isFit() ? 1 : 0;
            nodes.add(node(report));
        }

        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("quorum", quorum.required());
        json.put("fit", fit);
        json.put("nodes", nodes);

        return json;
    }

    private static Map<String, Object> node(final NodeReport report)
    {
        final Verdict verdict = new Verdict(report);
        final InfoLines info = report.info;
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("node", report.status.node());
        json.put("state", report.status.state());
        json.put("fit", verdict.isFit());
        json.put("faults", verdict.faults());
        json.put("risks", verdict.risks());
        json.put("dangers", verdict.dangers());
        json.put("server", report.isUp() ? info.server() : null);
        json.put("role", orNull(info.text("role")));
        json.put("run_id", orNull(info.text("run_id")));
        json.put("uptime_s", orNull(info.number("uptime_in_seconds")));
        json.put("appendonly", known(report.appendonly));
        json.put("appendfsync", known(report.appendfsync));
        json.put("maxmemory", orNull(info.number("maxmemory")));
        json.put("maxmemory_policy", known(report.maxmemoryPolicy));
        json.put("lock_clients", report.clients == null ? null : report.clients.size());
        json.put("replicas", orNull(info.number("connected_slaves")));
        json.put("rtt_p50_us", rtt(report, 50));
        json.put("rtt_p99_us", rtt(report, 99));
        json.put("rtt_max_us", rtt(report, 100));
        putClock(json, report);

        return json;
    }

    private static void putClock(final Map<String, Object> json, final NodeReport report)
    {
        final boolean hasOffset = !report.clock.isEmpty();
        final boolean hasRate = report.clock.knowsRate();
        json.put("clock_offset_low_us", hasOffset ? us(report.clockOffsetLowNs) : null);
        json.put("clock_offset_high_us", hasOffset ? us(report.clockOffsetHighNs) : null);
        json.put("clock_rate_low_ppm", hasRate ? report.clock.lowPpm() : null);
        json.put("clock_rate_high_ppm", hasRate ? report.clock.highPpm() : null);
    }

    private static Object rtt(final NodeReport report, final double percentile)
    {
        return report.rtt.getTotalCount() == 0 ? null : us(report.rtt.getValueAtPercentile(percentile));
    }

    private static double us(final long ns)
    {
        return ns / NS_PER_US;
    }

    private static Object orNull(final String text)
    {
        return text.isEmpty() ? null : text;
    }

    private static Object orNull(final long number)
    {
        return number < 0 ? null : number;
    }

    private static Object known(final String text)
    {
        return NodeReport.UNKNOWN.equals(text) ? null : text;
    }
}
