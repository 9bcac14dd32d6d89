// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The floor in C, {@code jmh/src/main/c/floor.c}, compiled when the rig starts where there is a compiler. Its
 * head says what it does, and its arguments.
 */
record FloorProgram(Path program, Farm farm, Case conditions, long measuredMs) implements Participant
{
    static final String LABEL = "floor-c";

    private static final String SOURCE = "floor.c";
    private static final Pattern LATENCY = Pattern.compile(
        "acquire p50 ([\\d.]+) p99 ([\\d.]+) p99\\.9 ([\\d.]+) us \\| " +
        "cycle p50 ([\\d.]+) p99 ([\\d.]+) us \\| (\\d+) cycles/s");
    private static final Pattern THROUGHPUT = Pattern.compile("(\\d+) cycles/s");

    /**
     * Compiles it, with the program that the environment's CC names, or with cc.
     *
     * @return nothing where that cannot be done; what the compiler says goes to standard error.
     */
    static Optional<Path> compile()
    {
        try
        {
            final Path folder = Files.createTempDirectory("floor");
            final Path source = folder.resolve(SOURCE);
            final Path program = folder.resolve("floor");
            try (InputStream text = FloorProgram.class.getResourceAsStream("/" + SOURCE))
            {
                Files.copy(text, source);
            }
            final Process compiler = new ProcessBuilder(compiler(), "-O2", "-o", program.toString(),
                source.toString()).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            final boolean isCompiled = compiler.waitFor() == 0;
            List.of(program, source, folder).forEach((file) -> file.toFile().deleteOnExit());

            return isCompiled ? Optional.of(program) : Optional.empty();
        }
        catch (final IOException ignored)
        {
            return Optional.empty();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();

            return Optional.empty();
        }
    }

    static String compiler()
    {
        return System.getenv().getOrDefault("CC", "cc");
    }

    @Override
    public void open(final List<String> uris, final String trust)
    {
        // It connects when it runs.
    }

    @Override
    public long warmUp(final long sliceMs, final long cycles, final long mostMs)
    {
        // It was compiled before.
        return 0;
    }

    @Override
    public Measured measure(final long warmupMs, final String hgrm)
    {
        final String output = run();

        return new Measured(conditions.crowd().inFlight() == 0 ? latency(output) :
            throughput(found(THROUGHPUT, output).group(1)), output);
    }

    private String run()
    {
        final List<String> command = new ArrayList<>(List.of(program.toString(),
            Integer.toString(conditions.nodes() / 2 + 1), Integer.toString(conditions.crowd().inFlight()),
            Long.toString(measuredMs)));
        command.addAll(farm.sockets(conditions.wire(), conditions.nodes()));
        try
        {
            final Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();

            return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot run " + program, ex);
        }
    }

    private static Map<String, Object> latency(final String output)
    {
        final Matcher found = found(LATENCY, output);
        final Map<String, Object> acquire = new LinkedHashMap<>();
        acquire.put("p50_us", Double.valueOf(found.group(1)));
        acquire.put("p99_us", Double.valueOf(found.group(2)));
        acquire.put("p999_us", Double.valueOf(found.group(3)));
        final Map<String, Object> cycle = new LinkedHashMap<>();
        cycle.put("p50_us", Double.valueOf(found.group(4)));
        cycle.put("p99_us", Double.valueOf(found.group(5)));
        final Map<String, Object> figures = throughput(found.group(6));
        figures.put("acquire", acquire);
        figures.put("cycle", cycle);

        return figures;
    }

    private static Map<String, Object> throughput(final String cyclesPerSecond)
    {
        final Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("cycles_per_second", Double.valueOf(cyclesPerSecond));
        figures.put("failures", 0);
        figures.put("missed", 0);

        return figures;
    }

    private static Matcher found(final Pattern pattern, final String output)
    {
        final Matcher matcher = pattern.matcher(output);
        if (!matcher.find())
        {
            throw new IllegalStateException("the floor in C said '" + output + "', in which '" + pattern +
                "' is missing: see what it wrote to standard error");
        }

        return matcher;
    }

    @Override
    public void leave()
    {
        // Its connections end with its process.
    }

    @Override
    public void close()
    {
        // Nothing is left of it.
    }
}
