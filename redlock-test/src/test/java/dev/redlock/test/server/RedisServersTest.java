// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.test.process.Threads;

@Timeout(60)
class RedisServersTest
{
    @Test
    void shouldStartServersThatKnowNothingOfEachOther()
    {
        try (RedisServers servers = RedisServers.start(5))
        {
            assertThat(servers.size()).isEqualTo(5);
            assertThat(servers.uris()).doesNotHaveDuplicates().hasSize(5)
                .allMatch((uri) -> uri.startsWith("redis://127.0.0.1:"));

            servers.server(0).call("SET", "k", "v");
            IntStream.range(1, 5).forEach((i) -> assertThat(servers.server(i).call("DBSIZE")).isEqualTo(0L));
        }
    }

    @Test
    void shouldSetEachServerUp()
    {
        try (RedisServers servers = RedisServers.start(2, (index) ->
            RedisServerProcess.builder().setting("databases", Integer.toString(index + 1))))
        {
            for (int i = 0; i < 2; i++)
            {
                assertThat(servers.server(i).call("CONFIG", "GET", "databases"))
                    .isEqualTo(List.of("databases", Integer.toString(i + 1)));
            }
        }
    }

    @Test
    void shouldLeaveNoProcess()
    {
        final List<Long> pids = new ArrayList<>();
        try (RedisServers servers = RedisServers.start(3))
        {
            IntStream.range(0, 3).forEach((i) -> pids.add(servers.server(i).pid()));
            servers.server(1).kill();
        }

        assertThat(pids).noneMatch((pid) -> ProcessHandle.of(pid).isPresent());
    }

    @Test
    void shouldLeaveNoProcessWhenOneDoesNotStart()
    {
        final List<RedisServerBuilder> builders = List.of(
            RedisServerProcess.builder(), RedisServerProcess.builder().setting("nonsense", "yes"));

        assertThatThrownBy(() -> RedisServers.start(2, builders::get))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("nonsense");
        assertThat(Threads.named("redis-server-")).isEmpty();
    }

    @Test
    void shouldRefuseToStartNone()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> RedisServers.start(0))
            .withMessageContaining("0");
    }
}
