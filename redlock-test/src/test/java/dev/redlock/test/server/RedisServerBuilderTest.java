// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespError;

@Timeout(60)
class RedisServerBuilderTest
{
    @AutoClose
    private RespClient client;
    @AutoClose
    private RedisServerProcess server;

    @TempDir
    private Path temp;

    @Test
    void shouldPassSettingsOn()
    {
        server = RedisServerProcess.builder().setting("maxmemory", "1mb")
            .setting("maxmemory-policy", "volatile-ttl").start();
        assertThat(server.call("CONFIG", "GET", "maxmemory")).isEqualTo(List.of("maxmemory", "1048576"));
        assertThat(server.call("CONFIG", "GET", "maxmemory-policy"))
            .isEqualTo(List.of("maxmemory-policy", "volatile-ttl"));
    }

    @Test
    void shouldAskForThePassword()
    {
        final String secret = "a b\"c\\d@/:%";
        try (RedisServerProcess server = RedisServerProcess.builder().password(secret).start();
            RespClient stranger = RespClient.connect("127.0.0.1", server.port()))
        {
            assertThatThrownBy(() -> stranger.call("PING")).isInstanceOf(RespError.class)
                .hasMessageStartingWith("NOAUTH");
            assertThat(server.call("PING")).isEqualTo("PONG");
            assertThat(server.uri())
                .isEqualTo("redis://:a%20b%22c%5Cd%40%2F%3A%25@127.0.0.1:" + server.port());
            assertThat(server.toString()).doesNotContain(secret);
        }
    }

    @Test
    void shouldKnowAclUsers()
    {
        server = RedisServerProcess.builder().user("locker", "secret", "~lock:* +set +get")
            .setting("user", "default off").start();
        client = RespClient.connect("127.0.0.1", server.port());
        client.call("AUTH", "locker", "secret");
        assertThat(client.call("SET", "lock:a", "v")).isEqualTo("OK");
        assertThatThrownBy(() -> client.call("SET", "other", "v")).isInstanceOf(RespError.class)
            .extracting((error) -> ((RespError)error).code()).isEqualTo("NOPERM");
    }

    @Test
    void shouldListenOnAUnixSocket() throws IOException
    {
        final Path path = temp.resolve("s");
        try (RedisServerProcess server = RedisServerProcess.builder().unixSocket(path).start();
            SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path)))
        {
            channel.write(ByteBuffer.wrap("PING\r\n".getBytes(StandardCharsets.US_ASCII)));
            final ByteBuffer reply = ByteBuffer.allocate(16);
            channel.read(reply);
            assertThat(new String(reply.array(), 0, reply.position(), StandardCharsets.US_ASCII))
                .isEqualTo("+PONG\r\n");
            assertThat(server.isRunning()).isTrue();
        }
    }

    @Test
    void shouldRunAsAClusterNode()
    {
        server = RedisServerProcess.builder().cluster().start();
        assertThat((String)server.call("INFO", "cluster")).contains("cluster_enabled:1");
        assertThatThrownBy(() -> server.call("SET", "k", "v")).hasMessageStartingWith("CLUSTERDOWN");
    }

    @Test
    void shouldRunAsAReplica()
    {
        try (RedisServerProcess master = RedisServerProcess.builder().start();
            RedisServerProcess replica =
                RedisServerProcess.builder().replicaOf("127.0.0.1", master.port()).start())
        {
            assertThat(replica.call("ROLE")).asInstanceOf(InstanceOfAssertFactories.LIST)
                .startsWith("slave", "127.0.0.1", (long)master.port());
        }
    }

    @Test
    void shouldUseTheGivenDirectoryAndLeaveIt() throws IOException
    {
        final Path directory = Files.createDirectory(temp.resolve("data"));
        try (RedisServerProcess server = RedisServerProcess.builder()
            .directory(directory).appendOnly("always").start())
        {
            server.call("SET", "k", "v");
        }

        try (RedisServerProcess heir = RedisServerProcess.builder()
            .directory(directory).appendOnly("always").start())
        {
            assertThat(heir.call("GET", "k")).isEqualTo("v");
        }
        assertThat(directory).exists();
    }

    @Test
    void shouldPassEnvironmentAndWrapperOn()
    {
        server = RedisServerProcess.builder().environment("FROM_BUILDER", "1")
            .wrapper("sh", "-c", "echo \"builder $FROM_BUILDER\"; exec \"$@\"", "wrapper").start();
        assertThat(server.call("PING")).isEqualTo("PONG");
        server.kill();
        assertThat(server.output()).contains("builder 1\n");
    }

    @Test
    void shouldSayWhyAServerDidNotStart()
    {
        assertThatThrownBy(() -> RedisServerProcess.builder().setting("maxmemory", "much").start())
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("ended with status 1").hasMessageContaining("maxmemory much");
    }

    @Test
    void shouldNotShowPasswordsThatTheServerPrints()
    {
        assertThatThrownBy(() -> RedisServerProcess.builder()
            .wrapper("sh", "-c", "cat \"$2\"; exit 3", "print")
            .password("pa\"ss").user("locker", "other", "+get").start())
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("requirepass \"***\"")
            .hasMessageContaining("user \"locker\" on \">***\" +get")
            .hasMessageNotContaining("pa\\\"ss").hasMessageNotContaining("other");
    }

    @Test
    void shouldFailOnAGivenPortThatIsTaken()
    {
        try (RedisServerProcess first = RedisServerProcess.builder().start())
        {
            assertThatThrownBy(() -> RedisServerProcess.builder().port(first.port()).start())
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("bind: Address");
            assertThat(first.call("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void shouldChooseAnotherPortWhenSomebodyWasFaster() throws IOException
    {
        final Path taken = temp.resolve("taken");
        final Path wrapper = temp.resolve("wrapper");
        Files.writeString(wrapper, "[ -e " + taken + " ] && exec \"$@\"\n" +
            "grep '^port' \"$2\" > " + taken + "\necho 'bind: Address already in use'\nexit 1\n");

        server = RedisServerProcess.builder().wrapper("sh", wrapper.toString()).start();
        assertThat(server.call("PING")).isEqualTo("PONG");
        assertThat(Files.readString(taken)).isNotEqualTo("port " + server.port() + "\n");
    }

    @Test
    void shouldRefuseWhatCannotWork()
    {
        final RedisServerBuilder builder = RedisServerProcess.builder();

        assertThatIllegalArgumentException().isThrownBy(() -> builder.port(65_536))
            .withMessageContaining("65536");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.password(""));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.appendOnly("sometimes"))
            .withMessageContaining("everysec");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.setting("requirepass", "x"))
            .withMessageContaining("password(…)");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.setting("save", "a\nrequirepass x"));
        assertThatIllegalArgumentException()
            .isThrownBy(() -> builder.unixSocket(Path.of("/" + "a".repeat(103))))
            .withMessageContaining("104 bytes");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> RedisServerProcess.builder().directory(temp.resolve("none")).build())
            .withMessageContaining("does not exist");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> RedisServerProcess.builder().binary(temp).start())
            .withMessageContaining("no executable file");
    }
}
