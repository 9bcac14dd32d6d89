// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A client and one of three nodes share a machine, which stands still. The machine is a network namespace, so
 * that the other two are elsewhere for it.
 */
public abstract class SharedMachine extends FaultSuite
{
    @TempDir
    Path directory;

    @Test
    void shouldBlameNoNodeElsewhereWhenItStandsStill() throws IOException, InterruptedException
    {
        final Namespace machine = Namespace.assumePossible();
        try (machine; RealNodes nodes = RealNodes.start(2, index -> RedisServerProcess.builder()
            .setting("bind", "127.0.0.1 " + machine.outside()).setting("protected-mode", "no")))
        {
            final List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(JavaProcess.assertions());
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.addAll(List.of(ClientOnAMachine.class.getName(), transport().name()));
            nodes.uris().forEach(uri -> command.add(uri.replace("127.0.0.1", machine.outside())));
            final Path out = directory.resolve("out");
            final Process process = new ProcessBuilder(machine.command(command))
                .redirectErrorStream(true).redirectOutput(out.toFile()).start();
            try
            {
                assertThat(process.waitFor(50, TimeUnit.SECONDS)).as("ended in time").isTrue();
            }
            finally
            {
                process.destroyForcibly();
            }
            assertThat(process.exitValue()).as("exit status; it said: %s", Files.readString(out)).isZero();
        }
    }
}
