// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.HdrHistogram.Histogram;

import dev.redlock.cli.output.Prose;
import dev.redlock.cli.output.Table;
import dev.redlock.cli.output.Terminal.Colour;
import dev.redlock.quorum.Quorum;
import dev.redlock.text.Printable;

/**
 * Reports for people.
 */
final class ProbeText
{
    private static final int RUN_ID_SHOWN = 8;
    private static final int INDENT = 2;
    private static final double NS_PER_MS = 1e6;

    private ProbeText()
    {
    }

    static List<String> lines(final List<NodeReport> reports, final Quorum quorum)
    {
        final Table nodes = new Table("node", "server", "role", ">up", "verdict");
        final Table times = new Table("node", ">rtt p50", ">p99", ">max", ">clock offset", ">clock rate");
        final Table memory = new Table("node", "run id", "persistence", "eviction", ">lock clients");
        final Map<String, Set<String>> faults = new LinkedHashMap<>();
        final Map<String, Set<String>> risks = new LinkedHashMap<>();
        final Map<String, Set<String>> dangers = new LinkedHashMap<>();
        for (final NodeReport report : reports)
        {
            final Verdict verdict = new Verdict(report);
            final String node = report.status.node();
            addRows(report, verdict.word(), nodes, times, memory);
            collect(faults, verdict.faults(), node);
            collect(risks, verdict.risks(), node);
            collect(dangers, verdict.dangers(), node);
        }

        final List<String> lines = new ArrayList<>(nodes.lines());
        lines.add("");
        if (reports.stream().anyMatch(NodeReport::isUp))
        {
            lines.addAll(times.lines());
            lines.add("");
            lines.addAll(memory.lines());
            lines.add("");
        }
        addFindings(lines, "unfit: ", Colour.RED, faults, reports.size());
        addFindings(lines, "risk: ", Colour.RED, risks, reports.size());
        addFindings(lines, "danger: ", Colour.YELLOW, dangers, reports.size());
        // Scripts read it.
        lines.add(ProbeSummary.of(reports, quorum));

        return lines;
    }

    private static void collect(
        final Map<String, Set<String>> nodesByText, final List<String> texts, final String node)
    {
        texts.forEach((text) -> nodesByText.computeIfAbsent(text, (key) -> new TreeSet<>()).add(node));
    }

    /*
     * What is true of many nodes is said once.
     */
    private static void addFindings(final List<String> lines, final String label, final Colour colour,
        final Map<String, Set<String>> findings, final int nodeCount)
    {
        findings.forEach((text, nodes) ->
        {
            final boolean isCommon = nodes.size() == nodeCount && nodeCount > 1;
            final String where = isCommon ? "every node" : String.join(", ", nodes);
            final List<String> wrapped = Prose.wrap(label + where + ": " + Printable.of(text), INDENT);
            lines.add(colour.paint(label) + wrapped.get(0).substring(label.length()));
            lines.addAll(wrapped.subList(1, wrapped.size()));
        });
        if (!findings.isEmpty())
        {
            lines.add("");
        }
    }

    /*
     * Three tables, as one of all columns would be twice as wide as a terminal.
     */
    private static void addRows(final NodeReport report, final String verdict, final Table nodes,
        final Table times, final Table memory)
    {
        final String node = report.status.node();
        if (!report.isUp())
        {
            nodes.row(node, "-", "-", "-", verdict);

            return;
        }

        final InfoLines info = report.info;
        final String runId = info.text("run_id");
        nodes.row(node, info.server(), info.text("role"), uptime(info.number("uptime_in_seconds")), verdict);
        times.row(node, rtt(report.rtt, 50), rtt(report.rtt, 99), rtt(report.rtt, 100), offset(report),
            rate(report.clock));
        memory.row(node, runId.substring(0, Math.min(RUN_ID_SHOWN, runId.length())), report.persistence(),
            report.maxmemoryPolicy, report.clients == null ? "?" : Prose.count(report.clients.size()));
    }

    private static String uptime(final long seconds)
    {
        if (seconds < 0)
        {
            return "?";
        }

        final Duration up = Duration.ofSeconds(seconds);

        return up.toDays() > 0 ? up.toDays() + "d " + up.toHoursPart() + "h" :
            up.toHours() > 0 ? up.toHours() + "h " + up.toMinutesPart() + "m" :
            up.toMinutes() > 0 ? up.toMinutes() + "m " + up.toSecondsPart() + "s" : seconds + "s";
    }

    private static String rtt(final Histogram rtt, final double percentile)
    {
        return rtt.getTotalCount() == 0 ? "?" : Prose.time(rtt.getValueAtPercentile(percentile));
    }

    private static String offset(final NodeReport report)
    {
        if (report.clock.isEmpty())
        {
            return "?";
        }

        final double middleNs = (report.clockOffsetLowNs + report.clockOffsetHighNs) / 2.0;
        final double halfNs = (report.clockOffsetHighNs - report.clockOffsetLowNs) / 2.0;

        return Prose.format("%+.3f +-%.3f ms", middleNs / NS_PER_MS, halfNs / NS_PER_MS);
    }

    private static String rate(final ClockBounds clock)
    {
        if (!clock.knowsRate())
        {
            return "?";
        }

        return Prose.format("%+d +-%d ppm", Math.round((clock.lowPpm() + clock.highPpm()) / 2),
            Math.round(Math.abs(clock.highPpm() - clock.lowPpm()) / 2));
    }
}
