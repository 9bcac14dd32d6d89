// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;

import io.micrometer.core.instrument.MeterRegistry;
import net.javacrumbs.shedlock.core.LockConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import dev.redlock.Redlock;
import dev.redlock.shedlock.RedlockLockProvider;
import dev.redlock.spring.integration.RedlockLockRegistry;
import dev.redlock.test.server.RedisServers;

/**
 * All that there is for Spring in one application, over Lettuce, with the versions that Spring Boot chooses.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties =
{
    "redlock.transport=lettuce",
    "redlock.min-node-timeout=10s",
    "redlock.max-node-timeout=10s",
    "management.endpoint.health.show-details=always",
    "management.endpoints.web.exposure.include=health,redlock"
})
class EverythingTest
{
    private static final RedisServers SERVERS = RedisServers.start(3);
    private static final Duration SOON = Duration.ofSeconds(30);

    @DynamicPropertySource
    static void servers(final DynamicPropertyRegistry properties)
    {
        properties.add("redlock.nodes", () -> String.join(",", SERVERS.uris()));
        properties.add("redlock.assume-nodes-fresh", () -> true);
        properties.add("redlock.connect-timeout", () -> "30s");
        properties.add("redlock.start-timeout", () -> "60s");
    }

    @AfterAll
    static void stop()
    {
        SERVERS.close();
    }

    @Test
    void shouldShowItsHealthItsNodesAndItsMeters(@LocalServerPort final int port,
        @Autowired final MeterRegistry registry, @Autowired final TicketShop shop) throws Exception
    {
        assertEquals(0, shop.report());

        assertTrue(ask(port, "health").contains("\"redlock\":{\"details\":{\"nodes\":3"));
        assertTrue(ask(port, "redlock").contains("\"ATTEMPTS_WON\""));
        assertEquals(1, registry.get("redlock.locked").tag("outcome", "ACQUIRED").timer().count());
        assertTrue(registry.get("redlock.attempts.won").functionCounter().count() > 0);
    }

    private static String ask(final int port, final String endpoint) throws Exception
    {
        final URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/" + endpoint);

        return HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void shouldLockForJobsAndForMessages(@Autowired final Redlock redlock) throws Exception
    {
        assertTrue(new RedlockLockProvider(redlock).lock(new LockConfiguration(
            Instant.now(), "report", SOON, Duration.ZERO)).isPresent());
        new RedlockLockRegistry(redlock, "orders").executeLocked("apples", SOON,
            () -> assertTrue(redlock.tryAcquire("orders:apples").isEmpty()));
    }
}
