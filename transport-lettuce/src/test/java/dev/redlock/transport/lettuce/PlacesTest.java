// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SslOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.RedlockException;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.test.Await;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.TlsFront;

/**
 * Nodes behind TLS and at unix sockets, with a password: the whole client, connected and greeted.
 */
class PlacesTest
{
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String PASSWORD = "swordfish";
    private static final RedlockEvents SILENCE = new RedlockEvents()
    {
    };

    @TempDir
    private static Path directory;

    private static Path socket;
    private static RedisServerProcess server;
    private static Certificate certificate;
    private static TlsFront front;

    @BeforeAll
    static void start() throws IOException
    {
        socket = directory.resolve("socket");
        server = RedisServerProcess.builder().unixSocket(socket).password(PASSWORD).start();
        certificate = Certificate.make(directory, "node", "-ext", "san=dns:localhost");
        front = new TlsFront(certificate.serverContext(null), false, server.port());
    }

    @AfterAll
    static void stop() throws IOException
    {
        front.close();
        server.close();
    }

    @Test
    void shouldLockOverAUnixSocket() throws InterruptedException
    {
        checkLock(Redlock.builder().transport("lettuce").nodes("unix://:" + PASSWORD + "@" + socket));
    }

    @Test
    void shouldSayInPlainWordsWhyItCannotConnect() throws IOException
    {
        final int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            port = gone.getLocalPort();
        }

        try (Redlock redlock = Redlock.builder().transport("lettuce").events(SILENCE).startWithoutQuorum()
            .startTimeout(Duration.ZERO)
            .nodes("unix://" + directory.resolve("missing"), "redis://127.0.0.1:" + port).build())
        {
            awaitDetail(redlock, 0, "cannot connect: no such file");
            awaitDetail(redlock, 1, "cannot connect: connection refused");
        }
    }

    private static void awaitDetail(final Redlock redlock, final int node, final String... words)
    {
        final NodeStatus status = Await.parking().until("a node that is down", SOON,
            () -> redlock.nodes().get(node), (news) -> news.state() == NodeStatus.State.DOWN);
        assertThat(status.detail()).startsWith("UNREACHABLE: ").contains(words);
    }

    @Test
    void shouldLockOverTls() throws InterruptedException
    {
        checkLock(overTls("localhost")
            .tls(new TlsOptions(certificate.authorityFile(), null, null)).transport("lettuce"));
    }

    @Test
    void shouldRefuseACertificateOfAnUntrustedAuthority()
    {
        assertThat(failure(overTls("localhost").transport("lettuce")))
            .contains("TLS: no TLS with localhost:").doesNotContain(PASSWORD);
    }

    @Test
    void shouldRefuseACertificateOfAnotherName()
    {
        assertThat(failure(overTls("127.0.0.1")
            .tls(new TlsOptions(certificate.authorityFile(), null, null)).transport("lettuce")))
            .contains("TLS: no TLS with 127.0.0.1:").contains("does not match the name");
    }

    @Test
    void shouldLockOverTheTlsOfAClientThatIsGiven() throws InterruptedException
    {
        final File authority = certificate.authorityFile().toFile();
        final RedisClient client = RedisClient.create();
        try
        {
            client.setOptions(ClientOptions.builder()
                .sslOptions(SslOptions.builder().trustManager(authority).build()).build());
            checkLock(overTls("localhost").transport(LettuceTransportProvider.using(client)));
        }
        finally
        {
            client.shutdown();
        }
    }

    private static RedlockBuilder overTls(final String host)
    {
        return Redlock.builder().nodes("rediss://:" + PASSWORD + "@" + host + ":" + front.port());
    }

    /*
     * At once: it will not mend itself.
     */
    private static String failure(final RedlockBuilder builder)
    {
        return failed(builder.events(SILENCE).connectTimeout(SOON).startTimeout(SOON)
            .closeTimeout(Duration.ZERO)).getMessage();
    }

    private static RedlockException failed(final RedlockBuilder builder)
    {
        final RedlockException[] failure = new RedlockException[1];
        assertThatExceptionOfType(RedlockException.class).isThrownBy(() -> builder.build().close())
            .satisfies(ex -> failure[0] = ex);

        return failure[0];
    }

    private static void checkLock(final RedlockBuilder builder) throws InterruptedException
    {
        try (Redlock redlock = builder.assumeNodesFresh().build();
            Lease lease = redlock.acquire("place", PATIENCE))
        {
            assertThat(lease.isHeld()).isTrue();
        }
    }
}
