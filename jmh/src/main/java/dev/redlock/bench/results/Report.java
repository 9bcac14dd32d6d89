// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import dev.redlock.bench.results.raw.Figure;
import dev.redlock.bench.results.raw.Folder;
import dev.redlock.bench.results.raw.Group;
import dev.redlock.bench.results.raw.JmhScore;
import dev.redlock.bench.results.raw.Numbers;

/**
 * The README of one folder.
 */
final class Report
{
    private static final String METHOD = """
        All contenders ran on the same servers in the same run, in alternating rounds. Each figure is the
        median over the rounds; each ratio is the median of the ratios within a round, with their range from
        the least to the most in brackets. A round takes tens of seconds, in which a shared machine may
        change between two contenders: the range shows by how much it did. A ratio to the floor refers to a
        program that writes the same frames to the same nodes and does nothing else. One lock at a time it
        reads until the quorum has answered. With many in flight it writes a batch and waits until all nodes
        have answered all of it, so that the servers idle between batches: a reference, not an upper bound;
        a client that pipelines can beat it. Times are in microseconds.
        Figures of all rounds are in rig.json; hdr holds the distribution of the round with the median p50.
        [How we measure](../../docs/measurement.md) says what each figure means.""";

    private static final String IN_SHORT = """
        One server is `nodes-1`, five are `uncontended`. Our default settings are
        `redlock-dedicated-blocking`. Contenders whose names end in 1 lock on one server, also where the
        others lock on five.""";

    private static final String ALLOCATED = """
        B/op is the mean of the iterations. It includes what JMH itself allocates in each (ten kilobytes for
        ops/s, hundreds for times, which it samples), and in the last the closing of what was measured. Each
        iteration's value is in jmh.json.""";

    private static final String VERDICTS = """
        The spread is the range of the rounds' ratios, from the least to the most, or JMH's ± error. The
        verdict is the median's (the score's). It is undecided where the limit lies within the spread: some
        rounds then say the one and some the other, and another run may come out the other way.""";

    private final Markdown out = new Markdown();
    private final Folder folder;
    private final List<PercentilePlot> plots;

    private Report(final Folder folder, final List<PercentilePlot> plots)
    {
        this.folder = folder;
        this.plots = plots;
    }

    static String of(final Folder folder, final List<PercentilePlot> plots)
    {
        final Report report = new Report(folder, plots);
        report.head();
        report.inShort();
        folder.scenarios().forEach(report::scenario);
        report.bounds();
        report.losses();
        report.jmh();
        report.environment();

        return report.out.toString();
    }

    private void head()
    {
        out.heading(1, folder.name())
            .paragraph("Rendered from the raw data in this folder; do not edit, render again.");
        if (folder.environment().has("dirty") && folder.environment().get("dirty").getAsBoolean())
        {
            out.paragraph("**The working tree differed from the commit when this was measured.**");
        }
        out.heading(2, "Question")
            .paragraph(
                "What does a lock over five nodes cost, compared with the wire and with other libraries?")
            .heading(2, "Method")
            .paragraph(METHOD)
            .paragraph("Rounds: " + folder.rounds() + ". Settings: " + flat(folder.settings()) + ".")
            .heading(2, "Result");
    }

    /*
     * The table of the project's README.
     */
    private void inShort()
    {
        if (NumbersTable.canShow(folder))
        {
            out.heading(3, "In short").paragraph(IN_SHORT);
            NumbersTable.writeTable(out, folder);
            out.line("");
        }
    }

    private void scenario(final String scenario)
    {
        out.heading(3, scenario);
        table(folder.of(scenario), folder.floor(scenario));
        plots.stream().filter(plot -> plot.scenario().equals(scenario))
            .forEach(plot -> out.paragraph("![" + plot.title() + "](plots/" + plot.file() + ")"));
    }

