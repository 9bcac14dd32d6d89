// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi.address;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/**
 * Whom to trust, and who we are, for TLS without files.
 *
 * @param trust of the authorities to trust, initialized; null for the platform's.
 * @param key   of our certificate and its key, initialized, if nodes ask for one; null for none.
 */
public record TlsManagers(@Nullable TrustManagerFactory trust, @Nullable KeyManagerFactory key)
{
}
