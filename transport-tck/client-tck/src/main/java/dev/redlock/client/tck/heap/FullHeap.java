// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.client.tck.process.Jdks;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.test.process.JavaProcess;

/**
 * A user's JVM of 48 MiB whose heap is full for a second and a half: each call is answered within its
 * patience and 50 ms, or that long after the heap has room again (the longest pause of the JVM aside), an
 * engine that has ended counts as closed and says why, and each loss is told once, or counted if who was told
 * had no memory. {@code -Dredlock.heap.rounds=50} makes it 50 times.
 */
public abstract class FullHeap extends SharedNodes
{
    private static final int ROUNDS = Integer.getInteger("redlock.heap.rounds", 1);
    private static final int LONGEST_ROUND_S = 120;

    @Override
    protected int nodeCount()
    {
        return 3;
    }

    /**
     * The process has its own limit, by the number of rounds.
     */
    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void shouldAnswerEveryCallAndTellTheTruth() throws IOException, InterruptedException
    {
        final List<String> command = new ArrayList<>(List.of(
            Jdks.running().resolve("bin").resolve("java").toString(), "-Xmx48m", "-cp",
            System.getProperty("java.class.path"), HeapOutage.class.getName(), transport().name(),
            Integer.toString(ROUNDS)));
        command.addAll(1, JavaProcess.assertions());
        command.addAll(nodes.uris());
        final Process process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        CompletableFuture.delayedExecutor((long)ROUNDS * LONGEST_ROUND_S, TimeUnit.SECONDS)
            .execute(process.toHandle()::destroyForcibly);
        final List<String> lines;
        try (BufferedReader out = new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)))
        {
            lines = out.lines().collect(Collectors.toList());
            assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as("ended").isTrue();
        }
        finally
        {
            process.destroyForcibly();
        }

        lines.forEach(System.out::println);
        assertThat(lines).singleElement().asString().startsWith(HeapOutage.DONE);
    }
}
