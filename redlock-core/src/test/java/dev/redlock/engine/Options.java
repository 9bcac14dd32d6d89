// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
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
    private boolean isFenced;
    private int minGrants;

    static ClaimOptions plain()
    {
        return new Options().build();
    }

    static Options fenced()
    {
        final Options options = new Options();
        options.isFenced = true;

        return options;
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

    Options minGrants(final int newMinGrants)
    {
        minGrants = newMinGrants;

        return this;
    }

    ClaimOptions build()
    {
        return ClaimOptions.ttlMs(ttlMs).minValidityNs(minValidityNs).maxAttempts(maxAttempts)
            .minRetryNs(minRetryNs).maxRetryNs(maxRetryNs).autoExtend(autoExtend)
            .maxHoldNs(maxHoldNs).maxExtensions(maxExtensions).isFenced(isFenced)
            .minGrants(minGrants).build();
    }
}
