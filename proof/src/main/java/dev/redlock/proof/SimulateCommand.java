// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.output.Progress;
import dev.redlock.cli.output.Prose;
import dev.redlock.proof.simulation.Envelope;
import dev.redlock.proof.simulation.Simulation;
import dev.redlock.proof.simulation.campaign.Campaign;
import dev.redlock.proof.simulation.campaign.CampaignResult;
import dev.redlock.proof.simulation.campaign.FailureReport;
import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.fault.Reduction;
import dev.redlock.proof.simulation.judge.HistoryResult;

/**
 * Runs the real engine through many histories in worlds at their worst, in virtual time.
 */
@Command(name = "simulate", sortOptions = false, mixinStandardHelpOptions = true,
    description = "Run the engine through many histories of faults, in virtual time.",
    footer = "%nExit status: 0; 1 if an invariant was broken, or if the run is worth less than it seems. " +
        "With --beyond, 1 if some broken assumption was never caught. With --replay, 1 if an invariant " +
        "was broken.")
public final class SimulateCommand implements Callable<Integer>
{
    private static final int MOST_THREADS = 1024;
    private static final int FAILURES_SHOWN = 3;

    @Option(names = "--histories", defaultValue = "1000000", paramLabel = "N",
        description = "How many histories (default: ${DEFAULT-VALUE}).")
    private long histories;

    @Option(names = "--seed", defaultValue = "0", paramLabel = "SEED",
        description = "Seed of the first; the others follow it (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--threads", paramLabel = "T",
        description = "Threads (default: one per processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--beyond",
        description = "The control: break one assumption in each history; two holders must be found.")
    private boolean isBeyond;

    @Option(names = "--keeping",
        description = "Histories in which some have the nodes keep the key for a while after its release.")
    private boolean isKeeping;

    @Option(names = "--guarded",
        description = "Histories of what levels RESTART and STRICT guard against: nodes that forget, " +
            "clocks that are set or run too fast, clients that are suspended.")
    private boolean isGuarded;

    @Option(names = "--durable",
        description = "Histories of durable votes on nodes that lose the tail of their files.")
    private boolean isDurable;

    @Option(names = "--waiting",
        description = "Histories in which whoever waits does so in line at the nodes; also with --guarded.")
    private boolean isWaiting;

    @Option(names = "--replay", paramLabel = "SEED",
        description = "Run one history only, and print what happens in it.")
    private Long replay;

    @Option(names = "--without", paramLabel = "FAULT", split = ",",
        description = "With --replay: faults to leave out.") private List<String> without = new ArrayList<>();

    @Option(names = "--storm", paramLabel = "TTLS",
        description = "With --replay: the storm lasts so many times to live at the most.")
    private int stormTtls = Integer.MAX_VALUE;

    @Option(names = "--clients", paramLabel = "N", description = "With --replay: so many clients at most.")
    private int clients = Integer.MAX_VALUE;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException
    {
        checkPositive("--histories", histories);
        checkPositive("--threads", threads);
        if (threads > MOST_THREADS)
        {
            throw usage("--threads is " + threads + " but must be 1 to " + MOST_THREADS);
        }
        checkPositive("--storm", stormTtls);
        checkPositive("--clients", clients);
        if (replay == null && !isWhole())
        {
            throw usage("--without, --storm and --clients reduce the one history that --replay SEED names");
        }

        if (Stream.of(isBeyond, isKeeping, isGuarded && !isWaiting, isDurable, isWaiting)
            .filter((isOn) -> isOn).count() > 1)
        {
            throw usage("--beyond, --keeping, --guarded, --durable and --waiting are different histories: " +
                "choose one of them, or --waiting and --guarded");
        }

        final Envelope envelope = isBeyond ? Envelope.BEYOND : isKeeping ? Envelope.KEEPING :
            isWaiting ? isGuarded ? Envelope.WAITING_GUARDED : Envelope.WAITING :
            isGuarded ? Envelope.GUARDED : isDurable ? Envelope.DURABLE : Envelope.INSIDE;
        final PrintWriter out = spec.commandLine().getOut();
        final int status = replay == null ? campaign(envelope, out) : replay(envelope, out);
        out.flush();

        return status;
    }

