// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

import dev.redlock.spi.TlsManagers;

/**
 * What connections with TLS use of an SSL bundle: its key and trust managers. A bundle that Boot reloads
 * serves the next connection.
 */
final class BundleManagers implements Supplier<TlsManagers>
{
    private final SslBundles bundles;
    private final String name;
    private @Nullable SslBundle latest;
    private @Nullable TlsManagers managers;

    BundleManagers(final SslBundles bundles, final String name)
    {
        this.bundles = bundles;
        this.name = name;
    }

    @Override
    public synchronized TlsManagers get()
    {
        final SslBundle bundle = bundles.getBundle(name);
        if (managers == null || bundle != latest)
        {
            final boolean hasKey = bundle.getStores().getKeyStore() != null;
            managers = new TlsManagers(bundle.getManagers().getTrustManagerFactory(),
                hasKey ? bundle.getManagers().getKeyManagerFactory() : null);
            latest = bundle;
        }

        return managers;
    }
}
