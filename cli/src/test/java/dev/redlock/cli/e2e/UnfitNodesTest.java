// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What an operator reads of a node that cannot be asked: the reason, and the remedy where we know one.
 */
@Timeout(120)
@Tag("proof")
class UnfitNodesTest
{
    private RedisServerProcess server;

    @AfterEach
    void stop()
    {
        if (server != null)
        {
            server.close();
        }
    }

    private String start(final RedisServerBuilder builder)
    {
        server = builder.start();

        return "redis://127.0.0.1:" + server.port();
    }

    private static String inspect(final String uri, final String transport) throws Exception
    {
        final RedlockProcess inspect = RedlockProcess.run(
            List.of(), "inspect", "--nodes", uri, "--transport", transport, "--key", "k");
        assertThat(inspect.status()).isEqualTo(1);

        // Tables are broken to the width of the terminal.
        return inspect.out().replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldSayThatThePasswordIsMissingOrWrong(final String transport) throws Exception
    {
        final String uri = start(RedisServerProcess.builder().password("swordfish"));

        assertThat(inspect(uri, transport)).contains(
            "requires a password (NOAUTH), but none is configured: write redis://:PASSWORD@host or " +
            "redis://USER:PASSWORD@host, or give it credentials (in Spring Boot " +
            "redlock.password); for a command, write it in --nodes-file " +
            "or REDLOCK_NODES");
        assertThat(inspect(uri.replace("//", "//:tuna@"), transport)).contains("does not let in ",
            "the password is wrong", "; correct the credentials here, or the user there")
            .doesNotContain("tuna");
    }

    @Test
    void shouldNameTheMasterOfAReplica() throws Exception
    {
        assertThat(inspect(start(RedisServerProcess.builder().replicaOf("127.0.0.1", 1)), "netty"))
            .contains("has the role 'replica'", "but only masters may vote", "(REPLICAOF NO ONE)");
    }

    @Test
    void shouldSayThatTheNodeBelongsToACluster() throws Exception
    {
        assertThat(inspect(start(RedisServerProcess.builder().cluster()), "netty"))
            .contains("belongs to a cluster", "list masters that run with cluster-enabled no");
    }

    @Test
    void shouldSayThatThereIsNoSuchDatabase() throws Exception
    {
        assertThat(inspect(start(RedisServerProcess.builder()) + "/99", "netty"))
            .contains("does not give database 99", "name an existing one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldAskWhetherASilentNodeIsStopped(final String transport) throws Exception
    {
        final String uri = start(RedisServerProcess.builder());
        server.pause();

        assertThat(inspect(uri, transport)).contains("DOWN: no answer in 2 s; is it stopped or overloaded?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldAskWhetherThereIsNoTls(final String transport) throws Exception
    {
        final String uri = start(RedisServerProcess.builder()).replace("redis:", "rediss:");

        assertThat(inspect(uri, transport)).contains("overloaded? Or does it speak no TLS there?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldSayThatNobodyListens(final String transport) throws Exception
    {
        final int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            port = gone.getLocalPort();
        }

        assertThat(inspect("redis://127.0.0.1:" + port, transport))
            .contains("cannot connect: connection refused")
            .doesNotContain("finishConnect");
        assertThat(inspect("unix:///no/such/socket", transport))
            .contains("cannot connect: no such file").doesNotContain("Exception");
    }
}
