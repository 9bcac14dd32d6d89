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
package dev.redlock.engine;

/**
 * Options of a claim, with defaults for tests: ten seconds to live, 50 to 200 ms between attempts.
 */
final class Options
{
    private long ttlMs = 10_000;
    private long minValidityNs;
    private int maxAttempts = Integer.MAX_VALUE;
    private long minRetryNs = 50_000_000;
    private long maxRetryNs = 200_000_000;
    private boolean autoExtend;
    private long maxHoldNs = 3_600_000_000_000L;
    private int maxExtensions = Integer.MAX_VALUE;

    static ClaimOptions plain()
    {
        return new Options().build();
    }

    static Options ttlMs(final long ttlMs)
    {
        final Options options = new Options();
        options.ttlMs = ttlMs;

        return options;
    }

    Options minValidityNs(final long newMinValidityNs)
    {
        minValidityNs = newMinValidityNs;

        return this;
    }

    Options maxAttempts(final int newMaxAttempts)
    {
        maxAttempts = newMaxAttempts;

        return this;
    }

    Options retryNs(final long newMinRetryNs, final long newMaxRetryNs)
    {
        minRetryNs = newMinRetryNs;
        maxRetryNs = newMaxRetryNs;

        return this;
    }

    Options autoExtend()
    {
        autoExtend = true;

        return this;
    }

    Options maxHoldNs(final long newMaxHoldNs)
    {
        maxHoldNs = newMaxHoldNs;

        return this;
    }

    Options maxExtensions(final int newMaxExtensions)
    {
        maxExtensions = newMaxExtensions;

        return this;
    }

    ClaimOptions build()
    {
        return new ClaimOptions(ttlMs, minValidityNs, maxAttempts, minRetryNs, maxRetryNs, autoExtend,
            maxHoldNs, maxExtensions);
    }
}