    /*
     * A line per contender, a column per figure that anybody has.
     */
    private void table(final List<Group> groups, final Optional<Group> floor)
    {
        final List<Figure> figures = Arrays.stream(Figure.values())
            .filter(figure -> figure != Figure.MISSED && figure != Figure.FAILURES)
            .filter(figure -> groups.stream().anyMatch(group -> !Double.isNaN(group.median(figure))))
            .toList();
        final List<String> head = new ArrayList<>(List.of("contender"));
        figures.forEach(figure -> head.add(figure.label()));
        floor.ifPresent(group -> head.addAll(List.of("p50 by floor", "p99 by floor", "cycles/s by floor")));
        head.addAll(List.of("failures", "missed"));
        out.header(head.toArray(String[]::new));

        for (final Group group : groups)
        {
            final List<String> cells = new ArrayList<>(List.of(group.contender()));
            figures.forEach(figure -> cells.add(figure.text(group.median(figure))));
            floor.ifPresent(reference -> Stream
                .of(Figure.ACQUIRE_P50, Figure.ACQUIRE_P99, Figure.CYCLES_PER_SECOND)
                .forEach(figure -> cells.add(group.spread(figure, reference).text())));
            cells.add(Figure.FAILURES.text(group.sum(Figure.FAILURES)) +
                (group.failedAs().isEmpty() ? "" : ": " + group.failedAs()));
            cells.add(Figure.MISSED.text(group.sum(Figure.MISSED)));
            out.row(cells);
        }
        out.line("");
    }

    private void bounds()
    {
        final List<Bound> bounds = Bounds.of(folder);
        out.heading(2, "What was to be reached").paragraph(VERDICTS)
            .header("claim", "bound", "measured", "spread", "verdict");
        bounds.forEach(bound -> out.row(bound.claim(), bound.limitText(), bound.measuredText(),
            bound.measured().spread(), bound.verdict()));
        out.line("");
    }

    private void losses()
    {
        out.heading(2, "Where we lose");
        final List<Bound> missed =
            Bounds.of(folder).stream().filter(bound -> bound.isMeasured() && !bound.isMet()).toList();
        if (missed.isEmpty())
        {
            out.paragraph("No bound that was measured is missed.");
        }
        else
        {
            out.paragraph("Bounds missed:");
            missed.forEach(bound -> out.item(bound.claim() + ": " + bound.measuredText() + " where " +
                bound.limitText() + " was wanted" + (bound.isUndecided() ?
                ", undecided (" + bound.measured().spread() + ")" : "")));
            out.line("");
        }

        final List<Losses.Loss> losses = Losses.of(folder);
        if (losses.isEmpty())
        {
            out.paragraph("Against the other libraries: in no figure of any scenario in every round, and " +
                "with no failure or missed cycle where they had none.");
        }
        else
        {
            out.paragraph("Against the other libraries, in every round (some of them ask one node only); " +
                "by failures and missed cycles where we had any in some round and they none in all:")
                .line("| scenario | ours | peer | figure | ours by theirs |").line("|---|---|---|---|---:|");
            losses.forEach(loss -> out.row(loss.ours().scenario(), loss.ours().contender(),
                loss.peer().contender(), loss.figure().label(), loss.text()));
            out.line("");
        }
    }

    private void jmh()
    {
        out.heading(2, "JMH");
        if (folder.jmh().isEmpty())
        {
            out.paragraph("This run has no JMH part.");

            return;
        }

        out.paragraph(ALLOCATED).header("benchmark", "score", "± error", "unit", "B/op");
        for (final JmhScore score : JmhScore.of(folder.jmh().get()))
        {
            final String parameters = score.parameters().isEmpty() ? "" : " (" + score.parameters() + ")";
            out.row(score.name() + parameters, Numbers.nanos(score.score().value()),
                Numbers.nanos(score.score().error()), score.unit(), Numbers.bytes(score.bytes().value()));
        }
        out.line("");
    }

    private void environment()
    {
        out.heading(2, "Environment").line("| | |").line("|---|---|");
        folder.environment().entrySet().forEach((entry) -> out.row(entry.getKey(), text(entry.getValue())));
        out.line("").heading(2, "Command").code(folder.command());
    }

    private static String flat(final JsonObject json)
    {
        final List<String> parts = new ArrayList<>();
        json.entrySet().forEach(entry -> parts.add(entry.getKey() + " " + text(entry.getValue())));

        return String.join(", ", parts);
    }

    private static String text(final JsonElement value)
    {
        if (value.isJsonArray())
        {
            return value.getAsJsonArray().asList().stream().map(Report::text)
                .collect(Collectors.joining(" "));
        }
        if (value.isJsonObject())
        {
            return flat(value.getAsJsonObject());
        }

        return value.isJsonNull() ? "unknown" :
            value.getAsString().strip().replace("|", "\\|").replace("\n", " ");
    }
}
