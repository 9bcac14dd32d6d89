// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import dev.redlock.test.resp.RespClient;

/**
 * Compares contenders over real servers, in microseconds:
 * {@code java -cp jmh/target/benchmarks.jar dev.redlock.bench.rig.Rig}.
 */
@Command(name = "rig", sortOptions = false, mixinStandardHelpOptions = true,
    description = "Compare ways to lock over real servers, in alternating rounds.")
public final class Rig implements Callable<Integer>
{
    private static final int MS_PER_S = 1000;
    private static final double NS_PER_S = 1e9;
    private static final long LEAST_SLICE_MS = 100;
    private static final long BETWEEN_NOTES_NS = 10_000_000_000L;

    @Option(names = "--scenarios", split = ",", paramLabel = "NAME", description = "Default: all.")
    private List<String> scenarios;

    @Option(names = "--contenders", split = ",", paramLabel = "NAME", description = "Default: all.")
    private List<String> contenders;

    @Option(names = "--rounds", defaultValue = "9", description = "Alternating rounds (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "1",
        description = "Measured per round and contender (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--warmup", defaultValue = "2",
        description = "Seconds of load before the first round; a tenth of it before the others " +
            "(${DEFAULT-VALUE}).")
    private double warmup;

    @Option(names = "--warmup-cycles", defaultValue = "20000", paramLabel = "CYCLES",
        description = "Before that, load at no rate until each contender has made so many cycles; not for " +
            "programs in C (${DEFAULT-VALUE}).")
    private long warmupCycles;

    @Option(names = "--warmup-most", defaultValue = "15", paramLabel = "SECONDS",
        description = "Of load before the first round, at most, unless --warmup alone is longer " +
            "(${DEFAULT-VALUE}).")
    private double warmupMost;

    @Option(names = "--ttl", defaultValue = "30000", paramLabel = "MS",
        description = "Time to live of all locks (${DEFAULT-VALUE}).")
    private long ttlMs;

    @Option(names = "--machine", defaultValue = "2core-shared",
        description = "What to call this machine in results (${DEFAULT-VALUE}).")
    private String machine;

    @Option(names = "--out", paramLabel = "FOLDER",
        description = "For the results; default: perf-results/DATE_COMMIT_MACHINE.")
    private Path out;

    @Option(names = "--add", paramLabel = "FOLDER",
        description = "Go on with the folder of an earlier run with the same settings.")
    private Path add;

    @Option(names = "--server", paramLabel = "PROGRAM",
        description = "A redis-server or valkey-server; default: the built-in one.")
    private Path server;

    private final List<String> failures = new ArrayList<>();
    private String command = "";
    private Optional<Path> floorC = Optional.empty();
    private int measurements;
    private long nextNoteNs;
    private int measured;

    /**
     * Runs the rig.
     *
     * @param args see {@code --help}.
     */
    public static void main(final String[] args)
    {
        final Rig rig = new Rig();
        rig.command = "java -cp jmh/target/benchmarks.jar " + Rig.class.getName() + " " +
            Arrays.stream(args).map(Rig::quoted).collect(Collectors.joining(" "));
        System.exit(new CommandLine(rig).execute(args));
    }

