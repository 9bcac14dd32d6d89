// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Five masters, each with a replica: what each {@code redlock run --wait 0s} answers, for it is a client that
 * meets them for the first time. The table is that of docs/operations.md.
 */
@Timeout(180)
@Tag("proof")
class ReplicatedRunTest
{
    private static final int NODES = 5;
    private static final Duration SOON = Duration.ofSeconds(30);

    /*
     * Whatever the longest time to live, a node waits for two fence windows and five seconds: 25 s.
     */
    private static final Duration GROWN_UP = Duration.ofSeconds(60);
    private static final Duration LONGEST_TTL = Duration.ofSeconds(5);
    private static final String WAIVER = "--assume-failovers-keep-keys";

    private RedisServers masters;
    private RedisServers replicas;

    @BeforeEach
    void startServers() throws Exception
    {
        masters = RedisServers.start(NODES, (i) -> saving());
        replicas = RedisServers.start(NODES,
            (i) -> saving().replicaOf("127.0.0.1", masters.server(i).port()));
        awaitReplicas();
        final RedlockProcess init = RedlockProcess.run(masters.uris(), "init", "--longest-ttl", "5s");
        assertThat(init.status()).as(init.err()).isZero();
    }

    /*
     * Saves a snapshot when it is stopped, and waits for no second replica before it sends one.
     */
    private static RedisServerBuilder saving()
    {
        return RedisServerProcess.builder().setting("save", "3600 1")
            .setting("repl-diskless-sync-delay", "0");
    }

    @AfterEach
    void stopServers()
    {
        replicas.close();
        masters.close();
    }

    @Test
    void shouldNotWaitForReplicasButForThePromoted() throws Exception
    {
        awaitGrownUp(masters);
        checkRow("replicas were attached, no more", masters);

        for (int i = 0; i < NODES; i++)
        {
            masters.server(i).call(
                "FAILOVER", "TO", "127.0.0.1", Integer.toString(replicas.server(i).port()));
            awaitReplication(replicas.server(i), (text) -> text.contains("role:master"));
        }
        awaitGrownUp(replicas);
        checkRow("a failover of all five", replicas);
    }

    @Test
    void shouldWaitForThoseThatCameBackWithASnapshot() throws Exception
    {
        for (int i = 0; i < NODES; i++)
        {
            masters.server(i).stop();
            masters.server(i).start();
            awaitReplicas();
        }
        awaitGrownUp(masters);
        checkRow("a rolling restart from RDB, with replicas", masters);
    }

    private void checkRow(final String event, final RedisServers nodes) throws Exception
    {
        final List<String> cells = new ArrayList<>(List.of(event));
        for (final String level : List.of("", "--strict"))
        {
            cells.add(Integer.toString(run(nodes, level)));
            cells.add(Integer.toString(run(nodes, level, WAIVER)));
        }
        final String row = "| " + String.join(" | ", cells) + " |";
        System.out.println(row);

        assertThat(Files.readString(Path.of("..", "docs", "operations.md"))).contains(row);
        try (Redlock redlock = builder(nodes).quarantine(QuarantineLevel.OFF).build())
        {
            assertThat(redlock.tryAcquire("off")).as("%s: the first at level OFF", event).isPresent();
        }
    }

    private static int run(final RedisServers nodes, final String... options) throws Exception
    {
        final String line = "run --wait 0s --ttl 4s --longest-ttl 5s --key nightly " +
            String.join(" ", options) + " -- true";
        final RedlockProcess run = RedlockProcess.run(nodes.uris(), line.split(" +"));
        final int status = run.status();
        if (status != 0)
        {
            assertThat(run.err()).as(line).contains(": it has been a replica, or was started from");
        }

        return status;
    }

    private void awaitReplicas()
    {
        IntStream.range(0, NODES).forEach((i) ->
            awaitReplication(masters.server(i), (text) -> text.contains("state=online")));
    }

    private static void awaitReplication(final RedisServerProcess server, final Predicate<String> isDone)
    {
        Await.parking().until("replication", SOON, () -> server.call("INFO", "replication").toString(),
            isDone);
    }

    /*
     * Of a process that is young nobody counts a vote.
     */
    private static void awaitGrownUp(final RedisServers nodes)
    {
        try (Redlock redlock = builder(nodes).assumeFailoversKeepKeys().build())
        {
            Await.parking().until("all are old enough", GROWN_UP, redlock::nodes,
                (all) -> all.stream().allMatch((node) -> node.state() == NodeStatus.State.UP));
        }
    }

    private static RedlockBuilder builder(final RedisServers nodes)
    {
        return Redlock.builder().nodes(nodes.uris().toArray(new String[0])).transport("netty")
            .longestTtl(LONGEST_TTL).defaults(LockOptions.DEFAULT.withTtl(Duration.ofSeconds(4)))
            .startWithoutQuorum();
    }
}
