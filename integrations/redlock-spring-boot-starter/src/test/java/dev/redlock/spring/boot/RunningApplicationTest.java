// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * An application with a web server over five real nodes: what its actuator answers while nodes die and come
 * back, and when it lets go of its locks.
 */
@Tag("proof")
class RunningApplicationTest
{
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
    private static final int NODES = 5;
    private static final HttpClient WEB = HttpClient.newHttpClient();

    private static RedisServers servers;

    @BeforeAll
    static void start()
    {
        servers = RedisServers.start(NODES);
    }

    @AfterAll
    static void stop()
    {
        servers.close();
    }

    private static ConfigurableApplicationContext application()
    {
        final SpringApplication application = new SpringApplication(Shop.class);
        application.setDefaultProperties(Map.of(
            "server.port", "0",
            "spring.application.name", "the shop",
            "spring.main.banner-mode", "off",
            "management.endpoints.web.exposure.include", "health,redlock,metrics",
            "management.endpoint.health.show-details", "always",
            "redlock.nodes", String.join(",", servers.uris()),
            "redlock.transport", "netty",
            "redlock.assume-nodes-fresh", "true",
            "redlock.ttl", "5s",
            "redlock.longest-ttl", "10s"));

        return application.run();
    }

    private static boolean isListening(final ConfigurableApplicationContext application)
    {
        try (Socket socket = new Socket("127.0.0.1", port(application)))
        {
            return socket.isConnected();
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    private static int port(final ConfigurableApplicationContext application)
    {
        return application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static CompletableFuture<HttpResponse<String>> ask(
        final ConfigurableApplicationContext application, final String path)
    {
        final URI uri = URI.create("http://127.0.0.1:" + port(application) + path);

        return WEB.sendAsync(
            HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(final HttpResponse<String> response)
    {
        return JsonMapper.shared().readTree(response.body());
    }

    private static HttpResponse<String> awaitHealth(
        final ConfigurableApplicationContext application, final int voting)
    {
        return Await.parking().until(voting + " nodes that vote", LONG_ENOUGH,
            () -> ask(application, "/actuator/health").join(),
            (response) -> health(response).at("/details/voting").asInt() == voting);
    }

    private static JsonNode health(final HttpResponse<String> response)
    {
        return json(response).at("/components/redlock");
    }

    /*
     * What docs/spring-boot.md shows after a marker.
     */
    private static JsonNode shown(final String marker)
    {
        final Matcher block = Pattern.compile("<!-- " + marker + " -->\n```json\n(.*?)```", Pattern.DOTALL)
            .matcher(DocsPageTest.page());
        assertThat(block.find()).as("a block after " + marker).isTrue();

        return JsonMapper.shared().readTree(block.group(1));
    }

    /*
     * The names of the fields; those of nodes and counters differ each time.
     */
    private static Set<String> shape(final JsonNode node)
    {
        final Set<String> names = new TreeSet<>();
        node.propertyStream().forEach((property) ->
        {
            names.add(property.getKey());
            if (!Set.of("missing", "counters").contains(property.getKey()))
            {
                shape(property.getValue().isArray() ? property.getValue().get(0) : property.getValue())
                    .forEach((inner) -> names.add(property.getKey() + "." + inner));
            }
        });

        return names;
    }

    @Test
    void shouldTellItsHealth()
    {
        try (ConfigurableApplicationContext application = application())
        {
            final HttpResponse<String> all = awaitHealth(application, NODES);
            assertThat(all.statusCode()).isEqualTo(200);
            assertThat(json(all).at("/status").asString()).isEqualTo("UP");
            assertThat(health(all)).hasToString(
                "{\"details\":{\"nodes\":5,\"voting\":5,\"quorum\":3,\"degraded\":false},\"status\":\"UP\"}");

            servers.server(0).kill();
            final HttpResponse<String> four = awaitHealth(application, 4);
            assertThat(four.statusCode()).isEqualTo(200);
            assertThat(json(four).at("/status").asString()).isEqualTo("UP");
            assertThat(health(four).at("/details/degraded").asBoolean()).isTrue();
            assertThat(shape(health(four))).isEqualTo(shape(shown("health")));
            assertThat(health(four).at("/details/missing").propertyNames())
                .singleElement().asString().contains(":" + servers.server(0).port());

            servers.server(1).kill();
            servers.server(2).kill();
            final HttpResponse<String> two = awaitHealth(application, 2);
            assertThat(two.statusCode()).isEqualTo(503);
            assertThat(json(two).at("/status").asString()).isEqualTo("DOWN");
            final HttpResponse<String> refused = ask(application, "/sell/apples").join();
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).doesNotContain("127.0.0.1", "stock:");

            servers.server(0).restart();
            servers.server(1).restart();
            servers.server(2).restart();
            awaitQuarantine(application);
            assertThat(awaitHealth(application, NODES).statusCode()).isEqualTo(200);
            assertThat(ask(application, "/sell/apples").join().body()).isEqualTo("sold");
        }
    }

    /*
     * The nodes are connected again, and health says until when they do not vote.
     */
    private static void awaitQuarantine(final ConfigurableApplicationContext application)
    {
        final HttpResponse<String> waiting = Await.parking().until("three nodes in quarantine", LONG_ENOUGH,
            () -> ask(application, "/actuator/health").join(), (response) ->
                health(response).at("/details/missing").values().stream().map(JsonNode::asString)
                    .allMatch((detail) -> detail.startsWith("QUARANTINED: does not vote before ")));
        assertThat(waiting.statusCode()).isEqualTo(503);
        health(waiting).at("/details/missing").values().forEach((detail) ->
        {
            final String end = detail.asString().replaceAll(".* before (\\S+Z): .*", "$1");
            assertThat(Instant.parse(end)).isBetween(Instant.now(), Instant.now().plusSeconds(60));
        });
    }

    @Test
    void shouldShowItsNodes() throws Exception
    {
        try (ConfigurableApplicationContext application = application())
        {
            awaitHealth(application, NODES);
            application.getBean(Redlock.class).run("shown", LONG_ENOUGH, (lease) ->
            {
                final JsonNode report = json(ask(application, "/actuator/redlock").join());
                assertThat(shape(report)).isEqualTo(shape(shown("endpoint")));
                assertThat(report.at("/client").asString())
                    .isEqualTo("client 'the-shop', 5 of 5 nodes vote");
                assertThat(report.at("/quorum").asInt()).isEqualTo(3);
                assertThat(report.at("/nodes")).hasSize(NODES).allSatisfy((node) ->
                {
                    assertThat(node.at("/state").asString()).isEqualTo("UP");
                    assertThat(node.at("/answers").asLong()).isPositive();
                    assertThat(node.at("/clock/budgetPpm").asLong()).isPositive();
                });
                assertThat(report.at("/tokensOut").asInt()).isEqualTo(1);
                assertThat(report.at("/counters/ATTEMPTS_WON").asLong()).isPositive();
            });
        }
    }

    @Test
    void shouldMeasureTheWayToItsLocks()
    {
        try (ConfigurableApplicationContext application = application())
        {
            awaitHealth(application, NODES);
            assertThat(ask(application, "/sell/apples").join().body()).isEqualTo("sold");

            final JsonNode locked = json(ask(application, "/actuator/metrics/redlock.locked").join());
            assertThat(shape(locked)).isEqualTo(shape(shown("metric")));
            assertThat(locked.at("/measurements/0/value").asInt()).isEqualTo(1);
            assertThat(locked.at("/availableTags").valueStream()
                .map((tag) -> tag.at("/tag").asString() + "=" + tag.at("/values/0").asString()))
                .containsExactlyInAnyOrder("error=none", "outcome=ACQUIRED",
                    "method=" + Shop.class.getName() + ".sell(String)");
            final JsonNode won =
                json(ask(application, "/actuator/metrics/redlock.acquire?tag=client:redlock").join());
            assertThat(won.at("/measurements/0/value").asInt()).isEqualTo(1);
        }
    }

    /**
     * The web server lets requests end that have begun; their locks last as long.
     */
    @Test
    void shouldKeepItsLocksUntilTheLastRequestHasEnded() throws Exception
    {
        final ConfigurableApplicationContext application = application();
        awaitHealth(application, NODES);
        final Shop shop = application.getBean(Shop.class);
        final CompletableFuture<HttpResponse<String>> sale = ask(application, "/slow/pears");
        assertThat(shop.begun().await(30, TimeUnit.SECONDS)).isTrue();
        final Thread closing = new Thread(application::close);
        closing.start();
        final Redlock redlock = application.getBean(Redlock.class);
        Await.parking().until("no new requests", LONG_ENOUGH, () -> !isListening(application));
        assertThat(redlock.tryAcquire("stock:pears")).as("held by the request").isEmpty();
        redlock.tryAcquire("stock:plums").orElseThrow().release();

        shop.end().countDown();
        assertThat(sale.join().statusCode()).isEqualTo(200);
        closing.join(LONG_ENOUGH.toMillis());
        assertThat(closing.isAlive()).isFalse();
        for (int i = 0; i < NODES; i++)
        {
            final RedisServerProcess server = servers.server(i);
            Await.parking().until("no key on node " + i, LONG_ENOUGH,
                () -> server.call("EXISTS", "stock:pears"), (count) -> count.equals(0L));
        }
    }

    @EnableAutoConfiguration
    @Import(Failures.class)
    @RestController
    static class Shop
    {
        /**
         * A quarantine lasts two windows and 5 s at least.
         */
        @Bean
        static RedlockBuilderCustomizer shortQuarantine()
        {
            return (builder) -> builder.fenceWindow(Duration.ofMillis(200));
        }

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);

        public CountDownLatch begun()
        {
            return begun;
        }

        public CountDownLatch end()
        {
            return end;
        }

        @GetMapping("/sell/{item}")
        @Locked(name = "stock", key = "#item", within = "200ms")
        public String sell(@PathVariable final String item)
        {
            return "sold";
        }

        @GetMapping("/slow/{item}")
        @Locked(name = "stock", key = "#item")
        public String sellSlowly(@PathVariable final String item) throws InterruptedException
        {
            begun.countDown();
            end.await(30, TimeUnit.SECONDS);

            return "sold";
        }
    }
}
