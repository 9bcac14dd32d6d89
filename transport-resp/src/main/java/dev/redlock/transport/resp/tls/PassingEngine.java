// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.tls;

import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/**
 * Passes on to an engine of TLS what belongs to its settings. The JDK has no base class that does it, and its
 * own one would keep some of them to itself, such as that host names are verified.
 * <p>
 * <b>Thread:</b> as the engine.
 */
abstract class PassingEngine extends SSLEngine
{
    final SSLEngine engine;

    PassingEngine(final SSLEngine engine)
    {
        super(engine.getPeerHost(), engine.getPeerPort());
        this.engine = engine;
    }

    @Override
    public final SSLParameters getSSLParameters()
    {
        return engine.getSSLParameters();
    }

    @Override
    public final void setSSLParameters(final SSLParameters parameters)
    {
        engine.setSSLParameters(parameters);
    }

    @Override
    public final String[] getSupportedCipherSuites()
    {
        return engine.getSupportedCipherSuites();
    }

    @Override
    public final String[] getEnabledCipherSuites()
    {
        return engine.getEnabledCipherSuites();
    }

    @Override
    public final void setEnabledCipherSuites(final String[] suites)
    {
        engine.setEnabledCipherSuites(suites);
    }

    @Override
    public final String[] getSupportedProtocols()
    {
        return engine.getSupportedProtocols();
    }

    @Override
    public final String[] getEnabledProtocols()
    {
        return engine.getEnabledProtocols();
    }

    @Override
    public final void setEnabledProtocols(final String[] protocols)
    {
        engine.setEnabledProtocols(protocols);
    }

    @Override
    public final SSLSession getHandshakeSession()
    {
        return engine.getHandshakeSession();
    }

    @Override
    public final String getApplicationProtocol()
    {
        return engine.getApplicationProtocol();
    }

    @Override
    public final String getHandshakeApplicationProtocol()
    {
        return engine.getHandshakeApplicationProtocol();
    }

    @Override
    public final void setHandshakeApplicationProtocolSelector(
        final BiFunction<SSLEngine, List<String>, String> selector)
    {
        engine.setHandshakeApplicationProtocolSelector(selector);
    }

    @Override
    public final BiFunction<SSLEngine, List<String>, String> getHandshakeApplicationProtocolSelector()
    {
        return engine.getHandshakeApplicationProtocolSelector();
    }

    @Override
    public final void setUseClientMode(final boolean isClient)
    {
        engine.setUseClientMode(isClient);
    }

    @Override
    public final boolean getUseClientMode()
    {
        return engine.getUseClientMode();
    }

    @Override
    public final void setNeedClientAuth(final boolean isNeeded)
    {
        engine.setNeedClientAuth(isNeeded);
    }

    @Override
    public final boolean getNeedClientAuth()
    {
        return engine.getNeedClientAuth();
    }

    @Override
    public final void setWantClientAuth(final boolean isWanted)
    {
        engine.setWantClientAuth(isWanted);
    }

    @Override
    public final boolean getWantClientAuth()
    {
        return engine.getWantClientAuth();
    }

    @Override
    public final void setEnableSessionCreation(final boolean isEnabled)
    {
        engine.setEnableSessionCreation(isEnabled);
    }

    @Override
    public final boolean getEnableSessionCreation()
    {
        return engine.getEnableSessionCreation();
    }
}
