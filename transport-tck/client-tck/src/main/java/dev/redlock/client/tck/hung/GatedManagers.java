// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import java.net.Socket;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * An application's factory of trust managers. Its code passes gates before it does what another factory does.
 */
final class GatedManagers extends TrustManagerFactorySpi
{
    private final TrustManagerFactory good;
    private final Runnable onManagers;
    private final Runnable onCheck;

    private GatedManagers(final TrustManagerFactory good, final Runnable onManagers, final Runnable onCheck)
    {
        this.good = good;
        this.onManagers = onManagers;
        this.onCheck = onCheck;
    }

    /**
     * A factory.
     *
     * @param good       knows whom to trust.
     * @param onManagers runs when the managers are wanted.
     * @param onCheck    runs when a certificate is looked at.
     */
    static TrustManagerFactory factory(
        final TrustManagerFactory good, final Runnable onManagers, final Runnable onCheck)
    {
        return new Factory(new GatedManagers(good, onManagers, onCheck), good.getProvider());
    }

    @Override
    protected TrustManager[] engineGetTrustManagers()
    {
        onManagers.run();

        return new TrustManager[]{new Gated((X509ExtendedTrustManager)good.getTrustManagers()[0], onCheck)};
    }

    @Override
    protected void engineInit(final KeyStore store)
    {
    }

    @Override
    protected void engineInit(final ManagerFactoryParameters parameters)
    {
    }

    private static final class Factory extends TrustManagerFactory
    {
        private Factory(final TrustManagerFactorySpi spi, final Provider provider)
        {
            super(spi, provider, "gated");
        }
    }

    private static final class Gated extends X509ExtendedTrustManager
    {
        private final X509ExtendedTrustManager good;
        private final Runnable onCheck;

        private Gated(final X509ExtendedTrustManager good, final Runnable onCheck)
        {
            this.good = good;
            this.onCheck = onCheck;
        }

        @Override
        public void checkServerTrusted(final X509Certificate[] chain, final String type,
            final SSLEngine engine) throws CertificateException
        {
            onCheck.run();
            good.checkServerTrusted(chain, type, engine);
        }

        @Override
        public void checkServerTrusted(final X509Certificate[] chain, final String type, final Socket socket)
            throws CertificateException
        {
            onCheck.run();
            good.checkServerTrusted(chain, type, socket);
        }

        @Override
        public void checkServerTrusted(final X509Certificate[] chain, final String type)
            throws CertificateException
        {
            onCheck.run();
            good.checkServerTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(final X509Certificate[] chain, final String type,
            final SSLEngine engine) throws CertificateException
        {
            good.checkClientTrusted(chain, type, engine);
        }

        @Override
        public void checkClientTrusted(final X509Certificate[] chain, final String type, final Socket socket)
            throws CertificateException
        {
            good.checkClientTrusted(chain, type, socket);
        }

        @Override
        public void checkClientTrusted(final X509Certificate[] chain, final String type)
            throws CertificateException
        {
            good.checkClientTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers()
        {
            return good.getAcceptedIssuers();
        }
    }
}
