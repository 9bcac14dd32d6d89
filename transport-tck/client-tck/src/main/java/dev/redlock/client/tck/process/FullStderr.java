// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.test.process.JavaProcess;

/**
 * A user's JVM whose standard error is a full pipe, with the default events, which go to the logger. A thread
 * that writes there stands still; it must be neither the engine nor a caller.
 */
public abstract class FullStderr extends SharedNodes
{
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final Duration ENDS_WITHIN = Duration.ofMillis(300);

    /*
     * The close timeout is a second. What is promised are 100 ms more; the rest is for the machine, as there
     * is one close only.
     */
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(3);

    /*
     * It cannot end by itself: the JVM closes its handlers at exit, and one hangs. It is killed when it
     * has said all, or when it hangs.
     */
    private static final Duration LONGEST = Duration.ofSeconds(40);

    @Test
    void shouldStopNeitherTheEngineNorACaller() throws IOException, InterruptedException
    {
        final List<String> command = new ArrayList<>(List.of(
            Jdks.running().resolve("bin").resolve("java").toString(), "-cp",
            System.getProperty("java.class.path"), DeafParent.class.getName(), transport().name()));
        command.addAll(1, JavaProcess.assertions());
        command.addAll(nodes.uris());
        final Process process = new ProcessBuilder(command).start();
        CompletableFuture.delayedExecutor(LONGEST.toSeconds(), TimeUnit.SECONDS)
            .execute(process.toHandle()::destroyForcibly);
        final List<String> lines = new ArrayList<>();
        try (BufferedReader out = new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)))
        {
            for (String line = out.readLine(); line != null; line = out.readLine())
            {
                lines.add(line);
                if (line.equals(DeafParent.HELD))
                {
                    nodes.server(0).kill();
                }
                if (line.startsWith(DeafParent.CLOSE))
                {
                    // By the handle, as the process itself would close the stream that is read here.
                    process.toHandle().destroyForcibly();
                }
            }
            assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as("ended").isTrue();
        }
        finally
        {
            process.destroyForcibly();
        }

        assertThat(lines).as("lines of %s", lines).hasSize(4).contains(DeafParent.IS_HELD + true);
        assertThat(ns(lines, DeafParent.PATIENCE)).isBetween(PATIENCE.toNanos(), ENDS_WITHIN.toNanos());
        assertThat(ns(lines, DeafParent.CLOSE)).isLessThan(CLOSED_WITHIN.toNanos());
        nodes.awaitNoKeys();
    }

    private static long ns(final List<String> lines, final String what)
    {
        return lines.stream().filter(line -> line.startsWith(what))
            .mapToLong(line -> Long.parseLong(line.substring(what.length()))).findFirst().orElseThrow();
    }
}
