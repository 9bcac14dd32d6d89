// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import dev.redlock.test.Await;

/**
 * A real Prometheus that scrapes pages on this machine.
 */
final class Prometheus implements AutoCloseable
{
    static final int SCRAPE_S = 2;

    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final HttpClient WEB = HttpClient.newHttpClient();

    private final Process process;
    private final String address;

    /**
     * Starts one.
     *
     * @param program where it is.
     * @param folder  an empty one, for its data and its log.
     * @param ports   of the pages, by the name of the instance.
     */
    Prometheus(final String program, final Path folder, final Map<String, Integer> ports) throws IOException
    {
        final Path settings = Files.writeString(folder.resolve("prometheus.yml"),
            "global: {scrape_interval: " + SCRAPE_S + "s}\nscrape_configs:\n- job_name: shop\n" +
            "  static_configs:\n" + ports.entrySet().stream().map((page) -> "  - {targets: ['127.0.0.1:" +
                page.getValue() + "'], labels: {instance: " + page.getKey() + "}}\n")
                .collect(Collectors.joining()));
        address = "127.0.0.1:" + freePort();
        process = new ProcessBuilder(program, "--config.file=" + settings,
            "--storage.tsdb.path=" + folder.resolve("data"), "--web.listen-address=" + address)
            .redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        Await.parking().until("Prometheus, see " + folder, READY_WITHIN, this::isReady);
    }

    private static int freePort() throws IOException
    {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            return socket.getLocalPort();
        }
    }

    private boolean isReady()
    {
        try
        {
            return get("/-/ready").statusCode() == 200;
        }
        catch (final IOException ignored)
        {
            return false;
        }
    }

    private HttpResponse<String> get(final String path) throws IOException
    {
        try
        {
            return WEB.send(HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted", ex);
        }
    }

    /**
     * Evaluates the expressions of a target at each scrape of a time, with what Grafana would fill in for its
     * variables.
     */
    List<Series> range(final Dashboard.Target target, final Instant from, final int seconds)
        throws IOException
    {
        final String query = target.expr().replace("$__rate_interval", 4 * SCRAPE_S + "s")
            .replace("$instance", ".+");
        final String answer = get("/api/v1/query_range?query=" + URLEncoder.encode(query, UTF_8) + "&start=" +
            from.getEpochSecond() + "&end=" + from.plusSeconds(seconds).getEpochSecond() + "&step=" +
            SCRAPE_S).body();
        final JsonObject told = JsonParser.parseString(answer).getAsJsonObject();
        if (!told.get("status").getAsString().equals("success"))
        {
            throw new AssertionError(query + ": " + answer);
        }

        final List<Series> series = new ArrayList<>();
        for (final JsonElement result : told.getAsJsonObject("data").getAsJsonArray("result"))
        {
            final double[] values = new double[seconds / SCRAPE_S + 1];
            Arrays.fill(values, Double.NaN);
            for (final JsonElement sample : result.getAsJsonObject().getAsJsonArray("values"))
            {
                final int second = (int)(sample.getAsJsonArray().get(0).getAsLong() - from.getEpochSecond());
                values[second / SCRAPE_S] = sample.getAsJsonArray().get(1).getAsDouble();
            }
            series.add(Series.of(target.legendFormat(),
                result.getAsJsonObject().getAsJsonObject("metric"), values));
        }

        return series;
    }

    @Override
    public void close()
    {
        process.destroyForcibly().onExit().join();
    }
}
