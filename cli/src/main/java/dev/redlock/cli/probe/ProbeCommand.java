// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.redlock.Metrics;
import dev.redlock.Redlock;
import dev.redlock.admission.marker.Agreement;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.DurationConverter;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.common.Questions.NoAnswer;
import dev.redlock.cli.output.Json;
import dev.redlock.cli.output.Progress;
import dev.redlock.cli.output.Prose;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Quorum;

/**
 * Looks at the nodes and says what endangers a lock there. Changes nothing.
 */
@Command(name = "probe", sortOptions = false,
    description = "Look at the nodes and say what endangers a lock there.",
    footer = "%nExit status: 0; 1 if a new client would not get the vote of a node now, or if a node may " +
        "drop locks.")
public final class ProbeCommand implements Callable<Integer>
{
    private static final int MOST_SAMPLES = 1_000_000;
    private static final Duration WITHIN = Duration.ofSeconds(1);
    private static final long HEARTBEATS_NS = 2 * new EngineConfig.Draft().heartbeatNs;

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

        if (isStrict && common.isFresh())
        {
            throw common.usage("--assume-nodes-fresh has clients at --strict declare the nodes, and probe " +
                "writes nothing: leave it out, and declare them with 'redlock init'");
        }

        try (Redlock redlock = deployment.build(common.client().invoker().startWithoutQuorum()
            .quarantine(isStrict ? QuarantineLevel.STRICT : QuarantineLevel.RESTART)))
        {
            final Questions questions = new Questions(redlock, WITHIN);
            questions.awaitNodes();
            final List<NodeReport> reports = probe(redlock, questions);
            final Quorum quorum = Quorum.of(reports.size(), redlock.quorum());
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

            final boolean isAllWell = reports.stream().map(Verdict::new)
                .allMatch((verdict) -> verdict.isFit() && verdict.risks().isEmpty());

            return isAllWell ? ExitStatus.OK : ExitStatus.FAILED;
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

    private List<NodeReport> probe(final Redlock redlock, final Questions questions)
    {
        final long startNs = System.nanoTime();
        final List<NodeStatus> nodes = redlock.nodes();
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
            if (isStrict)
            {
                probes.forEach((probe) -> attempt(probe, NodeProbe::readDebugCommand));
            }
            awaitJudgement(redlock, questions, startNs);
            final byte[] prefix = deployment.prefix().getBytes(StandardCharsets.UTF_8);
            probes.forEach((probe) -> attempt(probe, (node) -> node.tryVote(prefix)));
            // Last, as the question costs its connection.
            probes.forEach((probe) -> attempt(probe, NodeProbe::readClients));
            questions.hear();
            probes.forEach((probe) -> probe.report().status = redlock.nodes().get(probe.nodeIndex()));
        }

        return reports;
    }

    /*
     * The client of this command judges clocks as any newcomer does. It compares them once all nodes have
     * told their time; if one does not, once the others have waited for as long as a connection may take,
     * with the next heartbeat.
     */
    private static void awaitJudgement(final Redlock redlock, final Questions questions, final long startNs)
    {
        final int nodes = redlock.nodes().size();
        final Metrics metrics = redlock.metrics();
        questions.awaitUntil(startNs + CommonOptions.CONNECT_WITHIN.toNanos() + HEARTBEATS_NS,
            () -> IntStream.range(0, nodes).allMatch((node) -> metrics.clock(node).samples() > 0));
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