    private static String quoted(final String argument)
    {
        return argument.matches("[\\w./,:=@%+-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    @Override
    public Integer call() throws IOException, InterruptedException
    {
        final long begunNs = System.nanoTime();
        floorC = FloorProgram.compile();
        if (floorC.isEmpty())
        {
            say("no C compiler ('" + FloorProgram.compiler() + "'): floor-java takes the place of floor-c");
        }
        final List<Case> cases = cases();
        final Path folder = add != null ? add : out != null ? out : Path.of("perf-results",
            LocalDate.now() + "_" + Environment.commit() + "_" + machine);

        final int nodes = cases.stream().mapToInt(Case::nodes).max().orElse(Case.NODES);
        measurements = measurements(cases);
        try (Farm farm = Farm.start(Math.max(Case.NODES, nodes), server))
        {
            final Results results = results(folder, farm);
            note("the distributions of all rounds go to " + results.rounds() + ", the medians' to " + folder);
            for (final Case conditions : cases)
            {
                new CaseRun(conditions, farm, results, this).call();
            }
            if (isWanted(HeldLeases.SCENARIO))
            {
                hold(farm, results);
            }
        }
        failures.forEach((failure) -> say("FAILED: " + failure));
        say(String.format("%d cases in %.0f s; results in %s",
            cases.size(), (System.nanoTime() - begunNs) / NS_PER_S, folder));

        return failures.isEmpty() ? 0 : 1;
    }

    private Results results(final Path folder, final Farm farm) throws IOException
    {
        try (RespClient client = farm.server(0).client())
        {
            final Map<String, Object> environment = Environment.of(machine, client);

            return add == null ? Results.begun(folder, settings(), command.strip(), environment) :
                Results.goneOn(folder, settings(), command.strip(), environment);
        }
    }

    private void hold(final Farm farm, final Results results) throws IOException, InterruptedException
    {
        try
        {
            new HeldLeases(farm, results, this).call();
        }
        catch (final IllegalStateException ex)
        {
            failed(HeldLeases.SCENARIO + ": " + ex.getMessage());
        }
    }

    private int measurements(final List<Case> cases)
    {
        return cases.stream().mapToInt((conditions) -> CaseRun.measurements(conditions, rounds)).sum() +
            (isWanted(HeldLeases.SCENARIO) ? 1 : 0);
    }

    private boolean isWanted(final String scenario)
    {
        return scenarios == null || scenarios.contains(scenario);
    }

    private List<Case> cases()
    {
        final List<String> names = Stream.concat(
            Scenarios.all().stream().map(Case::scenario), Stream.of(HeldLeases.SCENARIO)).toList();
        if (scenarios != null && !names.containsAll(scenarios))
        {
            throw new IllegalArgumentException("scenarios " + scenarios + ": there are only " + names);
        }

        return Scenarios.all().stream()
            .filter((conditions) -> isWanted(conditions.scenario()))
            .map((conditions) -> contenders == null ? conditions : conditions.among(contenders::contains))
            .map((conditions) -> conditions.among((contender) ->
                floorC.isPresent() || !contender.equals(FloorProgram.LABEL)))
            .filter((conditions) -> !conditions.contenders().isEmpty()).toList();
    }

    private Map<String, Object> settings()
    {
        final Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("rounds", rounds);
        settings.put("seconds", seconds);
        settings.put("warmup_seconds", warmup);
        settings.put("warmup_cycles", warmupCycles);
        settings.put("warmup_most_seconds", warmupMost);
        settings.put("ttl_ms", ttlMs);
        settings.put("machine", machine);

        return settings;
    }

    /**
     * The floor in C, in the cases that have it.
     */
    Path floorC()
    {
        return floorC.orElseThrow();
    }

    int rounds()
    {
        return rounds;
    }

    long measuredMs()
    {
        return Math.round(seconds * MS_PER_S);
    }

    long warmupMs(final int round)
    {
        return Math.round(warmup * MS_PER_S / (round == 1 ? 1 : 10));
    }

    /**
     * Slices of the load before the first round: short, so that a fast contender loses little time.
     */
    long sliceMs()
    {
        return Math.max(LEAST_SLICE_MS, warmupMs(2));
    }

    long warmupCycles()
    {
        return warmupCycles;
    }

    /**
     * What is left for the cycles when the warm-up by time is taken off.
     */
    long warmupMostMs()
    {
        return Math.max(0, Math.round(warmupMost * MS_PER_S) - warmupMs(1));
    }

    long ttlMs()
    {
        return ttlMs;
    }

    /**
     * Notes a contender that broke; told at the end, and by the exit status.
     */
    void failed(final String what)
    {
        say("FAILED: " + what);
        failures.add(what);
    }

    /**
     * A measurement is done.
     */
    void measured()
    {
        measured++;
        final long nowNs = System.nanoTime();
        if (measured == 1 || nowNs - nextNoteNs >= 0)
        {
            nextNoteNs = nowNs + BETWEEN_NOTES_NS;
            note("rig: " + measured + " of " + measurements + " measurements");
        }
    }

    /**
     * Says what belongs to the result.
     */
    void say(final String text)
    {
        System.out.println(text);
    }

    /**
     * Says what only a spectator needs.
     */
    void note(final String text)
    {
        System.err.println(text);
    }
}
