// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import java.net.Socket;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * An application's factory of key managers. Its code passes a gate before it chooses a certificate, which it
 * does as another one, and before its key signs.
 */
final class GatedKeys extends KeyManagerFactorySpi
{
    private final KeyManagerFactory good;
    private final Runnable onChoice;
    private final Runnable onSign;

    private GatedKeys(final KeyManagerFactory good, final Runnable onChoice, final Runnable onSign)
    {
        this.good = good;
        this.onChoice = onChoice;
        this.onSign = onSign;
    }

    /**
     * A factory. While {@link GatedSignatures} is registered its keys can be used.
     *
     * @param good     has the certificate.
     * @param onChoice runs when one is chosen.
     * @param onSign   runs when its key signs.
     */
    static KeyManagerFactory factory(
        final KeyManagerFactory good, final Runnable onChoice, final Runnable onSign)
    {
        return new KeyManagerFactory(new GatedKeys(good, onChoice, onSign), good.getProvider(), "gated")
        {
        };
    }

    @Override
    protected KeyManager[] engineGetKeyManagers()
    {
        return new KeyManager[]{
            new Gated((X509ExtendedKeyManager)good.getKeyManagers()[0], onChoice, onSign)};
    }

    @Override
    protected void engineInit(final KeyStore store, final char[] password)
    {
    }

    @Override
    protected void engineInit(final ManagerFactoryParameters parameters)
    {
    }

    private static final class Gated extends X509ExtendedKeyManager
    {
        private final X509ExtendedKeyManager good;
        private final Runnable onChoice;
        private final Runnable onSign;

        private Gated(final X509ExtendedKeyManager good, final Runnable onChoice, final Runnable onSign)
        {
            this.good = good;
            this.onChoice = onChoice;
            this.onSign = onSign;
        }

        @Override
        public String chooseEngineClientAlias(
            final String[] types, final Principal[] issuers, final SSLEngine engine)
        {
            onChoice.run();

            return good.chooseEngineClientAlias(types, issuers, engine);
        }

        @Override
        public String chooseClientAlias(final String[] types, final Principal[] issuers, final Socket socket)
        {
            onChoice.run();

            return good.chooseClientAlias(types, issuers, socket);
        }

        @Override
        public String[] getClientAliases(final String type, final Principal[] issuers)
        {
            return good.getClientAliases(type, issuers);
        }

        @Override
        public String[] getServerAliases(final String type, final Principal[] issuers)
        {
            return good.getServerAliases(type, issuers);
        }

        @Override
        public String chooseServerAlias(final String type, final Principal[] issuers, final Socket socket)
        {
            return good.chooseServerAlias(type, issuers, socket);
        }

        @Override
        public X509Certificate[] getCertificateChain(final String alias)
        {
            return good.getCertificateChain(alias);
        }

        @Override
        public PrivateKey getPrivateKey(final String alias)
        {
            return GatedSignatures.key(good.getPrivateKey(alias), onSign);
        }
    }
}
