// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * How connections with TLS are made. Host names are always verified against the certificate; no switch turns
 * that off.
 *
 * @param trustedCertificates PEM file of the authorities to trust; null for the platform's.
 * @param clientCertificate   PEM file of our certificate chain, if nodes ask for one; null for none.
 * @param clientKey           PEM file (PKCS#8) of our private key; null for none.
 */
public record TlsOptions(
    @Nullable Path trustedCertificates, @Nullable Path clientCertificate, @Nullable Path clientKey)
{
    /**
     * The platform's authorities, no client certificate.
     */
    public static final TlsOptions PLATFORM = new TlsOptions(null, null, null);

    /**
     * Checks that certificate and key come together.
     *
     * @param trustedCertificates see {@link #trustedCertificates()}.
     * @param clientCertificate   see {@link #clientCertificate()}.
     * @param clientKey           see {@link #clientKey()}.
     */
    public TlsOptions
    {
        if ((clientCertificate == null) != (clientKey == null))
        {
            throw new IllegalArgumentException(
                "a client certificate needs its private key, and the key its certificate: give both or " +
                "neither");
        }
    }
}
