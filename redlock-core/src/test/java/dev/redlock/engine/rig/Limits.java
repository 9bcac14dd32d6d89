// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

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

    public static EngineConfig.Builder of(final int nodeCount)
    {
        return of(Quorum.majorityOf(nodeCount));
    }

    public static EngineConfig.Builder of(final Quorum quorum)
    {
        return EngineConfig.builder(quorum).maxAttempts(64).inFlightPerNode(64)
            .minNodeTimeoutNs(50 * MS).maxNodeTimeoutNs(50 * MS).quarantine(QuarantineLevel.OFF);
    }
}
