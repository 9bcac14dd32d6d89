// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.ArrayList;
import java.util.List;

import org.HdrHistogram.Histogram;

import dev.redlock.cli.output.Prose;
import dev.redlock.cli.output.Table;
import dev.redlock.load.Recording;
import dev.redlock.outcome.Outcome;

/**
 * A result for people.
 */
final class BenchText
{
    private static final double NS_PER_US = 1e3;
    private static final int INDENT = 2;

    private BenchText()
    {
    }

    static List<String> lines(final BenchResult result)
    {
        final Recording recording = result.recording();
        final Table table = new Table("us", ">p50", ">p90", ">p99", ">p99.9", ">p99.99", ">max");
        row(table, "acquire", recording.acquire());
        row(table, "release", recording.release());
        row(table, "cycle", recording.cycle());
        if (result.settings().isOpen())
        {
            row(table, "acquire *", recording.service());
        }

        final List<String> lines = new ArrayList<>();
        lines.add(load(result.settings()));
        lines.add("");
        lines.addAll(table.lines());
        if (result.settings().isOpen())
        {
            lines.add("* from its true beginning, not from when it should have begun");
        }
        lines.add("");
        lines.add(Prose.format("%,d cycles, %,.1f a second", recording.cycles(), result.cyclesPerSecond()));
        lines.add(Prose.format("%.2f bytes allocated per cycle, by all threads together",
            result.allocatedBytesPerCycle()));
        lines.add(Prose.format("%.1f us of processor time per cycle, by the whole process",
            result.cpuUsPerCycle()));
        lines.add(failures(result));
        if (result.isRateMissed())
        {
            lines.add(Prose.format("the rate of %,.0f a second was missed, and %,d cycles never began: " +
                "these are the figures of an overload", result.settings().rate(), recording.missed()));
        }

        result.missing().before().forEach((node) -> lines.add("not there before the run: " + node));
        result.missing().after().forEach((node) -> lines.add("not there after the run: " + node));

        return lines.stream().flatMap((line) -> Prose.wrap(line, INDENT).stream()).toList();
    }

    private static String load(final BenchSettings settings)
    {
        return (settings.isOpen() ? Prose.format("open loop, %,.0f cycles a second", settings.rate()) :
            "closed loop") + ", " + settings.client().mode() +
            ", " + Prose.plural(settings.threads(), "thread") +
            (settings.isAsynchronous() ? " with " + settings.inFlight() + " locks in flight each" : "") +
            ", " + Prose.plural(settings.keys(), "key") +
            ", ttl " + Prose.duration(settings.client().locks().ttl()) +
            (settings.client().locks().isFenced() ? ", fenced" : "");
    }

    private static void row(final Table table, final String name, final Histogram histogram)
    {
        table.row(name, us(histogram, 50), us(histogram, 90), us(histogram, 99), us(histogram, 99.9),
            us(histogram, 99.99), us(histogram, 100));
    }

    private static String us(final Histogram histogram, final double percentile)
    {
        return histogram.getTotalCount() == 0 ? "-" :
            Prose.format("%,.1f", histogram.getValueAtPercentile(percentile) / NS_PER_US);
    }

    private static String failures(final BenchResult result)
    {
        final StringBuilder line = new StringBuilder(Prose.plural(result.recording().failures(), "failure"));
        String separator = ": ";
        for (final Outcome outcome : Outcome.values())
        {
            final long count = result.recording().failures(outcome);
            if (count > 0)
            {
                line.append(separator).append(Prose.count(count)).append(' ').append(outcome);
                separator = ", ";
            }
        }

        return line.toString();
    }
}
