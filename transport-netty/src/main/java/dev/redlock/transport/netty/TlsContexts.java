// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;
import java.util.List;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;

import dev.redlock.spi.address.TlsManagers;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.transport.resp.tls.TlsFiles;

/**
 * The trusted certificates, and our own. Read once, and again when a file has changed or other managers are
 * given, so that a rotated certificate is picked up by the next connection. Any thread; reads files.
 * <p>
 * What is read may hang, and the managers' code is the application's: no thread waits here for another. Two
 * that see the same change both read.
 */
final class TlsContexts
{
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final String VERIFY_HOST_NAMES = "HTTPS";

    private final TlsOptions options;
    private final SslProvider engine;
    private volatile Read latest = new Read(List.of(), null);

    TlsContexts(final TlsOptions options, final SslProvider engine)
    {
        this.options = options;
        this.engine = engine;
    }

    /**
     * The context for a new connection.
     *
     * @return made anew if a file has changed.
     * @throws IOException if a file cannot be read, or is not what it should be; the message says which.
     */
    SslContext current() throws IOException
    {
        try
        {
            return read();
        }
        catch (final IOException | IllegalArgumentException ex)
        {
            throw new IOException(TlsFiles.words(options, ex), ex);
        }
    }

    private SslContext read() throws IOException
    {
        final List<Object> stamp = TlsFiles.stamp(options);
        Read read = latest;
        if (read.context == null || !stamp.equals(read.stamp))
        {
            read = new Read(stamp, build());
            latest = read;
        }

        return read.context;
    }

    private SslContext build() throws IOException
    {
        // Who closes a connection of BoringSSL waits for the manager that looks at its certificate, and it
        // cannot use a key that does not leave its token.
        final SslContextBuilder builder = SslContextBuilder.forClient()
            .sslProvider(options.managers() == null ? engine : SslProvider.JDK)
            .protocols(PROTOCOLS).endpointIdentificationAlgorithm(VERIFY_HOST_NAMES);
        if (options.managers() != null)
        {
            final TlsManagers managers = TlsFiles.managers(options);
            builder.trustManager(managers.trust()).keyManager(managers.key());
        }
        if (options.trustedCertificates() != null)
        {
            builder.trustManager(options.trustedCertificates().toFile());
        }
        if (options.clientCertificate() != null)
        {
            builder.keyManager(options.clientCertificate().toFile(), options.clientKey().toFile());
        }

        return builder.build();
    }

    private record Read(List<Object> stamp, SslContext context)
    {
    }
}
