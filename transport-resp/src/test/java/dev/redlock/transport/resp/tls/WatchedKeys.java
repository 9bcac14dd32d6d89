// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Key managers of a client's that say when an engine asks them for the choice.
 */
final class WatchedKeys extends X509ExtendedKeyManager
{
    private final X509ExtendedKeyManager good;
    private final Runnable onChoice;

    WatchedKeys(final X509ExtendedKeyManager good, final Runnable onChoice)
    {
        this.good = good;
        this.onChoice = onChoice;
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
        throw new UnsupportedOperationException("no engine");
    }

    @Override
    public String chooseServerAlias(final String type, final Principal[] issuers, final Socket socket)
    {
        throw new UnsupportedOperationException("no client");
    }

    @Override
    public String[] getClientAliases(final String type, final Principal[] issuers)
    {
        return good.getClientAliases(type, issuers);
    }

    @Override
    public String[] getServerAliases(final String type, final Principal[] issuers)
    {
        throw new UnsupportedOperationException("no client");
    }

    @Override
    public X509Certificate[] getCertificateChain(final String alias)
    {
        return good.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(final String alias)
    {
        return good.getPrivateKey(alias);
    }
}
