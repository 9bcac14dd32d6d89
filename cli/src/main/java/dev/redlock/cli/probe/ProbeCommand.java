// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.redlock.Redlock;
import dev.redlock.admission.Agreement;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.DurationConverter;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Json;
import dev.redlock.cli.common.Progress;
import dev.redlock.cli.common.Prose;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.common.Questions.NoAnswer;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Quorum;

/**
 * Looks at the nodes and says what endangers a lock there. Changes nothing.
 */
@Command(name = "probe", sortOptions = false,
    description = "Look at the nodes and say what endangers a lock there.",
    footer = "%nExit status: 0; 1 if a node is unfit to vote, or does not vote yet.")
public final class ProbeCommand implements Callable<Integer>
{
    private static final int MOST_SAMPLES = 1_000_000;
    private static final Duration WITHIN = Duration.ofSeconds(1);

    @Option(names = "--samples", defaultValue = "200", paramLabel = "N",
        description = "Round trips to measure per node (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(names = "--clock", defaultValue = "2s", paramLabel = "TIME", converter = DurationConverter.class,
        description = "How long to watch the nodes' clocks; twice as long is twice as precise (default: " +
            "${DEFAULT-VALUE}).")
    private Duration clockBaseline;

    @Option(names = "--strict",
        description = "Look at the markers, too, as clients at the quarantine level STRICT do.")
    private boolean isStrict;

    @Option(names = "--json", description = "Print JSON.")
    private boolean isJson;

    @Mixin
    private DeploymentOptions deployment;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        if (samples < 1 || samples > MOST_SAMPLES)
        {
            throw common.usage("--samples is " + samples + " but must be 1 to " + MOST_SAMPLES);
        }

        try (Redlock redlock = deployment.build(common.client().invoker().startWithoutQuorum()
            .quarantine(isStrict ? QuarantineLevel.STRICT : QuarantineLevel.RESTART)))
        {
            final Questions questions = new Questions(redlock, WITHIN);
            questions.awaitNodes();
            final List<NodeReport> reports = probe(redlock.nodes(), questions);
            final Quorum quorum = new Quorum(reports.size(), redlock.quorum());
            reports.stream().filter((report) -> report.clients != null).forEach((report) ->
                report.disagreements.addAll(Disagreements.of(report.clients, this::expected)));
            final PrintWriter out = spec.commandLine().getOut();
            if (isJson)
            {
                out.print(Json.of(ProbeJson.of(reports, quorum)));
            }
            else
            {
                ProbeText.lines(reports, quorum).forEach(out::println);
            }
            out.flush();

            final boolean isAllFit = reports.stream().allMatch((report) -> new Verdict(report).isFit());

            return isAllFit ? ExitStatus.OK : ExitStatus.FAILED;
        }
    }

    /*
     * What this command was not told is no reason to complain of clients.
     */
    private Agreement expected(final Agreement ofMost)
    {
        return deployment.expected(common.requiredUris(), common.givenLongestTtl(),
            isStrict ? QuarantineLevel.STRICT : null, ofMost);
    }

    private List<NodeReport> probe(final List<NodeStatus> nodes, final Questions questions)
    {
        final List<NodeReport> reports = new ArrayList<>();
        final List<NodeProbe> probes = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++)
        {
            final ClockBounds clock =
                new ClockBounds(2 * NodeProbe.CLOCK_SAMPLES, clockBaseline.toNanos());
            final NodeReport report = new NodeReport(nodes.get(i), clock);
            reports.add(report);
            if (report.isUp())
            {
                probes.add(new NodeProbe(questions, i, report));
            }
        }

        if (!probes.isEmpty())
        {
            final String asked = probes.size() == nodes.size() ? "" : probes.size() + " of ";
            System.err.println("redlock: asking " + asked + Prose.plural(nodes.size(), "node") +
                ", watching clocks for " + Prose.duration(clockBaseline) + " ...");
            probes.forEach((probe) -> attempt(probe, NodeProbe::readFacts));
            probes.forEach((probe) -> attempt(probe, (node) -> node.measureRtt(samples)));
            probes.forEach((probe) -> attempt(probe, NodeProbe::sampleClock));
            watchClocks(questions);
            probes.forEach((probe) -> attempt(probe, NodeProbe::sampleClock));
            // Last, as the question costs its connection.
            probes.forEach((probe) -> attempt(probe, NodeProbe::readClients));
        }

        return reports;
    }

    private void watchClocks(final Questions questions)
    {
        try (Progress progress = Progress.ofWaiting("redlock: watching clocks", clockBaseline))
        {
            questions.rest(clockBaseline, progress);
        }
    }

    private static void attempt(final NodeProbe probe, final Step step)
    {
        if (probe.report().troubles.isEmpty())
        {
            try
            {
                step.on(probe);
            }
            catch (final NoAnswer ex)
            {
                probe.report().troubles.add(ex.getMessage());
            }
        }
    }

    private interface Step
    {
        void on(NodeProbe probe) throws NoAnswer;
    }
}
