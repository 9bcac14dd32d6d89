// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.common.StrictJson;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Whether the clients of some nodes agree, as far as the nodes show it.
 */
@Timeout(60)
@Tag("proof")
class ProbeClientsTest
{
    private static final LockOptions MINUTE = LockOptions.DEFAULT.withTtl(Duration.ofMinutes(1));
    private static RedisServers servers;

    @BeforeAll
    static void startServers()
    {
        servers = RedisServers.start(5, (index) -> RedisServerProcess.builder().appendOnly("always")
            .user("watcher", "Secret", "~* &* +@all -client|list"));
    }

    @AfterAll
    static void stopServers()
    {
        servers.close();
    }

    private static List<String> nodes(final int from, final int to)
    {
        return servers.uris().subList(from - 1, to);
    }

    private static RedlockBuilder builder(final String name, final List<String> uris)
    {
        return Redlock.builder().name(name).nodes(uris.toArray(new String[0])).transport("netty")
            .assumeNodesFresh().startTimeout(Duration.ofSeconds(20));
    }

    private static RedlockProcess probe(final List<String> uris, final String... args) throws Exception
    {
        final List<String> command = new ArrayList<>(List.of("probe", "--clock", "200ms", "--samples", "20"));
        command.addAll(List.of(args));

        return RedlockProcess.run(uris, command.toArray(new String[0]));
    }

    /**
     * Both clients win one lock, and neither sees it: the control of what the probe warns of.
     */
    @Test
    void shouldNameClientsWhoseListsOverlap() throws Exception
    {
        try (Redlock orders = builder("orders@h:42", nodes(1, 3)).build();
            Redlock stock = builder("stock@h:43", nodes(3, 5)).build())
        {
            assertThat(orders.tryAcquire("key", MINUTE)).isPresent();
            assertThat(stock.tryAcquire("key", MINUTE)).isPresent();
            checkWarning(probe(nodes(1, 3)), "stock@h:43", "orders@h:42");
            checkWarning(probe(nodes(3, 5)), "orders@h:42", "stock@h:43");
        }
    }

    private static void checkWarning(final RedlockProcess probe, final String stranger, final String friend)
        throws InterruptedException
    {
        probe.assertFits();
        assertThat(probe.status()).isZero();
        final String node = "127\\.0\\.0\\.1:" + servers.server(2).port();
        assertThat(probe.unwrapped()).containsPattern("danger: " + node + ": " + stranger +
            " \\(addr=127\\.0\\.0\\.1:\\d+\\) must agree with " + friend +
            " \\(addr=127\\.0\\.0\\.1:\\d+\\), or both may hold one lock: as many nodes, but other " +
            "addresses, which may be the same machines by other names\n").containsOnlyOnce("must agree");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldSayNothingOfClientsThatAgree(final String transport) throws Exception
    {
        final List<String> reversed =
            List.of(servers.uris().get(2), servers.uris().get(1), servers.uris().get(0));
        try (Redlock one = builder("one", nodes(1, 3)).transport(transport).build();
            Redlock two = builder("two", reversed).build();
            Redlock others = builder("others", nodes(1, 3)).keyPrefix("others:").quorum(3).build())
        {
            final RedlockProcess probe = probe(nodes(1, 3), "--json", "--transport", transport);

            assertThat(probe.out()).doesNotContain("must agree");
            assertThat(StrictJson.object(probe.out()).get("nodes")).asInstanceOf(LIST).hasSize(3)
                .allSatisfy((node) -> assertThat(((Map<?, ?>)node).get("lock_clients")).isEqualTo(3.0));
            assertThat(List.of(one.quorum(), two.quorum(), others.quorum())).containsExactly(2, 2, 3);
        }
    }

    @Test
    void shouldCompareClientsWithWhatItIsTold() throws Exception
    {
        try (Redlock shop = builder("shop", nodes(1, 3)).keyPrefix("shop:").build())
        {
            final RedlockProcess probe =
                probe(nodes(1, 3), "--prefix", "shop:", "--quorum", "3", "--longest-ttl", "61s");
            assertThat(probe.unwrapped()).contains("must agree with clients of this probe's settings",
                ": quorum 2, not 3; longest time to live 1m, not 61s");
            assertThat(probe(nodes(1, 3), "--prefix", "other:", "--quorum", "3").out())
                .doesNotContain("must agree");
            assertThat(probe(nodes(1, 3)).out()).doesNotContain("must agree");
            assertThat(shop.quorum()).isEqualTo(2);
        }
    }

    @Test
    void shouldSayThatItMayNotSeeTheClients() throws Exception
    {
        final List<String> uris =
            nodes(1, 3).stream().map((uri) -> uri.replace("//", "//watcher:Secret@")).toList();
        final RedlockProcess probe = probe(uris);

        probe.assertFits();
        assertThat(probe.status()).isZero();
        assertThat(probe.out()).contains(
            "\ndanger: every node: no CLIENT LIST (NOPERM): clients that disagree go unseen\n");
    }
}
