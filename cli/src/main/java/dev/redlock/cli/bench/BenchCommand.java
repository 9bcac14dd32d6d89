// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.bench.BenchSettings.Client;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.DurationConverter;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.SecondsConverter;
import dev.redlock.cli.output.FileWords;
import dev.redlock.cli.output.Json;
import dev.redlock.test.server.RedisServers;

/**
 * Measures locks on the nodes from this machine.
 */
@Command(name = "bench", sortOptions = false,
    description = "Measure locks: how long one takes, how many a second.",
    footer = {
        "%nWithout nodes, five servers are started on this machine, and stopped in the end.",
        "%nA cycle is the acquisition and the confirmed release of a lock. In an open loop (--rate) times " +
            "count from the instant at which a cycle should have begun."})
public final class BenchCommand implements Callable<Integer>
{
    private static final int EMBEDDED_NODES = 5;
    private static final int USUAL_LOCKS = 8192;
    private static final int USUAL_IN_FLIGHT_PER_NODE = 4096;
    private static final int HANDLES = 65_536;
    private static final Duration FENCE_TTL = Duration.ofMinutes(1);
    private static final int HGRM_TICKS = 5;
    private static final double NS_PER_US = 1e3;

    enum Mode
    {
        INVOKER,
        DEDICATED
    }

    @Option(names = "--mode", defaultValue = "dedicated", paramLabel = "invoker|dedicated",
        description = "Driver of the client: the calling thread, or its own thread (default: " +
            "${DEFAULT-VALUE}).")
    private Mode mode;

    @Option(names = "--threads", defaultValue = "1", paramLabel = "T",
        description = "Threads that acquire and release. They share one client; in invoker mode and with " +
            "--in-flight each has its own (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--in-flight", defaultValue = "0", paramLabel = "F",
        description = "Locks in flight per client, driven by callbacks; 0 to wait for each (default: " +
            "${DEFAULT-VALUE}).")
    private int inFlight;

    @Option(names = "--keys", paramLabel = "K",
        description = "Different keys in all; fewer than locks at a time means contention (default: one " +
            "for each).")
    private Integer keys;

    @Option(names = "--ttl", paramLabel = "TIME", converter = DurationConverter.class,
        description = "Time to live of the locks (default: 30s, or --longest-ttl if that is shorter).")
    private Duration ttl;

    @Option(names = "--fenced", description = "Locks with fencing tokens; the fences " +
        "stay on the nodes for a minute.")
    private boolean isFenced;

    @Option(names = "--warmup", defaultValue = "5", paramLabel = "S", converter = SecondsConverter.class,
        description = "Load before anything is recorded (default: ${DEFAULT-VALUE}).")
    private Duration warmup;

    @Option(names = "--seconds", defaultValue = "10", paramLabel = "S", converter = SecondsConverter.class,
        description = "Load that is recorded (default: ${DEFAULT-VALUE}).")
    private Duration measured;

    @Option(names = "--rate", defaultValue = "0", paramLabel = "R",
        description = "Cycles a second, at evenly spaced instants; 0 for as fast as they end (default: " +
            "${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--idle", defaultValue = "blocking", paramLabel = "blocking|yielding|busy|backoff",
        description = "What an engine thread does when idle, or a caller in invoker mode, which spins " +
            "instead of blocking (default: ${DEFAULT-VALUE}).")
    private Idle idle;