    private int replay(final Envelope envelope, final PrintWriter out)
    {
        final Reduction reduction = isWhole() ? Reduction.NONE : new Reduction(faults(), stormTtls, clients);
        out.println("seed " + replay + ": " + Simulation.options(replay, envelope, reduction));
        final HistoryResult result = Simulation.tell(replay, envelope, reduction, out::println);
        out.println(result.complaint() == null ? "nothing was violated" : result.complaint());

        return result.complaint() == null ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private boolean isWhole()
    {
        return without.isEmpty() && stormTtls == Integer.MAX_VALUE && clients == Integer.MAX_VALUE;
    }

    private Set<Fault> faults()
    {
        final Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (final String label : without)
        {
            try
            {
                faults.add(Fault.valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_')));
            }
            catch (final IllegalArgumentException ignored)
            {
                throw usage("--without names '" + label + "', but the faults are " +
                    List.of(Fault.values()).stream().map(Fault::label).toList());
            }
        }

        return faults;
    }

    private int campaign(final Envelope envelope, final PrintWriter out) throws InterruptedException
    {
        final PrintWriter err = spec.commandLine().getErr();
        Prose.wrap("simulation: " + (isKeeping ? "keys are kept, inside" : envelope) + " the envelope, " +
            "seeds " + seed + " to " + (seed + histories - 1) + ", " + threads + " threads; replay one " +
            "with" + envelope.option() + " --replay SEED", 2).forEach(err::println);
        err.flush();
        final CampaignResult result;
        try (Progress progress = Progress.ofWork("simulation", "histories", histories))
        {
            result = Campaign.run(envelope, seed, histories, threads,
                (sofar) -> progress.update(sofar.histories(), isBeyond ? "" : violationsOf(sofar)));
        }

        return isBeyond ? reportBeyond(result, out) : reportInside(result, envelope, out);
    }

    private static String violationsOf(final CampaignResult sofar)
    {
        final Set<Long> seeds = sofar.complaints().keySet();

        return seeds.isEmpty() ? "" : "VIOLATED by " + seeds;
    }

    private int reportInside(final CampaignResult result, final Envelope envelope, final PrintWriter out)
    {
        envelope.faults().forEach((fault) -> out.println(String.format(Locale.ROOT,
            "%-18s struck %12d times, in %5.1f %% of the histories", fault.label(), result.strikes(fault),
            result.coverage(fault))));
        out.println(result.acquisitions() + " acquisitions completed, " + result.ghosts() + " ghosts, " +
            result.voids() + " void histories");
        result.complaints().keySet().stream().limit(FAILURES_SHOWN)
            .forEach((failed) -> out.println(FailureReport.of(failed, envelope)));
        if (result.objection() != null)
        {
            Prose.wrap("this run is worth less than it seems: " + result.objection(), 2)
                .forEach(out::println);
        }
        out.println(result.summary());

        return result.violations() == 0 && result.objection() == null ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private int reportBeyond(final CampaignResult result, final PrintWriter out)
    {
        boolean isEachFound = true;
        for (final Fault fault : Envelope.BEYOND.faults())
        {
            isEachFound &= result.caught(fault) > 0;
            out.println(String.format(Locale.ROOT, "%-18s two holders in %d of %d histories", fault.label(),
                result.caught(fault), result.sinned(fault)));
        }
        result.complaints().keySet().stream().limit(FAILURES_SHOWN)
            .forEach((found) -> out.println("to see two holders: --beyond --replay " + found));
        if (!isEachFound)
        {
            Prose.wrap("an assumption was broken and never caught: too few histories, or a blind " +
                "simulator", 2).forEach(out::println);
        }
        out.println(result.summary());

        return isEachFound ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private void checkPositive(final String option, final long value)
    {
        if (value < 1)
        {
            throw usage(option + " is " + value + " but must be at least 1");
        }
    }

    private ParameterException usage(final String message)
    {
        return new ParameterException(spec.commandLine(), message);
    }
}
