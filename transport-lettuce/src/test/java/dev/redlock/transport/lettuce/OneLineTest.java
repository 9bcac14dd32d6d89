// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;

import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.test.server.RedisServers;

/**
 * An application moves from one transport to the other by one line.
 */
class OneLineTest
{
    @Test
    void shouldMoveAnApplicationByOneLine() throws InterruptedException
    {
        try (RedisServers servers = RedisServers.start(3))
        {
            final String[] nodes = servers.uris().toArray(String[]::new);
            sell(Redlock.builder().nodes(nodes).transport("netty"));
            sell(Redlock.builder().nodes(nodes).transport("lettuce"));

            final RedisClient redisClient = RedisClient.create();
            try
            {
                sell(Redlock.builder().nodes(nodes).transport(LettuceTransportProvider.using(redisClient)));
            }
            finally
            {
                redisClient.shutdown();
            }
        }
    }

    private static void sell(final RedlockBuilder builder) throws InterruptedException
    {
        try (Redlock redlock = builder.assumeNodesFresh().build();
            Lease lease = redlock.acquire("orders:42", Duration.ofSeconds(10)))
        {
            assertThat(lease.remaining()).isPositive();
        }
    }

    @Test
    void shouldNameBothWhenTheChoiceIsLeftOpen()
    {
        final RedlockBuilder undecided = Redlock.builder().nodes("redis://127.0.0.1:1");

        assertThatIllegalStateException().isThrownBy(undecided::build)
            .withMessageStartingWith("several transports were found: lettuce (")
            .withMessageContaining("netty (");
    }
}
