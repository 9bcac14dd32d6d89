// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.security.SecureRandom;

import dev.redlock.engine.TokenSource;

/**
 * The sources of randomness that real clients use.
 */
public final class SecureTokens
{
    private SecureTokens()
    {
    }

    /**
     * A source of owner tokens.
     *
     * @return a new one, for one engine.
     */
    public static TokenSource source()
    {
        return new CtrTokenSource();
    }

    /**
     * A seed for random delays, different in every client.
     *
     * @return the seed.
     */
    public static long seed()
    {
        return new SecureRandom().nextLong();
    }
}
