// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * The shop as its visitors see it, while its servers die and come back.
 */
@Tag("proof")
class ShopApplicationTest
{
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int PEARS = 3;
    private static final HttpClient WEB = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext shop;

    @BeforeAll
    static void open()
    {
        shop = ShopApplication.start("--server.port=0");
    }

    @AfterAll
    static void close()
    {
        final RedisServers servers = shop.getBean(RedisServers.class);
        shop.close();
        servers.close();
    }

    private static CompletableFuture<HttpResponse<String>> send(final String method, final String path)
    {
        final String port = shop.getEnvironment().getRequiredProperty("local.server.port");
        final URI uri = URI.create("http://127.0.0.1:" + port + path);

        return WEB.sendAsync(
            HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(final String path)
    {
        return send("POST", path).join();
    }

    private static HttpResponse<String> health()
    {
        return send("GET", "/actuator/health").join();
    }

    @Test
    void shouldSellNoMoreThanThereIs()
    {
        final List<CompletableFuture<HttpResponse<String>>> sales = new ArrayList<>();
        IntStream.range(0, 8).forEach((i) -> sales.add(send("POST", "/sell/pear")));
        Await.parking().until("the last pear", SOON, () ->
        {
            sales.add(send("POST", "/sell/pear"));

            return sales.get(sales.size() - 1).join().body();
        }, (answer) -> answer.equals("{\"error\":\"no pear is left\"}"));

        assertThat(sales).extracting((sale) -> sale.join().statusCode()).filteredOn((status) -> status == 200)
            .hasSize(PEARS);
    }

    @Test
    void shouldSayThatItCannotSellAndRecoverByItself()
    {
        awaitSale();
        IntStream.range(0, 3).forEach((i) -> post("/servers/" + i + "/kill"));
        Await.parking().until("too few nodes", SOON, () -> health().statusCode(), (status) -> status == 503);
        final HttpResponse<String> refused = post("/sell/apple");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).isEqualTo("{\"error\":\"nobody can be served now, try again later\"}");

        IntStream.range(0, 3).forEach((i) -> post("/servers/" + i + "/restart"));
        Await.parking().until("nodes in quarantine", SOON, () -> health().body(),
            (health) -> health.contains("QUARANTINED: does not vote before "));
        Await.parking().until("a quorum", SOON, () -> health().statusCode(), (status) -> status == 200);
        awaitSale();
    }

    private static void awaitSale()
    {
        Await.parking().until("an apple", SOON, () -> post("/sell/apple").body(),
            (answer) -> answer.contains("\"item\":\"apple\""));
    }
}
