// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import io.netty.handler.ssl.SslContextBuilder;

import dev.redlock.spi.address.TlsManagers;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.transport.resp.tls.TlsFiles;

/**
 * Options that make Lettuce send a command once or not at all, and nothing unasked.
 */
final class AtMostOnce
{
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(30);

    private AtMostOnce()
    {
    }

    /**
     * For a client of our own.
     */
    static ClientOptions options(final TlsOptions tls)
    {
        return restrict(ClientOptions.builder()
            .socketOptions(SocketOptions.builder().connectTimeout(ATTEMPT_LIMIT).keepAlive(true).build())
            .sslOptions(ssl(tls)));
    }

    /**
     * For the application's client: its options, except those that would send a command twice or late.
     */
    static ClientOptions options(final ClientOptions given, final TlsOptions tls)
    {
        final ClientOptions.Builder builder = given.mutate();
        if (!tls.equals(TlsOptions.PLATFORM))
        {
            builder.sslOptions(ssl(tls));
        }

        return restrict(builder);
    }

    /*
     * Without reconnection Lettuce's reliability is "at most once": a write that failed is not repeated, and
     * what was in flight is given up. The other options serve the same purpose (no command waits for a
     * connection, or is repeated on the next one), or switch off commands that Lettuce sends unasked (HELLO,
     * PING, CLIENT). With RESP2 and without credentials Lettuce sends no greeting: our dialogue does, in
     * RESP3 where the node knows it, and the decoder reads both.
     *
     * The transport's own limit bounds the queue; the hash index would be a cost without a use.
     */
    private static ClientOptions restrict(final ClientOptions.Builder builder)
    {
        return withoutNotifications(builder)
            .autoReconnect(false)
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .replayFilter((command) -> true)
            .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
            .pingBeforeActivateConnection(false)
            .protocolVersion(ProtocolVersion.RESP2)
            .requestQueueSize(Integer.MAX_VALUE).useHashIndexQueue(false).build();
    }

    /*
     * Before 7.0 Lettuce does not know notifications of maintenance, so there is nothing to switch off.
     */
    private static ClientOptions.Builder withoutNotifications(final ClientOptions.Builder builder)
    {
        try
        {
            return builder.maintNotificationsConfig(MaintNotificationsConfig.disabled());
        }
        catch (final NoClassDefFoundError | NoSuchMethodError ignored)
        {
            return builder;
        }
    }

    /**
     * The files of TLS.
     *
     * @throws IllegalArgumentException if one is missing, or a folder.
     */
    static SslOptions ssl(final TlsOptions tls)
    {
        final SslOptions.Builder builder =
            SslOptions.builder().protocols(PROTOCOLS).handshakeTimeout(ATTEMPT_LIMIT);
        if (tls.managers() != null)
        {
            builder.sslContext((context) -> manage(context, tls));
        }
        if (tls.trustedCertificates() != null)
        {
            builder.trustManager(tls.trustedCertificates().toFile());
        }
        if (tls.clientCertificate() != null)
        {
            final File key = tls.clientKey().toFile();
            builder.keyManager(tls.clientCertificate().toFile(), key, new char[0]);
        }

        return builder.build();
    }

    /*
     * Lettuce asks for every connection.
     */
    private static void manage(final SslContextBuilder context, final TlsOptions tls)
    {
        try
        {
            final TlsManagers managers = TlsFiles.managers(tls);
            context.trustManager(managers.trust()).keyManager(managers.key());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
