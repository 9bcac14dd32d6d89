/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.spi;

import java.nio.file.Path;

/**
 * How connections with TLS are made. Host names are always verified against the certificate; there is no
 * switch to trust everybody.
 *
 * @param trustedCertificates PEM file of the authorities to trust; null for the platform's.
 * @param clientCertificate   PEM file of our certificate chain, if nodes ask for one; null for none.
 * @param clientKey           PEM file (PKCS#8) of our private key; null for none.
 */
public record TlsOptions(Path trustedCertificates, Path clientCertificate, Path clientKey)
{
    /**
     * The platform's authorities, no client certificate.
     */
    public static final TlsOptions PLATFORM = new TlsOptions(null, null, null);

    /**
     * Checks that certificate and key come together.
     */
    public TlsOptions
    {
        if ((clientCertificate == null) != (clientKey == null))
        {
            throw new IllegalArgumentException(
                "a client certificate needs its private key and the other way round: give both or neither");
        }
    }
}
