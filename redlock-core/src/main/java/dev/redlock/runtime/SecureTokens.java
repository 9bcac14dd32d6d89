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
