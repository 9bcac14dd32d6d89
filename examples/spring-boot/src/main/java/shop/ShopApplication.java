// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

import dev.redlock.test.server.RedisServers;

/**
 * A shop over five servers of its own, which {@link Servers} kills and restarts. An application has its
 * servers elsewhere, and names them in {@code redlock.nodes}.
 */
@SpringBootApplication
public class ShopApplication
{
    private static final int SERVERS = 5;

    /**
     * Serves until it is stopped.
     */
    public static void main(final String[] args)
    {
        start(args);
    }

    static ConfigurableApplicationContext start(final String... args)
    {
        final RedisServers servers = RedisServers.start(SERVERS);
        final SpringApplication application = new SpringApplication(ShopApplication.class);
        application.setDefaultProperties(Map.of(
            "redlock.nodes", String.join(",", servers.uris()),
            // They have never been used, so nothing can have been forgotten.
            "redlock.assume-nodes-fresh", "true"));
        application.addInitializers((context) ->
            context.getBeanFactory().registerSingleton("redisServers", servers));

        return application.run(args);
    }
}
