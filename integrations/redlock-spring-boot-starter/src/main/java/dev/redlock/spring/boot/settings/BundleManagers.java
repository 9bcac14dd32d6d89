// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.settings;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

import dev.redlock.spi.address.TlsManagers;

/**
 * What connections with TLS use of an SSL bundle: its key and trust managers. A bundle that Boot reloads
 * serves the next connection.
 */
final class BundleManagers implements Supplier<TlsManagers>
{
    /*
     * No thread waits here for another, as a bundle may be read from anywhere.
     */
    private record Made(SslBundle bundle, TlsManagers managers)
    {
    }

    private final SslBundles bundles;
    private final String name;
    private volatile @Nullable Made latest;

    BundleManagers(final SslBundles bundles, final String name)
    {
        this.bundles = bundles;
        this.name = name;
    }

    @Override
    public TlsManagers get()
    {
        final SslBundle bundle = bundles.getBundle(name);
        Made made = latest;
        if (made == null || made.bundle != bundle)
        {
            final boolean hasKey = bundle.getStores().getKeyStore() != null;
            made = new Made(bundle, new TlsManagers(bundle.getManagers().getTrustManagerFactory(),
                hasKey ? bundle.getManagers().getKeyManagerFactory() : null));
            latest = made;
        }

        return made.managers;
    }
}
