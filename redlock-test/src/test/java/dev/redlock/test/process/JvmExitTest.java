// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.server.RedisServerProcess;

@Timeout(60)
class JvmExitTest
{
    private static final Duration WITHIN = Duration.ofSeconds(20);

    @TempDir
    private Path temp;

    @Test
    void shouldKillItsServersAndDeleteTheirFilesOnExit() throws IOException
    {
        try (Child child = new Child("exit", temp))
        {
            assertThat(child.jvm.onExit().join().exitValue()).isEqualTo(7);
            assertThat(child.isServerGone()).isTrue();
            assertThat(child.directory).doesNotExist();
        }
    }

    @Test
    void shouldKillItsServersWhenTheJvmIsKilled() throws IOException
    {
        try (Child child = new Child("wait", temp))
        {
            assertThat(ProcessHandle.of(child.serverPid)).isPresent();
            child.jvm.destroyForcibly();
            assertThat(child.isServerGone()).isTrue();
        }
    }

    /**
     * What runs in a JVM of its own: starts a server, says so, and leaves it.
     */
    static final class Main
    {
        public static void main(final String[] args) throws IOException
        {
            final RedisServerProcess server = RedisServerProcess.builder().start();
            System.out.println(server.pid());
            System.out.println(server.directory());
            if (args[0].equals("exit"))
            {
                System.exit(7);
            }
            System.in.read();
        }
    }

    private static final class Child implements AutoCloseable
    {
        private final Process jvm;
        private final long serverPid;
        private final Path directory;

        private Child(final String mode, final Path temp) throws IOException
        {
            jvm = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temp,
                "-cp", System.getProperty("java.class.path"), Main.class.getName(), mode)
                .redirectError(Redirect.INHERIT).start();
            final BufferedReader out = new BufferedReader(new InputStreamReader(jvm.getInputStream()));
            serverPid = Long.parseLong(out.readLine());
            directory = Path.of(out.readLine());
        }

        private boolean isServerGone()
        {
            return Waiting.until(
                () -> ProcessHandle.of(serverPid).filter(Signals::isRunning).isEmpty(),
                Waiting.deadlineNs(WITHIN));
        }

        @Override
        public void close()
        {
            jvm.destroyForcibly();
        }
    }
}
