// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.redlock.bench.results.raw.Figure;
import dev.redlock.bench.results.raw.Folder;
import dev.redlock.bench.results.raw.Group;
import dev.redlock.bench.results.raw.Numbers;

/**
 * The few numbers of the README of the project, from one folder, in words for somebody who has not read how
 * we measure.
 */
final class NumbersTable
{
    static final String BEGIN = "<!-- numbers -->";
    static final String END = "<!-- /numbers -->";

    private static final String ONE_NODE = "nodes-1";
    private static final String FIVE_NODES = "uncontended";
    private static final String CEILING = "in-flight-256";
    private static final String TAIL = "1 in 100 takes longer than";
    private static final String DEFAULT = "redlock-dedicated-blocking";

    private static final List<Line> LINES = List.of(
        new Line("this library, invoker mode: your own thread does the I/O", "redlock-invoker"),
        new Line("**this library, default settings**", DEFAULT),
        new Line("written by hand with Jedis", "jedis-by-hand"),
        new Line("written by hand with Lettuce", "lettuce-by-hand"),
        new Line("Redisson: `RLock` (one server), `RedissonRedLock` (five)", "redisson-rlock-1",
            "redisson-redlock"));

    private NumbersTable()
    {
    }

    /**
     * What stands between the markers.
     */
    static String of(final Folder folder) throws IOException
    {
        final Markdown out = new Markdown();
        writeTable(out, folder);
        out.line("").line("Medians of " + folder.rounds() + " rounds, taken in turns, one lock at a time." +
            spread(folder) + inFlight(folder) + " " + folder.losses().orElseThrow().strip() +
            " [All cases, commands and data](perf-results/" +
            folder.name() + "/README.md); [what the figures mean](docs/measurement.md).");

        for (final PercentilePlot plot : PercentilePlot.of(folder))
        {
            if (plot.scenario().equals(FIVE_NODES))
            {
                out.line("").line("![How long a lock over five servers took, by percentile](perf-results/" +
                    folder.name() + "/plots/" + plot.file() + ")");
            }
        }

        return out.toString();
    }

    /**
     * Whether a folder has our default in the table.
     */
    static boolean canShow(final Folder folder)
    {
        return folder.of(ONE_NODE, DEFAULT).isPresent() || folder.of(FIVE_NODES, DEFAULT).isPresent();
    }

    /**
     * The table alone.
     */
    static void writeTable(final Markdown out, final Folder folder)
    {
        out.header("one lock that nobody else wants", "1 server: acquire in µs, median", TAIL,
            "5 servers: acquire in µs, median", TAIL, "5 servers: locks and releases/s",
            "5 servers: bytes allocated per lock");
        folder.floor(FIVE_NODES).or(() -> folder.floor(ONE_NODE)).map(Group::contender)
            .ifPresent(floor -> baseline(floor).writeTo(out, folder));
        LINES.forEach(line -> line.writeTo(out, folder));
    }

    /*
     * In C, or in Java where no compiler was found.
     */
    private static Line baseline(final String floor)
    {
        return new Line("baseline: a " + ("floor-c".equals(floor) ? "C" : "Java") +
            " program that only sends the same commands and reads the replies", floor);
    }

    private static String spread(final Folder folder)
    {
        return folder.of(FIVE_NODES, DEFAULT).flatMap(group -> folder.floor(FIVE_NODES).map(floor ->
            " Rounds differ: on five servers our default's median was " +
            group.spread(Figure.ACQUIRE_P50, floor).spread() + " times the baseline's.")).orElse("");
    }

    private static String inFlight(final Folder folder)
    {
        final Optional<Group> ours = folder.of(CEILING, "redlock-dedicated");
        final String byFloor = ours.flatMap(group -> folder.floor(CEILING).map(floor ->
            ", " + Numbers.ratio(group.ratio(Figure.CYCLES_PER_SECOND, floor)) +
            " times the baseline's, which works in batches")).orElse("");

        return ours.map(group -> " With 256 locks in flight: " + Figure.CYCLES_PER_SECOND.text(
            group.median(Figure.CYCLES_PER_SECOND)) + " locks/s" + byFloor + ".").orElse("");
    }

    private record Line(String words, String ofOne, String ofFive)
    {
        Line(final String words, final String contender)
        {
            this(words, contender, contender);
        }

        void writeTo(final Markdown out, final Folder folder)
        {
            // Those with a 1 at their end lock on one of the five nodes.
            final Optional<Group> one = folder.of(ONE_NODE, ofOne)
                .or(() -> folder.of(FIVE_NODES, ofOne).filter((group) -> ofOne.endsWith("-1")));
            final Optional<Group> five = folder.of(FIVE_NODES, ofFive);
            if (one.isPresent() || five.isPresent())
            {
                out.row(words, text(one, Figure.ACQUIRE_P50), text(one, Figure.ACQUIRE_P99),
                    text(five, Figure.ACQUIRE_P50), text(five, Figure.ACQUIRE_P99),
                    text(five, Figure.CYCLES_PER_SECOND), text(five, Figure.BYTES_PER_CYCLE));
            }
        }

        private static String text(final Optional<Group> group, final Figure figure)
        {
            return figure.text(group.map(found -> found.median(figure)).orElse(Double.NaN));
        }
    }
}
