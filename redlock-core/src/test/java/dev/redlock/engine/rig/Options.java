// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import dev.redlock.engine.settings.ClaimOptions;

/**
 * Options of a claim, with defaults for tests: ten seconds to live, 50 to 200 ms between attempts.
 */
public final class Options
{
    private Options()
    {
    }

    public static ClaimOptions plain()
    {
        return ttlMs(10_000).build();
    }

    public static ClaimOptions.Builder fenced()
    {
        return ttlMs(10_000).isFenced(true);
    }

    public static ClaimOptions.Builder ttlMs(final long ttlMs)
    {
        return ClaimOptions.ttlMs(ttlMs).minRetryNs(50_000_000).maxRetryNs(200_000_000)
            .maxHoldNs(3_600_000_000_000L).maxExtensions(Integer.MAX_VALUE);
    }
}
