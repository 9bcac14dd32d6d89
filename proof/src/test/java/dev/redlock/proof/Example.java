// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/**
 * Sources that people copy: compiled against what the tests have, and run in a JVM of their own.
 */
final class Example
{
    private static final int LIMIT_S = 60;
    private static final String CLASS_PATH =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    private Example()
    {
    }

    static void compile(final Path to, final Path... sources)
    {
        final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        final List<String> arguments =
            new ArrayList<>(List.of("-proc:none", "-d", to.toString(), "-cp", CLASS_PATH));
        Arrays.stream(sources).forEach((source) -> arguments.add(source.toString()));

        assertThat(ToolProvider.getSystemJavaCompiler().run(
            null, null, complaints, arguments.toArray(String[]::new))).as(complaints.toString()).isZero();
    }

    /**
     * Runs a main method to its end.
     *
     * @return what it printed.
     */
    static String output(final Path classes, final String main, final String... args)
        throws IOException, InterruptedException
    {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dredlock.transport=netty",
            "-cp", classes + File.pathSeparator + CLASS_PATH, main));
        command.addAll(List.of(args));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final CompletableFuture<Process> end = process.onExit().orTimeout(LIMIT_S, TimeUnit.SECONDS);
        end.whenComplete((ended, late) -> process.toHandle().destroyForcibly());
        final String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(output).isZero();

        return output;
    }
}
