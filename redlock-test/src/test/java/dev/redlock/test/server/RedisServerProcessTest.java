// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import dev.redlock.test.process.Threads;
import dev.redlock.test.resp.RespClient;

@Timeout(60)
class RedisServerProcessTest
{
    @AutoClose
    private RespClient client;
    @AutoClose
    private RedisServerProcess server;

    @Test
    void shouldAnswerOnceStarted()
    {
        server = RedisServerProcess.builder().start();
        client = server.client();
        assertThat(client.call("PING")).isEqualTo("PONG");
        assertThat(server.isRunning()).isTrue();
        assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
        assertThat((String)client.call("INFO", "server")).contains("process_id:" + server.pid());
    }

    @Test
    void shouldKeepNothingOnDiskByDefault()
    {
        server = RedisServerProcess.builder().start();
        client = server.client();
        assertThat(client.call("CONFIG", "GET", "save")).isEqualTo(List.of("save", ""));
        assertThat(client.call("CONFIG", "GET", "appendonly")).isEqualTo(List.of("appendonly", "no"));
    }

    @Test
    void shouldComeBackOnTheSamePortWithoutItsKeysAfterAKill()
    {
        server = RedisServerProcess.builder().start();
        final int port = server.port();
        set(server, "k", "v");

        server.kill();
        assertThat(server.isRunning()).isFalse();
        assertThatThrownBy(server::client).isInstanceOf(UncheckedIOException.class);

        server.start();
        assertThat(server.port()).isEqualTo(port);
        assertThat(server.call("DBSIZE")).isEqualTo(0L);
    }

    @Test
    void shouldBeAnotherProcessAfterARestart()
    {
        server = RedisServerProcess.builder().start();
        final long pid = server.pid();
        server.restart();

        assertThat(server.pid()).isNotEqualTo(pid);
        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(server.call("PING")).isEqualTo("PONG");
    }

    @Test
    void shouldKeepKeysOverAKillWhenAppendOnly()
    {
        server = RedisServerProcess.builder().appendOnly("always").start();
        set(server, "k", "v");
        server.restart();

        assertThat(server.call("GET", "k")).isEqualTo("v");
    }

    @Test
    void shouldNotCallAServerReadyThatIsStillLoading()
    {
        final int keys = 3_000;
        server = RedisServerProcess.builder().appendOnly("always").setting("key-load-delay", "100").start();
        try (RespClient client = server.client())
        {
            IntStream.range(0, keys).forEach((i) -> client.send("SET", "k" + i, "v"));
            IntStream.range(0, keys).forEach((i) -> client.receive());
        }
        server.kill();

        server.launch().awaitReady(Duration.ofSeconds(20));
        assertThat(server.call("DBSIZE")).isEqualTo((long)keys);
    }

    @Test
    void shouldLetAServerSaveWhenItIsStopped()
    {
        server = RedisServerProcess.builder().setting("save", "3600 1").start();
        set(server, "k", "v");
        server.stop();

        assertThat(server.isRunning()).isFalse();
        assertThat(server.directory().resolve("dump.rdb")).exists();
        assertThat(server.start().call("GET", "k")).isEqualTo("v");
    }

    @Test
    void shouldStandStillWhilePaused()
    {
        server = RedisServerProcess.builder().start();
        server.pause();
        try (RespClient client = RespClient.connect("127.0.0.1", server.port(), Duration.ofMillis(200)))
        {
            assertThatThrownBy(() -> client.call("PING"))
                .hasRootCauseInstanceOf(SocketTimeoutException.class);
        }
        assertThat(server.isRunning()).isTrue();

        server.resume();
        assertThat(server.call("PING")).isEqualTo("PONG");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldBeStoppedInTheEyesOfTheSystemWhenPauseReturns() throws Exception
    {
        server = RedisServerProcess.builder().start();
        final Path status = Path.of("/proc", Long.toString(server.pid()), "status");
        server.pause();
        assertThat(Files.readString(status)).containsPattern("State:\\s+T");
        server.resume();
        assertThat(Files.readString(status)).doesNotContainPattern("State:\\s+T");
    }

    @Test
    void shouldStopAndKillAServerThatIsPaused()
    {
        server = RedisServerProcess.builder().start();
        server.pause();
        server.stop();
        assertThat(server.isRunning()).isFalse();

        server.start().pause();
        server.kill();
        assertThat(server.isRunning()).isFalse();
    }

    @Test
    void shouldLeaveNeitherProcessNorDirectoryNorThread()
    {
        server = RedisServerProcess.builder().start();
        final long pid = server.pid();
        final Path directory = server.directory();
        final String thread = "redis-server-" + server.port();
        assertThat(Threads.named(thread)).hasSize(1);

        server.close();
        server.close();

        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(directory).doesNotExist();
        assertThat(Threads.named(thread)).isEmpty();
        assertThatThrownBy(server::start)
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void shouldRefuseToStartTwice()
    {
        server = RedisServerProcess.builder().start();
        assertThatThrownBy(server::start)
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("runs already");
    }

    @Test
    void shouldNotSignalAProcessThatIsGone()
    {
        server = RedisServerProcess.builder().build();
        assertThatThrownBy(server::pause).hasMessageContaining("does not run");
        assertThatThrownBy(() -> server.awaitReady(Duration.ofSeconds(1)))
            .hasMessageContaining("never started");

        server.start().kill();
        assertThatThrownBy(server::pause).hasMessageContaining("does not run");
        assertThatThrownBy(server::resume).hasMessageContaining("does not run");
        assertThatThrownBy(server::pid).hasMessageContaining("does not run");
        server.stop();
        server.kill();
    }

    private static void set(final RedisServerProcess server, final String key, final String value)
    {
        assertThat(server.call("SET", key, value)).isEqualTo("OK");
    }
}
