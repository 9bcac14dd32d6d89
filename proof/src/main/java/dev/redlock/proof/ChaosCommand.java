// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.logging.Logger;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.SecondsConverter;
import dev.redlock.cli.output.Prose;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.proof.chaos.ChaosReport;
import dev.redlock.proof.chaos.ChaosRun;
import dev.redlock.proof.chaos.ChaosSettings;
import dev.redlock.proof.chaos.PlantedFault;

/**
 * Kills, stops and cuts off real servers and clients under load, and checks that no lock had two holders.
 */
@Command(name = "chaos", sortOptions = false,
    description = "Put locks over five real servers through faults, and look for two holders at a time.",
    footer = {
        "%nFive servers, and a second JVM with a client of its own, are started on this machine, and " +
            "stopped in the end.",
        "%nExit status: 0; 1 if two claims overlapped, a key outlived its time to live, or so little was " +
            "done that it proves nothing."})
public final class ChaosCommand implements Callable<Integer>
{
    /*
     * Held, for the platform's logging forgets loggers that nobody holds.
     */
    private static final Logger LIBRARY_LOG = Logger.getLogger("dev.redlock");
    private static final String NOWHERE = "redis://127.0.0.1:1";

    @Option(names = "--seconds", defaultValue = "1200", paramLabel = "S", converter = SecondsConverter.class,
        description = "Length of the load (default: ${DEFAULT-VALUE}).")
    private Duration length;

    @Option(names = "--seed", paramLabel = "N",
        description = "Of the schedule of faults (default: another one each time; it is printed).")
    private Long seed;

    @Option(names = "--transport", paramLabel = "NAME", defaultValue = "netty",
        description = "The transport to use (default: ${DEFAULT-VALUE}).")
    private String transport;

    @Option(names = "--io", paramLabel = "epoll|nio",
        description = "How the transport does its system calls (default: epoll where there is one).")
    private String io;

    @Option(names = "--planted", defaultValue = "NONE", paramLabel = "FAULT",
        description = "Something unsafe to do on purpose, to see it found: ${COMPLETION-CANDIDATES} " +
            "(default: ${DEFAULT-VALUE}).")
    private PlantedFault planted;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and end.")
    private boolean isHelpWanted;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException
    {
        if (length.compareTo(ChaosSettings.SHORTEST) < 0)
        {
            throw new ParameterException(spec.commandLine(), "--seconds is " + Prose.duration(length) +
                " but must be at least " + Prose.duration(ChaosSettings.SHORTEST));
        }

        LIBRARY_LOG.setLevel(Level.SEVERE);
        final TransportChoice choice =
            new TransportChoice(transport, io == null ? Map.of() : Map.of("io", io));
        check(choice);
        final PrintWriter out = spec.commandLine().getOut();
        final ChaosReport report = ChaosRun.run(settings(choice), line ->
        {
            Prose.wrap(line, 2).forEach(out::println);
            out.flush();
        });
        report.complaints().forEach(complaint -> Prose.wrap(complaint, 2).forEach(out::println));
        report.orphans().forEach(orphan -> Prose.wrap("orphan: " + orphan, 2).forEach(out::println));
        report.overlaps().forEach(overlap -> Prose.wrap("overlap: " + overlap, 2).forEach(out::println));
        out.println(report.lastLine());
        out.flush();

        return report.isPassed() ? ExitStatus.OK : ExitStatus.FAILED;
    }

    /*
     * The transport alone knows its options. It looks at them when it is opened, which needs no server; five
     * would be up before the first real client complained.
     */
    private static void check(final TransportChoice choice)
    {
        choice.builder(List.of(NOWHERE)).invoker().startWithoutQuorum()
            .connectTimeout(Duration.ofSeconds(1)).startTimeout(Duration.ZERO)
            .closeTimeout(Duration.ZERO).build().close();
    }

    private ChaosSettings settings(final TransportChoice choice)
    {
        return new ChaosSettings(
            length,
            seed == null ? ThreadLocalRandom.current().nextLong(Long.MAX_VALUE) : seed, choice, planted);
    }
}
