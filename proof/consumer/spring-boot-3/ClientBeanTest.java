// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.test.server.RedisServers;

/**
 * What docs/spring-boot.md advises where the starter cannot be used: the client is a bean.
 */
@SpringBootTest
class ClientBeanTest
{
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void shouldLock(@Autowired final Redlock redlock) throws InterruptedException
    {
        try (Lease lease = redlock.acquire("stock:apples", SOON))
        {
            assertTrue(lease.isHeld());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans
    {
        @Bean
        static RedisServers servers()
        {
            return RedisServers.start(3);
        }

        @Bean
        static Redlock redlock(final RedisServers servers)
        {
            return Redlock.builder().nodes(servers.uris().toArray(String[]::new)).assumeNodesFresh()
                .connectTimeout(SOON).startTimeout(SOON).build();
        }
    }
}
