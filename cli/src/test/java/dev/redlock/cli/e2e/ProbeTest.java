// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.cli.common.StrictJson;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

@Timeout(60)
class ProbeTest extends ThreeServers
{
    @Test
    void shouldPraiseGoodNodes() throws Exception
    {
        final Told probe = Told.by(servers.uris(), "probe", "--clock", "1500ms");

        assertThat(probe.status()).isZero();
        assertThat(probe.err()).contains("redlock: watching clocks: 1s of 2s");
        assertThat(probe.out())
            .contains("redis 7.0.15  master", "ppm", "aof always", "noeviction             0\n", "  fit\n",
                "3 of 3 nodes are fit; a quorum is 2").doesNotContain("unfit", "danger");
        assertThat(servers.server(0).call("DBSIZE")).as("keys written").isEqualTo(0L);
        probe.assertFits();
    }

    /**
     * A client that runs counts them as up; a lock gets no vote of them.
     */
    @Test
    void shouldNotCallNodesFitThatRefuseEveryLock() throws Exception
    {
        try (RedisServers full =
            RedisServers.start(3, (index) -> RedisServerProcess.builder().setting("maxmemory", "1")))
        {
            final Told probe = Told.by(full.uris(), "probe", "--clock", "200ms");
            assertThat(probe.status()).isEqualTo(1);
            assertThat(probe.assertFits().unwrapped()).contains("  UNFIT\n",
                "unfit: every node: grants no lock now, as its memory is at its limit (OOM): raise its ");
            assertThat(probe.out()).endsWith(
                "\n0 of 3 nodes are fit, and a quorum is 2: nobody can get a lock\n");
        }
    }

    @Test
    void shouldSayThatYoungNodesDoNotVoteYet() throws Exception
    {
        final Told probe = Told.by(
            servers.uris(), "probe", "--clock", "500ms", "--longest-ttl", "10m");

        assertThat(probe.status()).isEqualTo(1);
        // Servers that a slow machine starts in different seconds wait until different seconds.
        assertThat(probe.out()).contains("  WAITS\n", "unfit: ");
        assertThat(probe.unwrapped())
            .contains("0 of 3 nodes are fit, and a quorum is 2: new clients get no lock yet",
                "does not vote before 20", ": it was started or declared a short time ago");
        probe.assertFits();
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldTellProgramsEverything() throws Exception
    {
        final Told probe =
            Told.by(servers.uris(), "probe", "--json", "--clock", "500ms", "--samples", "50");

        assertThat(probe.status()).isZero();
        final Map<String, Object> json = StrictJson.object(probe.out());
        assertThat(json).containsEntry("quorum", 2.0).containsEntry("fit", 3.0);
        final List<Map<String, Object>> nodes = (List<Map<String, Object>>)json.get("nodes");
        assertThat(nodes).hasSize(3).allSatisfy((node) ->
        {
            assertThat(node).containsEntry("fit", true).containsEntry("server", "redis 7.0.15")
                .containsEntry("role", "master").containsEntry("appendfsync", "always")
                .containsEntry("maxmemory_policy", "noeviction");
            assertThat((String)node.get("run_id")).hasSize(40);
            assertThat((Double)node.get("rtt_p50_us")).isBetween(1.0, 1e6);
            assertThat((Double)node.get("rtt_p99_us")).isGreaterThanOrEqualTo((Double)node.get("rtt_p50_us"));
            // The same machine has the same clock.
            assertThat((Double)node.get("clock_offset_low_us")).isLessThan(5000);
            assertThat((Double)node.get("clock_offset_high_us")).isGreaterThan(-5000);
            assertThat((Double)node.get("clock_rate_low_ppm"))
                .isLessThanOrEqualTo((Double)node.get("clock_rate_high_ppm"));
        });
    }

    @Test
    @Tag("proof")
    void shouldSayWhatIsWrongWithWhichNode() throws Exception
    {
        try (RedisServerProcess locked = RedisServerProcess.builder().password("geheim").start();
            RedisServerProcess replica =
                RedisServerProcess.builder().replicaOf("127.0.0.1", servers.server(0).port()).start();
            RedisServerProcess evicting = RedisServerProcess.builder()
                .setting("maxmemory", "100mb").setting("maxmemory-policy", "allkeys-lru").start())
        {
            final Told probe = Told.by(
                List.of(servers.uris().get(0), locked.uri().replace("geheim", "falsch"), replica.uri(),
                    evicting.uri(), "redis://127.0.0.1:1"), "probe", "--clock", "200ms");

            assertThat(probe.status()).isEqualTo(1);
            probe.assertFits();
            assertThat(probe.unwrapped())
                .containsPattern("unfit: 127.0.0.1:" + locked.port() + ": REFUSED: .*WRONGPASS")
                .containsPattern("unfit: 127.0.0.1:" + replica.port() + ": REFUSED: .*replica")
                .containsPattern("risk: 127.0.0.1:" + evicting.port() + ": maxmemory-policy is allkeys-lru")
                .containsPattern("unfit: 127.0.0.1:1: DOWN")
                .containsPattern("danger: 127.0.0.1:" + servers.server(0).port() + ": has 1 replica")
                .containsPattern("danger: 127.0.0.1:" + evicting.port() + ": keeps no append-only file")
                .contains("2 of 5 nodes are fit, and a quorum is 3: nobody can get a lock")
                .doesNotContain("falsch", "geheim");
            assertThat(probe.err()).contains("asking 2 of 5 nodes, ").doesNotContain("falsch", "geheim");
        }
    }
}
