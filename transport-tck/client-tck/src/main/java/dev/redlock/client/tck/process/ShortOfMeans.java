// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.LimitReachedException;
import dev.redlock.NoQuorumException;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.test.process.JavaProcess;

/**
 * A process has no descriptor or no memory left when it builds a client. Nobody but the process is blamed.
 */
public abstract class ShortOfMeans extends SharedNodes
{
    private static final List<String> KINDS =
        List.of(NoQuorumException.class.getName(), LimitReachedException.class.getName());

    @TempDir
    Path directory;

    @Test
    void shouldSayThatNoDescriptorIsLeft() throws Exception
    {
        final List<String> thrown = run("ulimit -n 256; exec \"$@\"", List.of(), true);
        assertThat(thrown).isNotEmpty();
        for (final String line : thrown)
        {
            assertThat(line).contains("this process has no descriptor left", "ulimit -n")
                .doesNotContain("start the nodes");
            assertThat(KINDS).as(line).anyMatch(kind -> line.startsWith(LastDescriptor.THREW + kind));
        }
    }

    @Test
    void shouldSayThatNoDirectMemoryIsLeft() throws Exception
    {
        final List<String> thrown = run("exec \"$@\"",
            List.of("-XX:MaxDirectMemorySize=256k", "-Dio.netty.maxDirectMemory=262144"), false);
        for (final String line : thrown)
        {
            assertThat(line).contains("direct").contains("memory").doesNotContain("start the nodes");
        }
    }

    private List<String> run(final String shell, final List<String> options, final boolean usesUp)
        throws IOException, InterruptedException
    {
        final Path out = directory.resolve("out");
        final List<String> command = new ArrayList<>(List.of("sh", "-c", shell, "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JavaProcess.assertions());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"),
            LastDescriptor.class.getName(), transport().name(), String.valueOf(usesUp)));
        command.addAll(nodes.uris());
        final Process process = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(out.toFile()).start();
        try
        {
            assertThat(process.waitFor(50, TimeUnit.SECONDS)).as("ended in time").isTrue();
        }
        finally
        {
            process.destroyForcibly();
        }
        final List<String> lines = Files.readAllLines(out);
        assertThat(lines).as("output").contains(LastDescriptor.DONE);

        return lines.stream().filter(line -> line.startsWith(LastDescriptor.THREW))
            .filter(line -> !line.contains(NoClassDefFoundError.class.getName())).toList();
    }
}
