// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Quorum;

/**
 * Configurations of an engine for tests: like the defaults, but small, and with a timeout of 50 ms for every
 * node, whatever its round trips.
 */
final class Limits
{
    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;

    private final Quorum quorum;
    private int maxAttempts = 64;
    private int inFlight = 64;
    private long minTimeoutNs = 50 * MS;
    private long maxTimeoutNs = 50 * MS;
    private QuarantineLevel quarantine = QuarantineLevel.OFF;

    private Limits(final Quorum quorum)
    {
        this.quorum = quorum;
    }

    static Limits of(final int nodeCount)
    {
        return new Limits(Quorum.majorityOf(nodeCount));
    }

    static Limits of(final Quorum quorum)
    {
        return new Limits(quorum);
    }

    Limits maxAttempts(final int newMaxAttempts)
    {
        maxAttempts = newMaxAttempts;

        return this;
    }

    Limits inFlight(final int newInFlight)
    {
        inFlight = newInFlight;

        return this;
    }

    Limits timeoutNs(final long newMinTimeoutNs, final long newMaxTimeoutNs)
    {
        minTimeoutNs = newMinTimeoutNs;
        maxTimeoutNs = newMaxTimeoutNs;

        return this;
    }

    Limits quarantine(final QuarantineLevel newQuarantine)
    {
        quarantine = newQuarantine;

        return this;
    }

    EngineConfig build()
    {
        return EngineConfig.builder(quorum).maxAttempts(maxAttempts).inFlightPerNode(inFlight)
            .minNodeTimeoutNs(minTimeoutNs).maxNodeTimeoutNs(maxTimeoutNs)
            .quarantine(quarantine).build();
    }
}