    @Option(names = "--longest-look", paramLabel = "TIME", converter = DurationConverter.class,
        description = "How long a caller may look for its answer before it parks, at most 1ms; 0s costs " +
            "the least processor time. In dedicated mode, without --in-flight (default: 200us).")
    private Duration longestLook;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON; - for standard " +
        "output, in place of the table.")
    private String jsonFile;

    @Option(names = "--hgrm", paramLabel = "FILE",
        description = "Write the distribution of the acquisitions, in microseconds, as HdrHistogram text.")
    private Path hgrmFile;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        final BenchSettings settings = settings();
        checkWritable(hgrmFile);
        checkWritable(jsonFile == null || "-".equals(jsonFile) ? null : Path.of(jsonFile));
        final List<String> named = common.uris();
        if (!named.isEmpty())
        {
            return bench(settings, named, false);
        }

        System.err.println("redlock: starting five servers ...");
        try (RedisServers servers = RedisServers.start(EMBEDDED_NODES))
        {
            return bench(settings, servers.uris(), true);
        }
    }

    private BenchSettings settings()
    {
        try
        {
            final long holders = (long)threads * Math.max(1, inFlight);
            if (keys == null && holders > BenchSettings.MOST_KEYS)
            {
                throw common.usage("--threads " + threads + " with --in-flight " + inFlight + " are " +
                    holders + " locks at a time, but at most " + BenchSettings.MOST_KEYS +
                    " have a key each: ask for fewer, or name --keys");
            }

            return new BenchSettings(
                new Client(mode == Mode.INVOKER, idle, longestLook, common.transport(), common.io(), locks()),
                threads, inFlight, keys == null ? (int)Math.min(Integer.MAX_VALUE, holders) : keys, warmup,
                measured, rate);
        }
        catch (final IllegalArgumentException ex)
        {
            throw common.usage(ex.getMessage());
        }
    }

    private LockOptions locks()
    {
        final Duration wanted = common.ttl(ttl);
        common.checkTtl(wanted);
        final LockOptions plain = LockOptions.DEFAULT.withTtl(wanted);

        return isFenced ? plain.withFencing() : plain;
    }

    /*
     * Before the load, not after it.
     */
    private void checkWritable(final Path file)
    {
        final String why = file == null ? null : FileWords.whyNotWritable(file);
        if (why != null)
        {
            throw common.usage("file " + file + " cannot be written: " + why);
        }
    }

    private int bench(final BenchSettings settings, final List<String> uris, final boolean isEmbedded)
    {
        final BenchResult result = new BenchRun(settings, (index) -> client(settings, uris, index)).call();
        final Map<String, Object> json = BenchJson.of(result, environment(result, isEmbedded));
        final PrintWriter out = spec.commandLine().getOut();
        if ("-".equals(jsonFile))
        {
            out.print(Json.of(json));
        }
        else
        {
            BenchText.lines(result).forEach(out::println);
        }
        out.flush();
        if (jsonFile != null && !"-".equals(jsonFile))
        {
            write(Path.of(jsonFile), (file) -> file.print(Json.of(json)));
        }
        if (hgrmFile != null)
        {
            write(hgrmFile, (file) -> result.recording().acquire()
                .outputPercentileDistribution(file, HGRM_TICKS, NS_PER_US));
        }
        if (result.recording().cycles() == 0)
        {
            throw new DeadEnd(ExitStatus.FAILED, "not a single cycle succeeded: " +
                BenchJson.failures(result.recording()) + "; 'redlock probe' looks closer at the nodes");
        }

        return ExitStatus.OK;
    }

    private Redlock client(final BenchSettings settings, final List<String> uris, final int index)
    {
        final int inFlightPerNode = Math.max(
            USUAL_IN_FLIGHT_PER_NODE, Integer.highestOneBit(settings.holders()) * 4);
        final RedlockBuilder builder = common.client(uris)
            .name("bench-" + index).assumeNodesFresh()
            .maxLocks(Math.max(USUAL_LOCKS, inFlightPerNode)).maxHandles(HANDLES)
            .maxInFlightPerNode(inFlightPerNode).fenceTtl(FENCE_TTL);
        if (settings.client().isInvoker())
        {
            builder.invoker();
        }
        if (settings.client().longestLook() != null)
        {
            builder.longestLook(settings.client().longestLook());
        }

        return (settings.client().idle().strategy() == null ? builder :
            builder.idleStrategy(settings.client().idle().strategy())).build();
    }

    private Map<String, Object> environment(final BenchResult result, final boolean isEmbedded)
    {
        final Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("nodes", result.nodes());
        environment.put("embedded", isEmbedded);
        environment.put("processors", Runtime.getRuntime().availableProcessors());
        environment.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " +
            System.getProperty("os.arch"));

        return environment;
    }

    private static void write(final Path path, final Consumer<PrintStream> content)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        content.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try
        {
            Files.write(path, bytes.toByteArray());
        }
        catch (final IOException ex)
        {
            throw new DeadEnd(
                ExitStatus.FAILED, "file " + path + " could not be written: " + FileWords.of(ex));
        }
    }
}
