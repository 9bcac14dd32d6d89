// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import java.util.function.Consumer;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Quorum;

/**
 * Configurations of an engine, with defaults for tests: room for 64 attempts, 50 ms for a node to answer, no
 * quarantine.
 */
public final class Limits
{
    public static final long MS = 1_000_000L;
    public static final long SECOND = 1_000 * MS;

    private Limits()
    {
    }

    @SafeVarargs
    public static EngineConfig of(final int nodeCount, final Consumer<EngineConfig.Draft>... changes)
    {
        return of(Quorum.majorityOf(nodeCount), changes);
    }

    @SafeVarargs
    public static EngineConfig of(final Quorum quorum, final Consumer<EngineConfig.Draft>... changes)
    {
        final EngineConfig.Draft limits = new EngineConfig.Draft();
        limits.quorum = quorum;
        limits.maxLocks = 64;
        limits.maxInFlightPerNode = 64;
        limits.minNodeTimeoutNs = 50 * MS;
        limits.maxNodeTimeoutNs = 50 * MS;
        limits.quarantine = QuarantineLevel.OFF;
        for (final Consumer<EngineConfig.Draft> change : changes)
        {
            change.accept(limits);
        }

        return limits.conclude();
    }
}
