// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.cli.common.StrictJson;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

@Timeout(60)
@Tag("proof")
class BenchTest extends ThreeServers
{
    @ParameterizedTest
    @ValueSource(strings = {
        "--threads 2 --longest-look 0s", "--mode invoker --rate 200",
        "--in-flight 8 --keys 4 --idle yielding",
        "--mode invoker --in-flight 4 --rate 400 --threads 2 --io nio",
        "--in-flight 8 --keys 4 --transport lettuce", "--fenced"})
    void shouldMeasureAndLeaveNothingBehind(final String load, @TempDir final Path directory) throws Exception
    {
        final Path json = directory.resolve("result.json");
        final Path hgrm = directory.resolve("result.hgrm");
        final List<String> args = new ArrayList<>(List.of("bench", "--warmup", "1s", "--seconds", "1",
            "--json", json.toString(), "--hgrm", hgrm.toString()));
        args.addAll(List.of(load.split(" ")));

        final RedlockProcess bench = RedlockProcess.run(servers.uris(), args.toArray(new String[0]));

        assertThat(bench.status()).as(bench.out() + bench.err()).isZero();
        assertThat(bench.assertFits().out()).contains("acquire", "release", "cycle", "a second");
        final Map<String, Object> result = StrictJson.object(Files.readString(json));
        checkResult(result, load.contains("lettuce") ? "lettuce" : "netty");
        assertThat(((Map<?, ?>)result.get("settings")).get("longest_look_us"))
            .isEqualTo(load.contains("--longest-look 0s") ? 0.0 : null);
        assertThat(Files.readString(hgrm)).contains("Percentile TotalCount 1/(1-Percentile)", "#[Max");
        for (int i = 0; i < servers.size(); i++)
        {
            try (RespClient client = servers.server(i).client())
            {
                if (load.equals("--fenced"))
                {
                    final String fence = (String)((List<?>)client.call("KEYS", "*:fence")).get(0);
                    assertThat((Long)client.call("PTTL", fence)).isBetween(1L, 60_000L);
                    client.call("DEL", fence);
                }
                Eventually.assertZero("keys on a node", () -> (Long)client.call("DBSIZE"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldNameNodesThatAreDownRefusedOrStoppedBeforeTheRun(final String transport) throws Exception
    {
        try (RedisServers own = RedisServers.start(5);
            RedisServerProcess locked = RedisServerProcess.builder().password("geheim").start())
        {
            own.server(4).pause();
            final List<String> uris = new ArrayList<>(own.uris());
            uris.add("redis://127.0.0.1:1");
            uris.add(locked.uri().replace("geheim", "falsch"));

            final RedlockProcess bench = RedlockProcess.run(
                uris, "bench", "--warmup", "500ms", "--seconds", "1", "--transport", transport);

            assertThat(bench.status()).as(bench.out() + bench.err()).isZero();
            for (final String when : List.of("not there before the run: ", "not there after the run: "))
            {
                assertThat(bench.unwrapped())
                    .containsPattern(
                        when + "127.0.0.1:" + own.server(4).port() + " (DOWN: |has not answered yet)")
                    .containsPattern(when + "127.0.0.1:1 DOWN: ")
                    .containsPattern(when + "127.0.0.1:" + locked.port() + " REFUSED: ")
                    .doesNotContain(when + "127.0.0.1:" + own.server(0).port());
            }
            assertThat(bench.err()).contains("not all nodes are there: 127.0.0.1:1 DOWN");
            bench.assertFits();
        }
    }

    @Test
    void shouldNameNodesThatStoppedOrDiedWhileItRan(@TempDir final Path directory) throws Exception
    {
        final Path json = directory.resolve("result.json");
        try (RedisServers own = RedisServers.start(5))
        {
            final RedlockProcess bench = RedlockProcess.start(own.uris(), "bench", "--warmup", "500ms",
                "--seconds", "3", "--json", json.toString()).awaitError("measuring for");
            own.server(1).kill();
            own.server(2).pause();

            assertThat(bench.status()).as(bench.out() + bench.err()).isZero();
            assertThat(bench.unwrapped()).doesNotContain("before the run")
                .contains("not there after the run: 127.0.0.1:" + own.server(1).port() + " DOWN")
                .contains("not there after the run: 127.0.0.1:" + own.server(2).port() + " ")
                .doesNotContain("not there after the run: 127.0.0.1:" + own.server(0).port());
            assertThat((List<?>)StrictJson.object(Files.readString(json)).get("missing_after")).hasSize(2);
        }
    }

    @SuppressWarnings("unchecked")
    private static void checkResult(final Map<String, Object> result, final String transport)
    {
        assertThat(result).containsKeys("acquire_p50_us", "acquire_p99_us", "acquire_p999_us", "cycle_p50_us",
            "cycle_p99_us", "cycles_per_second", "allocated_bytes_per_cycle", "cpu_us_per_cycle", "failures",
            "settings");
        assertThat((Double)result.get("acquire_p50_us")).isPositive();
        assertThat((Double)result.get("acquire_p99_us")).isGreaterThanOrEqualTo(
            (Double)result.get("acquire_p50_us"));
        assertThat((Double)result.get("cycle_p50_us")).isGreaterThan((Double)result.get("acquire_p50_us"));
        assertThat((Double)result.get("cycles_per_second")).isGreaterThan(20);
        assertThat((Double)result.get("allocated_bytes_per_cycle")).isNotNegative();
        assertThat((Double)result.get("cpu_us_per_cycle")).isPositive();
        final Map<String, Object> settings = (Map<String, Object>)result.get("settings");
        assertThat(settings).containsEntry("transport", transport).containsEntry("seconds", 1.0);
        if (settings.get("rate") != null)
        {
            // After a standstill an open loop catches up, but it never does more than was due in all: in a
            // second of warming up and a second of measuring.
            assertThat((Double)result.get("cycles_per_second"))
                .isLessThanOrEqualTo((Double)settings.get("rate") * 2);
        }
    }
}
