// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.login.PairedCredentials;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;

/**
 * The credentials of one node. As credentials they say what the last answer was, at once, or throw what was
 * thrown. The engine and operators share them, so an answer may be replaced at any time: a login is read by
 * {@link #pair()}.
 * <p>
 * <b>Thread:</b> any.
 */
public final class AskedCredentials extends Asked<Credentials> implements PairedCredentials
{
    private static final Credentials NONE_YET = new Pair(null, null);

    private AskedCredentials(final Credentials source, final NanoClock clock, final long connectTimeoutNs)
    {
        super(() -> pairOf(source), "redlock-credentials", clock, connectTimeoutNs);
    }

    /**
     * The address of a node whose credentials are asked elsewhere, unless it has none or those of a URI.
     *
     * @param node             the address as the application gave it.
     * @param clock            monotonic.
     * @param connectTimeoutNs ten of them, and at least 30 s, are the limit of a question.
     * @return the same place.
     */
    public static NodeAddress of(final NodeAddress node, final NanoClock clock, final long connectTimeoutNs)
    {
        return isConstant(node.credentials()) ? node :
            node.with(new AskedCredentials(node.credentials(), clock, connectTimeoutNs));
    }

    /*
     * Those of the SPI itself are: none, and those of a URI.
     */
    private static boolean isConstant(final Credentials credentials)
    {
        return credentials.getClass().getPackage() == Credentials.class.getPackage();
    }

    private static Credentials pairOf(final Credentials source)
    {
        final String password = source.password();

        return new Pair(password == null ? null : source.user(), password);
    }

    @Override
    public Credentials pair()
    {
        final Credentials latest = latest();

        return latest == null ? NONE_YET : latest;
    }

    @Override
    public String user()
    {
        return pair().user();
    }

    @Override
    public String password()
    {
        return pair().password();
    }

    @Override
    public String toString()
    {
        return "asked before each connection";
    }

    private record Pair(String user, String password) implements Credentials
    {
        @Override
        public String toString()
        {
            return "an answer, not shown";
        }
    }
}
