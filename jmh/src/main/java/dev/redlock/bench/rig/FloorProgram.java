// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A floor that is no part of this project: programs in C that are given by path. One measures latency, with
 * the arguments {@code mode iterations quorum unix}; the other throughput, with {@code in-flight iterations}.
 * Both connect to five consecutive ports of the loopback interface from the environment's BASE_PORT, or to
 * sockets in its SOCKDIR, and print one line.
 */
record FloorProgram(Path program, Farm farm, Case conditions, long measuredMs) implements Participant
{
    static final String LABEL = "floor-c";

    private static final Pattern LATENCY = Pattern.compile(
        "acquire p50 ([\\d.]+) p99 ([\\d.]+) p99\\.9 ([\\d.]+) us \\| " +
        "cycle p50 ([\\d.]+) p99 ([\\d.]+) us \\| (\\d+) cycles/s");
    private static final Pattern THROUGHPUT = Pattern.compile("(\\d+) lock cycles/s");
    private static final int CYCLES_PER_MS = 8;
    private static final int PIPELINED_PER_MS = 100;
    private static final int QUORUM = 3;

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
        final boolean isUnix = conditions.wire() == Case.Wire.UNIX;
        final int inFlight = conditions.crowd().inFlight();
        final String output = inFlight == 0 ?
            run("0", Long.toString(measuredMs * CYCLES_PER_MS),
                Integer.toString(QUORUM), isUnix ? "1" : "0") :
            run(Integer.toString(inFlight), Long.toString(measuredMs * PIPELINED_PER_MS / inFlight));

        return new Measured(inFlight == 0 ? latency(output) :
            throughput(found(THROUGHPUT, output).group(1)), output);
    }

    private String run(final String... arguments)
    {
        final ProcessBuilder builder = new ProcessBuilder(program.toAbsolutePath().toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("BASE_PORT", Integer.toString(farm.basePort()));
        builder.environment().put("SOCKDIR", farm.sockets().toString());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        try
        {
            final Process process = builder.start();

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
            throw new IllegalStateException("the floor said '" + output + "', in which '" + pattern +
                "' is missing: is it the right program?");
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
