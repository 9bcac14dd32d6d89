// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import java.util.function.Consumer;

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
        return ttlMs(10_000);
    }

    @SafeVarargs
    public static ClaimOptions fenced(final Consumer<ClaimOptions.Draft>... changes)
    {
        return ttlMs(10_000, (options) ->
        {
            options.isFenced = true;
            for (final Consumer<ClaimOptions.Draft> change : changes)
            {
                change.accept(options);
            }
        });
    }

    @SafeVarargs
    public static ClaimOptions ttlMs(final long ttlMs, final Consumer<ClaimOptions.Draft>... changes)
    {
        final ClaimOptions.Draft options = new ClaimOptions.Draft();
        options.ttlNs = ttlMs * ClaimOptions.NS_PER_MS;
        options.minRetryNs = 50_000_000;
        options.maxRetryNs = 200_000_000;
        options.maxHoldNs = 3_600_000_000_000L;
        for (final Consumer<ClaimOptions.Draft> change : changes)
        {
            change.accept(options);
        }

        return options.conclude();
    }
}
