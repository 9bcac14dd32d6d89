// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi.address;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * How connections with TLS are made: from files, or with what is in memory. Host names are always verified
 * against the certificate; no switch turns that off.
 *
 * @param trustedCertificates PEM file of the authorities to trust; null for the platform's.
 * @param clientCertificate   PEM file of our certificate chain, if nodes ask for one; null for none.
 * @param clientKey           PEM file (PKCS#8) of our private key; null for none.
 * @param managers            asked before every connection, instead of files; null for files. See
 *                            {@link #of}. Those of a transport's context answer at once, with the latest.
 */
public record TlsOptions(@Nullable Path trustedCertificates, @Nullable Path clientCertificate,
    @Nullable Path clientKey, @Nullable Supplier<TlsManagers> managers)
{
    /**
     * The platform's authorities, no client certificate.
     */
    public static final TlsOptions PLATFORM = new TlsOptions(null, null, null, null);

    /**
     * Checks that certificate and key come together.
     *
     * @param trustedCertificates see {@link #trustedCertificates()}.
     * @param clientCertificate   see {@link #clientCertificate()}.
     * @param clientKey           see {@link #clientKey()}.
     * @param managers            see {@link #managers()}.
     */
    public TlsOptions
    {
        if (managers != null && (trustedCertificates != null || clientCertificate != null))
        {
            throw new IllegalArgumentException("TLS is given both files and managers: give one of them");
        }
        if ((clientCertificate == null) != (clientKey == null))
        {
            throw new IllegalArgumentException(
                "a client certificate needs its private key, and the key its certificate: give both or " +
                "neither");
        }
    }

    /**
     * From files.
     *
     * @param trustedCertificates see {@link #trustedCertificates()}.
     * @param clientCertificate   see {@link #clientCertificate()}.
     * @param clientKey           see {@link #clientKey()}.
     */
    public TlsOptions(final @Nullable Path trustedCertificates, final @Nullable Path clientCertificate,
        final @Nullable Path clientKey)
    {
        this(trustedCertificates, clientCertificate, clientKey, null);
    }

    /**
     * From memory.
     *
     * @param managers asked before every connection, on a daemon thread, for each node by itself: only that
     *                 node waits, as long as with {@link Credentials}. Several threads may ask at once, for
     *                 several nodes, engines or clients, and for one node if an earlier question hangs: it
     *                 must be safe for that. As long as it answers with equal ones, nothing is made anew.
     *                 What it throws ends the attempt to connect.
     * @return the options.
     */
    public static TlsOptions of(final Supplier<TlsManagers> managers)
    {
        return new TlsOptions(null, null, null, Objects.requireNonNull(managers, "managers"));
    }
}
