// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.redlock.test.resp.RespClient;

/**
 * Where a run took place, as far as this JVM can read it. No names of hosts or users.
 */
final class Environment
{
    private static final int SHORT_COMMIT = 7;
    private static final String UNKNOWN = "unknown";

    private Environment()
    {
    }

    /**
     * Looks around.
     */
    static Map<String, Object> of(final String machine, final RespClient server)
    {
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        all.put("machine", machine);
        all.put("cpu", line(Path.of("/proc/cpuinfo"), "model name"));
        all.put("cores", Runtime.getRuntime().availableProcessors());
        all.put("memory", line(Path.of("/proc/meminfo"), "MemTotal"));
        all.put("governor", text(Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")));
        all.put("turbo_off", text(Path.of("/sys/devices/system/cpu/intel_pstate/no_turbo")));
        all.put("load_before", text(Path.of("/proc/loadavg")));
        all.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " +
            System.getProperty("os.arch"));
        all.put("jvm", System.getProperty("java.vm.vendor") + " " + System.getProperty("java.vm.name") + " " +
            System.getProperty("java.vm.version"));
        all.put("gc", ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName).toList());
        all.put("flags", WorkerProcess.FLAGS);
        all.put("server", serverVersion(server));
        all.put("c_compiler", firstLine(FloorProgram.compiler(), "--version"));
        all.put("commit", commit());
        all.put("dirty", !git("status", "--porcelain", "--", ":(exclude)perf-results").isEmpty());

        return all;
    }

    /**
     * The commit that is checked out.
     */
    static String commit()
    {
        final String full = git("rev-parse", "HEAD");

        return full.length() < SHORT_COMMIT ? UNKNOWN : full.substring(0, SHORT_COMMIT);
    }

    /*
     * The same version with another allocator is another server: three times as slow with some of them.
     */
    private static String serverVersion(final RespClient server)
    {
        final String info = String.valueOf(server.call("INFO"));

        return infoLine(info, "valkey_version", "redis_version") + ", " + infoLine(info, "mem_allocator");
    }

    private static String infoLine(final String info, final String... names)
    {
        return Stream.of(names).flatMap((name) -> info.lines()
            .filter((line) -> line.startsWith(name + ":"))).findFirst().orElse(UNKNOWN);
    }

    private static String line(final Path file, final String prefix)
    {
        return text(file).lines().filter((line) -> line.startsWith(prefix)).findFirst()
            .map((line) -> line.substring(line.indexOf(':') + 1).strip()).orElse(UNKNOWN);
    }

    private static String text(final Path file)
    {
        try
        {
            return Files.readString(file).strip();
        }
        catch (final IOException ignored)
        {
            return UNKNOWN;
        }
    }

    private static String firstLine(final String... command)
    {
        return output(List.of(command)).lines().findFirst().orElse(UNKNOWN);
    }

    private static String git(final String... arguments)
    {
        final List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));

        return output(command);
    }

    private static String output(final List<String> command)
    {
        try
        {
            final ProcessBuilder builder = new ProcessBuilder(command);
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);

            return new String(builder.start().getInputStream().readAllBytes(), UTF_8).strip();
        }
        catch (final IOException ignored)
        {
            return "";
        }
    }
}
